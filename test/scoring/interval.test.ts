import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tQuantile, Z } from '../../src/scoring/distributions.js'
import {
  bootstrapMean,
  intervalOf,
  isAlike,
  resampleMeans,
  wilsonInterval,
  wilsonOfShares,
} from '../../src/scoring/interval.js'
import { randomNumbers } from '../../src/scoring/random.js'

test.each([
  // The four examples of Newcombe (1998), table I, method 3.
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])("Wilson's interval for %i of %i is %f to %f", (hits, of, lower, upper) => {
  const interval = wilsonInterval(hits, of)
  expect(interval.lower).toBeCloseTo(lower, 4)
  expect(interval.upper).toBeCloseTo(upper, 4)
})

test("Wilson's interval lies on the scale, holds the rate, is symmetric and shrinks with more tries", () => {
  const rates = fc
    .integer({ min: 1, max: 500 })
    .chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)))
  fc.assert(
    fc.property(rates, ([hits, of]) => {
      const { lower, upper } = wilsonInterval(hits, of)
      expect(lower).toBeGreaterThanOrEqual(0)
      expect(upper).toBeLessThanOrEqual(1)
      expect(lower).toBeLessThanOrEqual(hits / of)
      expect(upper).toBeGreaterThanOrEqual(hits / of)
      expect(wilsonInterval(of - hits, of).lower).toBeCloseTo(1 - upper, 12)
      const more = wilsonInterval(hits * 4, of * 4)
      expect(more.upper - more.lower).toBeLessThan(upper - lower)
    }),
  )
})

const fractions = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 60 })

test('a bootstrap interval is the same each time, holds the mean, and lies within the values unless they are alike', () => {
  fc.assert(
    fc.property(fractions, (values) => {
      const interval = bootstrapMean(values)
      expect(bootstrapMean(values)).toEqual(interval)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const alike = isAlike(Float64Array.from(values))
      expect(interval?.lower).toBeLessThanOrEqual(mean + 1e-9)
      expect(interval?.upper).toBeGreaterThanOrEqual(mean - 1e-9)
      expect(interval?.lower).toBeGreaterThanOrEqual(alike ? 0 : Math.min(...values) - 1e-9)
      expect(interval?.upper).toBeLessThanOrEqual(alike ? 1 : Math.max(...values) + 1e-9)
    }),
    { numRuns: 30 },
  )
})

test('it shrinks as the root of the number of cases, as the usual interval of a mean does', () => {
  const next = randomNumbers(1)
  const widthOf = (count: number) => {
    const { lower, upper } = bootstrapMean(Array.from({ length: count }, next)) ?? { lower: 0, upper: 0 }
    return upper - lower
  }
  // 2 * 1.96 * sqrt(1 / 12 / n) for values that are spread evenly over 0 to 1.
  for (const count of [50, 200, 800]) expect(widthOf(count) / (2 * 1.96 * Math.sqrt(1 / 12 / count))).toBeCloseTo(1, 0)
  expect(widthOf(50)).toBeGreaterThan(1.5 * widthOf(200))
  expect(widthOf(200)).toBeGreaterThan(1.5 * widthOf(800))
})

test.each([
  // Lower end by hand: all but 1 - 0.05^(1/n) of the cases are sure to be like these.
  [1, 20, 0.05 ** (1 / 20), 1],
  [0, 20, 0, 1 - 0.05 ** (1 / 20)],
  [0.5, 60, 0.5 * 0.05 ** (1 / 60), 1 - 0.5 * 0.05 ** (1 / 60)],
])('where all are %f in %i cases, the rule of three leaves %f to %f', (value, count, lower, upper) => {
  const interval = bootstrapMean(Array.from({ length: count }, () => value))
  expect(interval).toEqual({ lower: expect.closeTo(lower, 12), upper: expect.closeTo(upper, 12) })
  // As the rule has it: about 3 / n.
  expect((interval?.upper ?? 0) - (interval?.lower ?? 0)).toBeCloseTo(3 / count, 1)
})

test('differences that are alike leave room on both sides', () => {
  const { lower, upper } = bootstrapMean(new Array(24).fill(0), { lower: -1, upper: 1 }) ?? { lower: 0, upper: 0 }
  expect(upper).toBeCloseTo(1 - 0.05 ** (1 / 24), 12)
  expect(lower).toBeCloseTo(-upper, 12)
})

test('a figure that is seldom defined, or of fewer than two cases, has no interval', () => {
  expect(intervalOf(Float64Array.of(0.1, Number.NaN, Number.NaN), 20)).toBe(null)
  expect(intervalOf(Float64Array.of(0.1, Number.NaN), 20)).toEqual({ lower: 0.1, upper: 0.1 })
  expect(intervalOf(new Float64Array(), 20)).toBe(null)
  expect(bootstrapMean([])).toBe(null)
  expect(bootstrapMean([1])).toBe(null)
})

test('tails are as wide as a t interval is wider than a normal one', () => {
  // Hesterberg (2015): for n = 20 the nominal 2.5 % become about 1.6 %.
  const figures = Float64Array.from({ length: 10_001 }, (_, index) => index / 10_000)
  const { lower, upper } = intervalOf(figures, 20) ?? { lower: 1, upper: 0 }
  expect(lower).toBeCloseTo(0.0159, 3)
  expect(upper).toBeCloseTo(1 - lower, 9)
  expect(intervalOf(figures, 100_000)?.lower).toBeCloseTo(0.025, 4)
})

test("Wilson's interval over trials lies between those of as many cases and of as many trials", () => {
  const shares = Float64Array.from({ length: 30 }, (_, index) => [0, 1 / 3, 2 / 3, 1, 1, 1][index % 6] ?? 0)
  const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower
  expect(width(wilsonOfShares(shares))).toBeLessThan(width(wilsonInterval(20, 30)))
  expect(width(wilsonOfShares(shares))).toBeGreaterThan(width(wilsonInterval(60, 90)))
  // Trials that always agree tell no more than one of them would, but for what it costs not to know that: t for z.
  const agreeing = wilsonOfShares(shares.map(Math.round))
  expect(width(agreeing) / width(wilsonInterval(20, 30))).toBeCloseTo(1.04, 1)
  expect(wilsonOfShares(new Float64Array(20).fill(1))).toEqual(wilsonInterval(20, 20))
  // Variance of the mean 1 / 24 by hand, so 6 tries by it, and t of 3 degrees of freedom.
  const tries = 6 * (Z / tQuantile(3)) ** 2
  const { lower, upper } = wilsonOfShares(Float64Array.of(0, 0.5, 0.5, 1))
  expect(lower).toBeCloseTo(wilsonInterval(tries / 2, tries).lower, 12)
  expect(upper).toBeCloseTo(wilsonInterval(tries / 2, tries).upper, 12)
})

test('figures of one case stay together, and what a case lacks counts for nothing', () => {
  const odd = Float64Array.from({ length: 20 }, (_, index) => (index % 2 ? Number.NaN : index))
  const [all, double] = resampleMeans([odd, odd.map((value) => value * 2)])
  for (const [draw, mean] of (all ?? []).entries()) expect(double?.[draw]).toBeCloseTo(mean * 2, 9)
  expect(intervalOf(all ?? odd, 10)).toEqual({ lower: expect.any(Number), upper: expect.any(Number) })
})

test('the numbers are spread evenly, and pinned: another generator would change every interval', () => {
  const next = randomNumbers()
  const numbers = Array.from({ length: 20_000 }, next)
  expect(numbers.slice(0, 3)).toMatchInlineSnapshot(`
    [
      0.7100320369936526,
      0.286336648510769,
      0.9519026265479624,
    ]
  `)
  const tenths = numbers.reduce<number[]>((counts, number) => {
    const tenth = Math.floor(number * 10)
    counts[tenth] = (counts[tenth] ?? 0) + 1
    return counts
  }, [])
  expect(tenths.length).toBe(10)
  for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200)
})

test('Wilson of nothing leaves everything possible', () => {
  expect(wilsonInterval(0, 0)).toEqual({ lower: 0, upper: 1 })
})
