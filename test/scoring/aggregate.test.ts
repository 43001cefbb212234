import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  aggregateScores,
  averageCategories,
  averageScores,
  isBelow,
  toQuality,
  toScores,
} from '../../src/scoring/aggregate.js'

interface Vector {
  case: string
  dimensions: { name: string; weight: number; invert?: boolean }[]
  scores: Record<string, number>
  pass_threshold: number
  expect: Record<string, number | string | boolean | null>
}

const file = new URL('../fixtures/score-vectors.json', import.meta.url)
const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8')).temper
const withAggregate = vectors.filter((vector) => vector.expect.aggregate !== null)
const withoutAggregate = vectors.filter((vector) => vector.expect.aggregate === null)

function aggregateBoth({ dimensions, scores, pass_threshold }: Vector) {
  const rubric = dimensions.map(({ invert = false, ...rest }) => ({ ...rest, invert }))
  return {
    subtract: aggregateScores({ dimensions: rubric, invert_mode: 'subtract' }, scores, pass_threshold),
    complement: aggregateScores({ dimensions: rubric, invert_mode: 'complement' }, scores, pass_threshold),
  }
}

test('the vectors hold sets with an aggregate and one without', () => {
  expect([withAggregate.length, withoutAggregate.length]).toEqual([10, 1])
})

test.each(withAggregate)('vector $case: aggregate, basis, maximum and verdict', (vector) => {
  const wanted = vector.expect
  const { subtract, complement } = aggregateBoth(vector)
  expect(subtract.aggregate_raw).toBeCloseTo(Number(wanted.aggregate_literal), 4)
  expect(subtract.aggregate).toBeCloseTo(Number(wanted.aggregate_clamped), 4)
  expect(subtract.aggregate_max).toBeCloseTo(Number(wanted.aggregate_max_subtract), 4)
  expect(subtract.aggregate_basis).toBe(wanted.aggregate_basis)
  expect(subtract.scored_weight).toBeCloseTo(Number(wanted.scored_weight), 4)
  expect(subtract.passed).toBe(wanted.passed_clamped)
  expect(complement.aggregate).toBeCloseTo(Number(wanted.aggregate_complement), 4)
  expect(complement.aggregate_max).toBeCloseTo(1, 9)
  expect(complement.passed).toBe(wanted.passed_complement)
})

test.each(withoutAggregate)('vector $case: no aggregate, and it does not pass', (vector) => {
  expect(aggregateBoth(vector).subtract).toEqual({
    aggregate: null,
    aggregate_basis: vector.expect.aggregate_basis,
    aggregate_raw: null,
    aggregate_max: null,
    scored_weight: vector.expect.scored_weight,
    passed: vector.expect.passed,
  })
})

test('a threshold is reached within 1e-9 and missed by more', () => {
  const rubric = { dimensions: [{ name: 'a', weight: 1, invert: false }], invert_mode: 'subtract' as const }
  expect(aggregateScores(rubric, { a: 0.75 - 5e-10 }, 0.75).passed).toBe(true)
  expect(aggregateScores(rubric, { a: 0.75 - 5e-9 }, 0.75).passed).toBe(false)
})

test.each([
  [false, 0.75, 0.75, false],
  [false, 0.74, 0.75, true],
  [true, 0.25, 0.75, false],
  [true, 0.26, 0.75, true],
])('with invert %s, a score of %d against %d is below: %s', (invert, score, threshold, below) => {
  expect(isBelow({ invert }, score, threshold)).toBe(below)
})

test('a dimension is averaged over the cases where it was scored', () => {
  const means = averageScores([{ name: 'a' }, { name: 'b' }, { name: 'c' }], [{ a: 1, b: 0.5 }, { a: 0 }, { a: 0.5 }])
  expect(means).toEqual({
    a: { mean: 0.5, scored: 3 },
    b: { mean: 0.5, scored: 1 },
    c: { mean: null, scored: 0 },
  })
  expect(toScores(means)).toEqual({ a: 0.5, b: 0.5 })
})

test('a category is averaged by weight, inverted dimensions as 1 - score', () => {
  const dimensions = [
    { name: 'a', weight: 3, invert: false, category: 'artifact' as const },
    { name: 'h', weight: 1, invert: true, category: 'artifact' as const },
    { name: 'p', weight: 9, invert: false, category: 'process' as const },
  ]
  expect(averageCategories(dimensions, { a: 0.5, h: 0.1 })).toEqual({ artifact: 0.6, process: null })
  expect(averageCategories(dimensions, { p: 0.25 })).toEqual({ artifact: null, process: 0.25 })
})

const unit = fc.double({ min: 0, max: 1, noNaN: true })

const scoredRubric = fc
  .uniqueArray(
    fc.record({
      name: fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'b', 'c', 'd') }),
      weight: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
      invert: fc.boolean(),
      score: fc.option(unit),
    }),
    { selector: ({ name }) => name, minLength: 1, maxLength: 8 },
  )
  .map((dimensions) => ({
    dimensions,
    scores: Object.fromEntries(dimensions.flatMap(({ name, score }) => (score === null ? [] : [[name, score]]))),
  }))

const mode = fc.constantFrom('subtract' as const, 'complement' as const)

test('property: the aggregate stays in 0-1 and never exceeds its maximum', () => {
  fc.assert(
    fc.property(scoredRubric, mode, unit, ({ dimensions, scores }, invert_mode, threshold) => {
      const { aggregate, aggregate_max, scored_weight } = aggregateScores(
        { dimensions, invert_mode },
        scores,
        threshold,
      )
      expect(aggregate === null).toBe(Object.keys(scores).length === 0)
      expect(scored_weight).toBeGreaterThanOrEqual(0)
      expect(scored_weight).toBeLessThanOrEqual(1)
      expect(aggregate ?? 0).toBeGreaterThanOrEqual(0)
      expect(aggregate ?? 0).toBeLessThanOrEqual((aggregate_max ?? 1) + 1e-9)
    }),
  )
})

test('property: neither the order of dimensions nor a common factor of the weights changes anything', () => {
  const factor = fc.double({ min: 1e-3, max: 1e3, noNaN: true })
  fc.assert(
    fc.property(scoredRubric, mode, factor, ({ dimensions, scores }, invert_mode, by) => {
      const plain = aggregateScores({ dimensions, invert_mode }, scores, 0.5)
      const other = dimensions.map((dimension) => ({ ...dimension, weight: dimension.weight * by })).reverse()
      const changed = aggregateScores({ dimensions: other, invert_mode }, scores, 0.5)
      expect(changed.aggregate_basis).toBe(plain.aggregate_basis)
      expect(changed.aggregate_raw ?? 0).toBeCloseTo(plain.aggregate_raw ?? 0, 9)
      expect(changed.aggregate_max ?? 0).toBeCloseTo(plain.aggregate_max ?? 0, 9)
      expect(changed.scored_weight).toBeCloseTo(plain.scored_weight, 9)
    }),
  )
})

test('property: with complement a better score of any dimension never lowers the aggregate', () => {
  fc.assert(
    fc.property(scoredRubric, unit, ({ dimensions, scores }, better) => {
      const before = aggregateScores({ dimensions, invert_mode: 'complement' }, scores, 0.5).aggregate ?? 0
      for (const dimension of dimensions) {
        const score = scores[dimension.name]
        if (score === undefined || toQuality(dimension, better) < toQuality(dimension, score)) continue
        const raised = { ...scores, [dimension.name]: better }
        const after = aggregateScores({ dimensions, invert_mode: 'complement' }, raised, 0.5).aggregate
        expect(after).toBeGreaterThanOrEqual(before - 1e-9)
      }
    }),
  )
})
