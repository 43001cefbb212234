import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mcnemarExact } from '../../src/scoring/mcnemar.js'

test.each([
  // gained, lost, p: 2 * sum of C(n, i) / 2^n for i up to the smaller count, by hand.
  [0, 0, 1],
  [0, 1, 1],
  [1, 1, 1],
  [0, 5, 2 / 32],
  [0, 6, 2 / 64],
  [1, 7, (2 * (1 + 8)) / 256],
  [2, 8, (2 * (1 + 10 + 45)) / 1024],
  [3, 9, (2 * (1 + 12 + 66 + 220)) / 4096],
  [5, 5, 1],
])('%i gained and %i lost have p = %f', (gained, lost, p) => {
  expect(mcnemarExact(gained, lost)).toBeCloseTo(p, 12)
  expect(mcnemarExact(lost, gained)).toBe(mcnemarExact(gained, lost))
})

test('an example of the literature: approval ratings in Agresti, Categorical Data Analysis (150 and 86 pairs differ)', () => {
  // The large-sample statistic there is (86 - 150)^2 / 236 = 17.36, with a p of 3e-5.
  expect(mcnemarExact(86, 150)).toBeGreaterThan(2e-5)
  expect(mcnemarExact(86, 150)).toBeLessThan(5e-5)
})

test('many pairs neither overflow nor lose the small end', () => {
  expect(mcnemarExact(50_000, 50_000)).toBe(1)
  expect(mcnemarExact(49_500, 50_500)).toBeCloseTo(0.00158, 4)
  expect(mcnemarExact(0, 5_000)).toBe(0)
})

test('it is a probability, smaller the more lopsided the same number of pairs is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 99 }), (n, low) => {
      const lost = Math.min(low, Math.floor(n / 2))
      const p = mcnemarExact(lost, n - lost)
      expect(p).toBeGreaterThanOrEqual(0)
      expect(p).toBeLessThanOrEqual(1)
      if (lost > 0) expect(mcnemarExact(lost - 1, n - lost + 1)).toBeLessThanOrEqual(p + 1e-12)
    }),
  )
})
