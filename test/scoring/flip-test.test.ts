import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flipTest } from '../../src/scoring/flip-test.js'
import { mcnemarExact } from '../../src/scoring/mcnemar.js'
import { randomNumbers } from '../../src/scoring/random.js'

const only = (changes: readonly number[]) => flipTest([[Float64Array.from(changes)]])[0]?.[0]

test.each([
  [0, 0],
  [0, 5],
  [0, 6],
  [1, 9],
  [4, 6],
])('of %i that gained and %i that lost p is that of McNemar', (gained, lost) => {
  const changes = [...new Array(gained).fill(1), ...new Array(lost).fill(-1), 0, 0, 0]
  expect(only(changes)).toBeCloseTo(mcnemarExact(gained, lost), 12)
})

test('sizes count: by hand, 4 of the 8 ways to swap 1, 2 and 3 are at least as far from 0 as -1 + 2 + 3', () => {
  // Sums by all signs: 6, 4, 2, 0, 0, -2, -4, -6.
  expect(only([-1, 2, 3])).toBe(4 / 8)
  expect(only([1, 2, 3])).toBe(2 / 8)
  expect(only([10, 20, 30])).toBe(2 / 8)
})

test.each([
  // Computed by permutation_test of SciPy 1.17.1 (permutation_type='samples', all permutations).
  [[0.2, -0.1, 0.3, 0.25, 0.1], 6 / 32],
  [[-0.5, -0.25, -0.25, 0.25, -0.75, -0.5, -0.25, 0], 20 / 256],
  [[0.11, 0.42, -0.07, 0.31, 0.18, 0.02, -0.13, 0.27, 0.36], 26 / 512],
])('of %j p is that of SciPy', (changes, p) => {
  expect(only(changes)).toBeCloseTo(p, 12)
})

test('many changes are drawn, near the exact p, and never 0', () => {
  expect(only([...new Array(9).fill(1), ...new Array(21).fill(-1)])).toBeCloseTo(mcnemarExact(9, 21), 1.5)
  expect(only(new Array(40).fill(-1))).toBe(1 / 2_000)
})

test('a second figure of the same changes costs nothing, another group raises p, and no change has 1', () => {
  const loss = new Float64Array(8).fill(-0.3)
  const other = Float64Array.of(1, -1, 1, -1, 1, -1, 1, 1)
  expect(flipTest([[loss, loss]])).toEqual([[2 / 256, 2 / 256]])
  const [[own = 0] = [], [none = 0] = []] = flipTest([[loss], [other]])
  expect(own).toBeGreaterThan(2 / 256)
  expect(own).toBeLessThanOrEqual(4 / 256 + 0.01)
  expect(none).toBeGreaterThan(0.5)
  expect(flipTest([[new Float64Array(9), new Float64Array(0)]])).toEqual([[1, 1]])
  expect(flipTest([])).toEqual([])
})

test('p is from 0 to 1, the same each time, and the same for the opposite', () => {
  const changes = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 30 })
  fc.assert(
    fc.property(changes, (own) => {
      const p = only(own) ?? Number.NaN
      expect(p).toBeGreaterThan(0)
      expect(p).toBeLessThanOrEqual(1)
      expect(only(own)).toBe(p)
      expect(only(own.map((change) => -change))).toBe(p)
    }),
    { numRuns: 50 },
  )
})

test('of changes by chance alone p is below 0.05 in at most 5 %, although most are 0', () => {
  const next = randomNumbers(5)
  const chance = () => (next() < 0.7 ? 0 : next() - 0.5)
  const draw = () => [0, 1, 2].map(() => [Float64Array.from({ length: 20 }, chance)])
  const alarms = Array.from({ length: 500 }, () => Math.min(...flipTest(draw()).flat())).filter((p) => p < 0.05)
  expect(alarms.length / 500).toBeLessThanOrEqual(0.05)
  expect(alarms.length).toBeGreaterThan(5)
})
