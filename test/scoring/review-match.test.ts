import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aggregateReviewMatches,
  NO_SCORES,
  type ReviewCounts,
  scoreReviewMatch,
} from '../../src/scoring/review-match.js'

interface Vector extends ReviewCounts {
  readonly case: string
  readonly expect_literal: Readonly<Record<'precision' | 'recall' | 'f1' | 'value_rate', number>>
}

const file = new URL('../fixtures/score-vectors.json', import.meta.url)
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8')).reviewer_distillation

test('the vectors hold pull requests with and without addressable comments', () => {
  expect(vectors.map(({ addressable }) => addressable > 0)).toEqual([true, true, true, false, false, true, true])
})

test.each(vectors.filter(({ addressable }) => addressable > 0))('vector $case', (vector) => {
  const { scores, scorable } = scoreReviewMatch(vector)
  expect(scorable).toBe(true)
  for (const [name, value] of Object.entries(vector.expect_literal)) {
    expect(scores[name as keyof typeof scores], name).toBeCloseTo(value, 6)
  }
})

test.each(vectors.filter(({ addressable }) => addressable === 0))('vector $case: nothing to measure by', (vector) => {
  expect(scoreReviewMatch(vector)).toMatchObject({
    scores: { precision: null, recall: null, f1: null, value_rate: null },
    scorable: false,
  })
})

test.each([
  ['a match', { matched: 1 }, true],
  ['a plausible finding', { plausible: 1 }, true],
  ['a wrong finding', { wrong: 1 }, true],
  ['justified findings only', { justified: 3 }, false],
  ['no finding', {}, false],
])('precision is defined with %s: %j', (_title, counts, defined) => {
  const nothing = { addressable: 2, matched: 0, justified: 0, plausible: 0, wrong: 0 }
  expect(scoreReviewMatch({ ...nothing, ...counts }).precision_defined).toBe(defined)
})

test('property: scores are fractions, and neither a match more nor a wrong finding less makes one lower', () => {
  const count = fc.nat(20)
  const record = fc.record({ matched: count, missed: count, justified: count, plausible: count, wrong: count })
  fc.assert(
    fc.property(record, ({ missed, ...counts }) => {
      const of = (change: Partial<ReviewCounts>) => {
        const all = { ...counts, addressable: 1 + counts.matched + missed, ...change }
        return Object.values(scoreReviewMatch(all).scores).map(Number)
      }
      const scores = of({})
      for (const score of scores) expect(score >= 0 && score <= 1).toBe(true)
      of({ matched: counts.matched + 1 }).forEach((score, index) => {
        expect(score).toBeGreaterThanOrEqual((scores[index] ?? 0) - 1e-12)
      })
      of({ wrong: counts.wrong + 1 }).forEach((score, index) => {
        expect(score).toBeLessThanOrEqual((scores[index] ?? 0) + 1e-12)
      })
    }),
  )
})

test('the aggregate is over what can be scored, and counts the rest', () => {
  const scored = (f1: number, precision: number, recall: number, value_rate: number) =>
    ({ status: 'scored', scores: { f1, precision, recall, value_rate } }) as const
  const outcomes = [
    scored(0.5, 0.4, 0.6, 1),
    { status: 'unscorable', scores: NO_SCORES } as const,
    scored(0.9, 0.8, 1, 1),
    scored(0.1, 0, 0.2, 0.4),
    { status: 'missing_reviews', scores: NO_SCORES } as const,
  ]
  const aggregate = aggregateReviewMatches(outcomes)
  expect(aggregate).toMatchObject({ scorable: 3, unscorable: 1, missing_reviews: 1 })
  expect(aggregate.f1_mean).toBeCloseTo(0.5, 12)
  // sqrt((0² + .4² + .4²) / 3), of the population.
  expect(aggregate.f1_std).toBeCloseTo(0.326599, 6)
  expect(aggregate.precision_mean).toBeCloseTo(0.4, 12)
  expect(aggregate.recall_mean).toBeCloseTo(0.6, 12)
  expect(aggregate.value_rate_mean).toBeCloseTo(0.8, 12)
})

test('the aggregate of nothing has no mean', () => {
  expect(aggregateReviewMatches([{ status: 'unscorable', scores: NO_SCORES }])).toEqual({
    f1_mean: null,
    f1_std: null,
    precision_mean: null,
    recall_mean: null,
    value_rate_mean: null,
    scorable: 0,
    unscorable: 1,
    missing_reviews: 0,
  })
})
