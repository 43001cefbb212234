import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bootstrap, wilson } from '../../src/scoring/intervals.js'

// Newcombe 1998, "Two-sided confidence intervals for the single proportion", table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [20, 20, 0.8389, 1],
])('Wilson of %d in %d lies between %d and %d', (successes, n, lower, upper) => {
  const interval = wilson(successes, n)
  expect(interval.lower).toBeCloseTo(lower, 4)
  expect(interval.upper).toBeCloseTo(upper, 4)
})

it('nothing counted leaves everything possible', () => {
  expect(wilson(0, 0)).toEqual({ lower: 0, upper: 1 })
})

it('property: the rate lies in its interval, and the complement has the mirrored one', () => {
  const counts = fc
    .integer({ min: 1, max: 1000 })
    .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
  fc.assert(
    fc.property(counts, ([successes, n]) => {
      const [{ lower, upper }, mirrored] = [wilson(successes, n), wilson(n - successes, n)]
      expect(lower).toBeLessThanOrEqual(successes / n)
      expect(upper).toBeGreaterThanOrEqual(successes / n)
      expect(mirrored.lower).toBeCloseTo(1 - upper, 12)
    }),
  )
})

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

it('the bootstrap of a mean comes near the interval of the normal distribution', () => {
  const values = Array.from({ length: 100 }, (_, index) => index)
  const half = (1.96 * Math.sqrt((100 ** 2 - 1) / 12)) / 10
  const { lower = 0, upper = 0 } = bootstrap(values, mean) ?? {}
  expect(Math.abs(lower - (49.5 - half))).toBeLessThan(0.5)
  expect(Math.abs(upper - (49.5 + half))).toBeLessThan(0.5)
})

it('the same seed gives the same interval, another one another', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6]
  expect(bootstrap(values, mean, { seed: 7 })).toEqual(bootstrap(values, mean, { seed: 7 }))
  expect(bootstrap(values, mean, { seed: 7 })).not.toEqual(bootstrap(values, mean, { seed: 8 }))
})

it('a cluster is drawn whole', () => {
  const clusters = [
    [1, -1],
    [2, -2],
    [3, -3],
  ]
  expect(bootstrap(clusters, (sample) => mean(sample.flat()))).toEqual({ lower: 0, upper: 0 })
})

it('one cluster, or samples that mostly say nothing, have no interval', () => {
  expect(bootstrap([1], mean)).toBeNull()
  expect(bootstrap([1, 2, 3], () => null)).toBeNull()
})
