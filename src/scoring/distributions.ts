/**
 * The two distributions that intervals need.
 *
 * @module
 */

/** The 97.5 % quantile of the standard normal distribution. */
export const Z = 1.959963984540054

/** The normal distribution up to `x`, within 0.000000075: M. Abramowitz & I. Stegun, Handbook of Mathematical Functions (1964), 26.2.17. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  const tail = (series * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
  return x > 0 ? 1 - tail : tail
}

/**
 * The 97.5 % quantile of Student's t distribution, by its expansion at the normal one: Abramowitz & Stegun, 26.7.5.
 *
 * @param freedom - Degrees of freedom, from 1. The error is below 0.005 from 3 on, below 0.00002 from 10 on.
 */
export function tQuantile(freedom: number): number {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
    (79 * Z ** 9 + 776 * Z ** 7 + 1482 * Z ** 5 - 1920 * Z ** 3 - 945 * Z) / 92_160,
  ]
  return terms.reduce((total, term, index) => total + term / freedom ** (index + 1), Z)
}
