import { expect, test } from 'vitest'
import { measureAgreement, type RatedItem } from '../../src/scoring/agreement.js'
import { randomNumbers } from '../../src/scoring/random.js'

const SETS = 100
const LABELS = 50
/** Of things that people pass the judge passes 90 %, of those that they fail it fails 80 %; half of all pass. */
const TRUE_POSITIVE = 0.9
const TRUE_NEGATIVE = 0.8
const ACCURACY = (TRUE_POSITIVE + TRUE_NEGATIVE) / 2
/** Chance agrees in half of the cases, because people pass half of them. */
const KAPPA = (ACCURACY - 0.5) / (1 - 0.5)

const next = randomNumbers(11)

function judgeOnce(_: unknown, index: number): RatedItem {
  const label = next() < 0.5
  const isRight = next() < (label ? TRUE_POSITIVE : TRUE_NEGATIVE)
  return {
    labels: { ana: label },
    judge: isRight ? label : !label,
    length: 100,
    unit: String(index),
    passes: () => true,
  }
}

test('a judge of known accuracy is found again: its figures lie in nine of ten intervals or more', {
  timeout: 120_000,
}, () => {
  const measured = Array.from({ length: SETS }, () => measureAgreement(Array.from({ length: LABELS }, judgeOnce)))
  const held = (truth: number, figureOf: (one: (typeof measured)[number]) => { lower: number; upper: number } | null) =>
    measured.filter((one) => {
      const { lower = 1, upper = 0 } = figureOf(one) ?? {}
      return lower <= truth && truth <= upper
    }).length / SETS
  expect(held(ACCURACY, ({ agreement }) => agreement)).toBeGreaterThanOrEqual(0.9)
  expect(held(TRUE_POSITIVE, (one) => one.true_positive_rate)).toBeGreaterThanOrEqual(0.9)
  expect(held(TRUE_NEGATIVE, (one) => one.true_negative_rate)).toBeGreaterThanOrEqual(0.9)
  expect(held(KAPPA, ({ kappa }) => kappa)).toBeGreaterThanOrEqual(0.9)
  // And none of them by being of no use.
  const width = measured.reduce((sum, { kappa }) => sum + (kappa === null ? 2 : kappa.upper - kappa.lower), 0) / SETS
  expect(width).toBeLessThan(0.5)
})
