import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unified } from '../../src/rubrics/unified.js'
import { normalise, share, weightedTotal } from '../../src/scoring/weighted.js'
import type { Dimension } from '../../src/types.js'

const one: Dimension = { name: 'one', weight: 1 }
const fraction: Dimension = { ...one, scale: { min: 0, max: 1 } }
const half: Dimension = { ...one, scale: { min: 1, max: 5 } }

it.each([
  [one, 1, 0.1],
  [one, 7, 0.7],
  [one, 10, 1],
  [{ ...one, invert: true }, 10, 0.1],
  [{ ...one, invert: true }, 1, 1],
  [{ ...one, invert: true }, 4, 0.7],
  [fraction, 0, 0],
  [fraction, 0.25, 0.25],
  [{ ...fraction, invert: true }, 0.25, 0.75],
  [half, 1, 0.2],
  [half, 5, 1],
  [{ ...half, invert: true }, 2, 0.8],
])('of %j the value %d earns the share %d', (dimension, value, earned) => {
  expect(share(dimension, value)).toBeCloseTo(earned, 12)
})

it('weights are divided by their sum', () => {
  expect(normalise([25, 25, 50])).toEqual([0.25, 0.25, 0.5])
  expect(normalise([2])).toEqual([1])
})

describe('weightedTotal', () => {
  it.each([
    [1, 1, 1, 1],
    [10, 10, 10, 10],
    [7, 8, 6, 9],
    [3, 1, 10, 5],
  ])('of the unified rubric is (c + d + q + p) * 2.5 for %d, %d, %d, %d', (correctness, depth, quality, persona) => {
    const { total, bounds } = weightedTotal(unified.dimensions, { correctness, depth, quality, persona })
    const wanted = (correctness + depth + quality + persona) * 2.5
    expect(total).toBeCloseTo(wanted, 9)
    expect(bounds.lower).toBe(total)
    expect(bounds.upper).toBe(total)
  })

  it('is weighted, with each scale and direction of its own', () => {
    const dimensions = [
      { name: 'clear', weight: 3 },
      { name: 'noise', weight: 1, scale: { min: 0, max: 4 }, invert: true },
    ]
    expect(weightedTotal(dimensions, { clear: 8, noise: 1 }).total).toBeCloseTo(0.8 * 75 + 0.75 * 25, 9)
  })

  it('without a dimension is re-weighted over the rest', () => {
    const rest = unified.dimensions.filter(({ name }) => name !== 'persona')
    expect(weightedTotal(rest, { correctness: 9, depth: 6, quality: 6 }).total).toBeCloseTo(70, 9)
  })

  it.each([
    [{ correctness: 8, depth: 8, quality: 8, persona: null }, 62.5, 85],
    [{ correctness: 8, depth: 8, quality: 8 }, 62.5, 85],
    [{ correctness: null, depth: null, quality: null, persona: null }, 10, 100],
  ])('is open while %j lacks a value: the bounds count its ends', (values, lower, upper) => {
    const result = weightedTotal(unified.dimensions, values)
    expect(result.total).toBeNull()
    expect(result.bounds.lower).toBeCloseTo(lower, 9)
    expect(result.bounds.upper).toBeCloseTo(upper, 9)
  })

  it('of the highest values is 100 exactly, whatever the weights', () => {
    const dimensions = [0.07, 0.11, 0.29, 0.53].map((weight) => ({ name: `w${weight}`, weight }))
    expect(weightedTotal(dimensions, Object.fromEntries(dimensions.map(({ name }) => [name, 10]))).total).toBe(100)
  })

  it('an unjudged inverted dimension enters with the same ends as any other', () => {
    const noise = { name: 'noise', weight: 1, invert: true }
    expect(weightedTotal([noise], {}).bounds).toEqual({ lower: 10, upper: 100 })
  })
})

const scored = fc
  .uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      weight: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
      scale: fc.constantFrom({ min: 1, max: 10 }, { min: 0, max: 1 }, { min: 2, max: 5 }),
      invert: fc.boolean(),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      judged: fc.boolean(),
    }),
    { selector: ({ name }) => name, minLength: 1 },
  )
  .map((list) => ({
    dimensions: list.map(({ name, weight, scale, invert }) => ({ name, weight, scale, invert })),
    values: Object.fromEntries(
      list.map(({ name, scale, at, judged }) => [name, judged ? scale.min + at * (scale.max - scale.min) : null]),
    ),
    completed: Object.fromEntries(list.map(({ name, scale, at }) => [name, scale.min + at * (scale.max - scale.min)])),
  }))

describe('properties', () => {
  it('the bounds hold every completion of what is unjudged, and meet when nothing is', () => {
    fc.assert(
      fc.property(scored, ({ dimensions, values, completed }) => {
        const { bounds, total } = weightedTotal(dimensions, values)
        const whole = weightedTotal(dimensions, completed)
        expect(whole.total ?? -1).toBeGreaterThanOrEqual(bounds.lower - 1e-9)
        expect(whole.total ?? 101).toBeLessThanOrEqual(bounds.upper + 1e-9)
        expect(whole.bounds).toEqual({ lower: whole.total, upper: whole.total })
        expect(total === null).toBe(Object.values(values).includes(null))
      }),
    )
  })

  it('0 <= lower <= upper <= 100', () => {
    fc.assert(
      fc.property(scored, ({ dimensions, values }) => {
        const { lower, upper } = weightedTotal(dimensions, values).bounds
        expect(lower).toBeGreaterThanOrEqual(0)
        expect(upper).toBeGreaterThanOrEqual(lower)
        expect(upper).toBeLessThanOrEqual(100)
      }),
    )
  })

  it('neither the order of the dimensions nor a common factor of the weights matters', () => {
    const factor = fc.double({ min: 1e-3, max: 1e3, noNaN: true })
    fc.assert(
      fc.property(scored, factor, ({ dimensions, values }, by) => {
        const other = dimensions.map((dimension) => ({ ...dimension, weight: dimension.weight * by })).reverse()
        const [a, b] = [weightedTotal(dimensions, values).bounds, weightedTotal(other, values).bounds]
        expect(b.lower).toBeCloseTo(a.lower, 8)
        expect(b.upper).toBeCloseTo(a.upper, 8)
      }),
    )
  })
})
