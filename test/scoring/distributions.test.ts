import { expect, test } from 'vitest'
import { normalCdf, tQuantile, Z } from '../../src/scoring/distributions.js'

test.each([
  // Fisher & Yates, Statistical tables, table III, P = 0.05; as in the NIST/SEMATECH e-Handbook, 1.3.6.7.2.
  [3, 3.182, 0.005],
  [4, 2.776, 0.0015],
  [5, 2.571, 0.001],
  [6, 2.447, 0.0006],
  [7, 2.365, 0.0006],
  [8, 2.306, 0.0006],
  [9, 2.262, 0.0006],
  [10, 2.228, 0.0005],
  [12, 2.179, 0.0005],
  [15, 2.131, 0.0005],
  [19, 2.093, 0.0005],
  [20, 2.086, 0.0005],
  [24, 2.064, 0.0005],
  [29, 2.045, 0.0005],
  [30, 2.042, 0.0005],
  [40, 2.021, 0.0005],
  [60, 2.0, 0.0005],
  [120, 1.98, 0.0005],
  [1e9, 1.96, 0.0005],
])('t at 97.5 %% with %i degrees of freedom is %f', (freedom, quantile, error) => {
  expect(Math.abs(tQuantile(freedom) - quantile)).toBeLessThan(error)
})

test.each([
  // The same to nine digits.
  [10, 2.228138852, 2e-5],
  [12, 2.17881283, 1e-5],
  [15, 2.131449546, 5e-6],
  [20, 2.085963447, 1e-6],
])('t with %i degrees of freedom is as near to %f as its expansion comes', (freedom, quantile, error) => {
  expect(Math.abs(tQuantile(freedom) - quantile)).toBeLessThan(error)
})

test('with one or two degrees of freedom it is so large that all of a bootstrap lies below it', () => {
  for (const freedom of [1, 2])
    expect(normalCdf(-tQuantile(freedom) * Math.sqrt((freedom + 1) / freedom))).toBeLessThan(1e-6)
})

test.each([
  // Abramowitz & Stegun, table 26.1.
  [0, 0.5],
  [0.5, 0.69146246],
  [1, 0.84134475],
  [1.5, 0.9331928],
  [2, 0.97724987],
  [3, 0.9986501],
  [Z, 0.975],
])('the normal distribution up to %f is %f', (x, share) => {
  expect(normalCdf(x)).toBeCloseTo(share, 6)
  expect(normalCdf(-x)).toBeCloseTo(1 - share, 6)
})
