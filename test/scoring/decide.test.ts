import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { allOf, checkFraction, decide } from '../../src/scoring/decide.js'
import type { Verdict } from '../../src/types.js'

test.each<[number, number, number, Verdict]>([
  [0.8, 0.8, 0.75, 'pass'],
  [0.75, 0.75, 0.75, 'pass'],
  [0.74, 0.74, 0.75, 'fail'],
  [0.75, 1, 0.75, 'pass'],
  [0.7, 0.8, 0.75, 'unjudged'],
  [0.7, 0.75, 0.75, 'unjudged'],
  [0.1, 0.74, 0.75, 'fail'],
  [0, 1, 0, 'pass'],
  [0, 0.99, 1, 'fail'],
  [1, 1, 1, 'pass'],
  [0.1 + 0.2, 0.1 + 0.2, 0.3, 'pass'],
  [0.7 * 3 - 1.35, 0.75, 0.75, 'pass'],
  [0.75 - 2e-9, 0.75 - 2e-9, 0.75, 'fail'],
])('bounds of %d to %d against %d: %s', (lower, upper, threshold, verdict) => {
  expect(decide({ lower, upper }, threshold)).toBe(verdict)
})

const unit = fc.double({ min: 0, max: 1, noNaN: true })
const bounds = fc.tuple(unit, unit).map(([a, b]) => ({ lower: Math.min(a, b), upper: Math.max(a, b) }))
const RANK: Record<Verdict, number> = { fail: 0, unjudged: 1, pass: 2 }

test('property: better bounds never make a worse verdict, and a higher threshold never a better one', () => {
  fc.assert(
    fc.property(bounds, unit, unit, unit, (start, raiseLower, raiseUpper, threshold) => {
      const lower = Math.max(start.lower, raiseLower)
      const better = { lower, upper: Math.max(start.upper, raiseUpper, lower) }
      expect(RANK[decide(better, threshold)]).toBeGreaterThanOrEqual(RANK[decide(start, threshold)])
      const higher = Math.max(threshold, raiseUpper)
      expect(RANK[decide(start, higher)]).toBeLessThanOrEqual(RANK[decide(start, threshold)])
    }),
  )
})

test('property: a verdict on bounds holds for every score within them', () => {
  fc.assert(
    fc.property(bounds, unit, unit, ({ lower, upper }, at, threshold) => {
      const score = lower + at * (upper - lower)
      const verdict = decide({ lower, upper }, threshold)
      if (verdict !== 'unjudged') expect(decide({ lower: score, upper: score }, threshold)).toBe(verdict)
    }),
  )
})

test.each<[Verdict[], Verdict]>([
  [[], 'pass'],
  [['pass', 'pass'], 'pass'],
  [['pass', 'unjudged'], 'unjudged'],
  [['unjudged', 'fail', 'pass'], 'fail'],
])('all of %j is %s', (verdicts, all) => {
  expect(allOf(verdicts)).toBe(all)
})

describe('checkFraction', () => {
  it.each([0, 0.75, 1])('takes %d', (value) => {
    expect(checkFraction('rubric', 'passThreshold', value)).toBe(value)
  })

  const message = (value: unknown) => {
    try {
      return checkFraction('toPassRubric', 'threshold', value)
    } catch (error) {
      return String(error)
    }
  }

  it.each<[unknown, string]>([
    [100, 'but received 100. For 100 % write 1.'],
    [100.5, 'but received 100.5.'],
    ['80', 'but received "80".'],
    [-1, 'but received -1.'],
  ])('refuses %j, with a hint for percentages only', (value, end) => {
    expect(message(value)).toMatch(new RegExp(`${end.replaceAll('.', '\\.')}$`))
  })

  it('refuses a percentage with what to write instead', () => {
    expect(message(80)).toMatchInlineSnapshot(
      `"InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received 80. For 80 % write 0.8."`,
    )
    expect(message(7.5)).toMatchInlineSnapshot(
      `"InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received 7.5. For 7.5 % write 0.075."`,
    )
  })

  it('refuses anything else', () => {
    expect([-0.1, 101, Number.NaN, Infinity, '0.8', null, undefined].map(message)).toMatchInlineSnapshot(`
      [
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received -0.1.",
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received 101.",
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received NaN.",
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received Infinity.",
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received "0.8".",
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received null.",
        "InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received undefined.",
      ]
    `)
  })
})
