import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passAllK, passAtK } from '../../src/scoring/pass-at-k.js'

test.each([
  // n, c, k, pass@k, pass^k: by counting the draws of k out of n by hand.
  [1, 0, 1, 0, 0],
  [1, 1, 1, 1, 1],
  [3, 1, 1, 1 / 3, 1 / 3],
  [3, 1, 2, 2 / 3, 0],
  [3, 1, 3, 1, 0],
  [3, 2, 2, 1, 1 / 3],
  [4, 2, 2, 5 / 6, 1 / 6],
  [5, 2, 3, 9 / 10, 0],
  [5, 3, 2, 9 / 10, 3 / 10],
  [10, 3, 5, 11 / 12, 0],
  [10, 7, 5, 1, 1 / 12],
])('of %i trials with %i passed, pass@%i is %f and pass^k %f', (trials, passed, k, at, all) => {
  expect(passAtK(trials, passed, k)).toBeCloseTo(at, 12)
  expect(passAllK(trials, passed, k)).toBeCloseTo(all, 12)
})

test('more trials than there are say nothing', () => {
  expect([passAtK(2, 2, 3), passAllK(2, 2, 3), passAtK(0, 0, 1)]).toEqual([null, null, null])
})

test('both are unbiased: over all draws of n trials they average 1 - (1-p)^k and p^k', () => {
  for (const p of [0.2, 0.7]) {
    for (const [n, k] of [
      [5, 3],
      [4, 4],
    ] as const) {
      const mean = (chance: typeof passAtK) =>
        Array.from(
          { length: n + 1 },
          (_, c) => binomial(n, c) * p ** c * (1 - p) ** (n - c) * (chance(n, c, k) ?? 0),
        ).reduce((sum, term) => sum + term, 0)
      expect(mean(passAtK)).toBeCloseTo(1 - (1 - p) ** k, 12)
      expect(mean(passAllK)).toBeCloseTo(p ** k, 12)
    }
  }
})

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k
}

test('pass^k falls and pass@k rises with k, both from the pass rate on', () => {
  const counts = fc.integer({ min: 1, max: 100 }).chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n })))
  fc.assert(
    fc.property(counts, ([n, c]) => {
      const ks = Array.from({ length: n }, (_, index) => index + 1)
      const at = ks.map((k) => passAtK(n, c, k) ?? Number.NaN)
      const all = ks.map((k) => passAllK(n, c, k) ?? Number.NaN)
      expect(at[0]).toBeCloseTo(c / n, 9)
      expect(all[0]).toBeCloseTo(c / n, 9)
      for (const index of ks.slice(1).keys()) {
        expect(at[index + 1]).toBeGreaterThanOrEqual((at[index] ?? 0) - 1e-12)
        expect(all[index + 1]).toBeLessThanOrEqual((all[index] ?? 0) + 1e-12)
      }
      expect([at.at(-1), all.at(-1)]).toEqual([c > 0 ? 1 : 0, c === n ? 1 : 0])
    }),
  )
})
