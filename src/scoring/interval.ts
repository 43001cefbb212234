/**
 * How far a figure over some cases can be trusted: 95 % confidence intervals.
 *
 * @module
 */
import { normalCdf, tQuantile, Z } from './distributions.js'
import { randomNumbers } from './random.js'

/** Ends of a 95 % confidence interval, in the unit of what it is about. */
export interface Interval {
  /** Lower end. */
  readonly lower: number
  /** Upper end. */
  readonly upper: number
}

/**
 * Fewer cases than this have no interval: a bootstrap of fewer says too often that it is certain, and Wilson's interval of fewer
 * covers most of the scale (docs/statistics.md, measured by `bench/intervals.mjs`).
 */
export const MIN_CASES = 20

/**
 * Wilson's score interval for a rate, 0-1, without continuity correction: E. B. Wilson, Probable inference (JASA 22, 1927),
 * method 3 of R. G. Newcombe, Two-sided confidence intervals for the single proportion (Statistics in Medicine 17, 1998).
 *
 * @param hits - From 0 to `of`.
 * @param of - How many independent tries there were, a fraction where some count in part. Of none everything is possible.
 */
export function wilsonInterval(hits: number, of: number): Interval {
  const rate = hits / of
  const shrink = 1 + Z ** 2 / of
  const middle = (rate + Z ** 2 / (2 * of)) / shrink
  const half = (Z / shrink) * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2))
  // At the ends of the scale the interval ends there, rounding apart, and of none at both.
  return { lower: hits === 0 ? 0 : middle - half, upper: hits === of ? 1 : middle + half }
}

/**
 * Wilson's interval for a rate over cases of several trials each, which are alike and so count for less than as many cases: with
 * the effective number of tries, `p (1 - p)` over the variance of the mean of the cases, times `(z / t)²` for the variance is
 * estimated too (E. L. Korn & B. I. Graubard, Survey Methodology 24, 1998). Where all cases are alike, each is one try.
 *
 * @param shares - Of each case the share of its trials that are hits, 0-1.
 */
export function wilsonOfShares(shares: Float64Array): Interval {
  const rate = meanOf(shares)
  const variance = shares.reduce((total, share) => total + (share - rate) ** 2, 0) / (shares.length - 1) / shares.length
  const tries = isAlike(shares)
    ? shares.length
    : ((rate * (1 - rate)) / variance) * (Z / tQuantile(shares.length - 1)) ** 2
  return wilsonInterval(rate * tries, tries)
}

/** How often is drawn anew. */
const RESAMPLES = 2_000

/**
 * Bootstrap of means (B. Efron, Bootstrap methods, Annals of Statistics 7, 1979), first half: means over cases that are drawn
 * anew. The case is the unit that is drawn, so that its trials, which are alike, do not count as so many cases, and its
 * dimensions stay together. The draws are the same each time: the same cases in the same order have the same means.
 *
 * @param columns - Figures of the same cases, one column a figure; NaN where a case has none.
 * @returns For each column its mean over each draw; NaN where no case that was drawn has the figure.
 */
export function resampleMeans(columns: readonly Float64Array[]): readonly Float64Array[] {
  const next = randomNumbers()
  const count = columns[0]?.length ?? 0
  const drawn = new Int32Array(count)
  const means = columns.map(() => new Float64Array(RESAMPLES))
  for (let resample = 0; resample < RESAMPLES; resample++) {
    for (let index = 0; index < count; index++) drawn[index] = Math.floor(next() * count)
    for (const [place, column] of columns.entries()) {
      const own = means[place]
      if (own !== undefined) own[resample] = meanOfDrawn(column, drawn)
    }
  }
  return means
}

function meanOfDrawn(column: Float64Array, drawn: Int32Array): number {
  let total = 0
  let known = 0
  // By far the most of the time is spent here; an iterator would take twice as long.
  for (let index = 0; index < drawn.length; index++) {
    const value = column[drawn[index] as number] as number
    if (Number.isNaN(value)) continue
    total += value
    known++
  }
  return total / known
}

/**
 * Bootstrap, second half: the expanded percentile interval of T. C. Hesterberg, What teachers should know about the bootstrap
 * (The American Statistician 69, 2015). What lies between the 2.5 % and 97.5 % quantiles is too narrow for few cases, as
 * a t interval with the normal quantile and n for n - 1 would be, so each tail is `Φ(-t √(n / (n - 1)))` instead.
 *
 * @param figures - One a draw; NaN where it is not defined.
 * @param count - n: how many cases, or other clusters, each draw had. From 2.
 * @returns Null where fewer than half are defined.
 */
export function intervalOf(figures: Float64Array, count: number): Interval | null {
  const sorted = figures.filter((figure) => !Number.isNaN(figure)).sort()
  if (sorted.length === 0 || sorted.length * 2 < figures.length) return null
  const tail = normalCdf(-tQuantile(count - 1) * Math.sqrt(count / (count - 1)))
  return { lower: quantile(sorted, tail), upper: quantile(sorted, 1 - tail) }
}

/**
 * Interval of a mean over cases that are all alike, from which no bootstrap can tell how much others would differ. Were a share q of
 * all cases unlike them, n in a row would be alike with a chance of `(1 - q)ⁿ`, which is 5 % at `q = 1 - 0.05^(1/n)`, the exact form
 * of the rule of three (J. A. Hanley & A. Lippman-Hand, JAMA 249, 1983). Those may lie at either end of the scale.
 *
 * @param value - Of each case.
 * @param count - n.
 */
export function intervalOfAlike(value: number, count: number, scale: Interval = FRACTION): Interval {
  const others = 1 - 0.05 ** (1 / count)
  return { lower: value + (scale.lower - value) * others, upper: value + (scale.upper - value) * others }
}

const FRACTION: Interval = { lower: 0, upper: 1 }

/**
 * Interval of a mean over cases.
 *
 * @param scale - Between what the values lie. Default 0-1.
 * @returns Null of fewer than two.
 */
export function bootstrapMean(values: readonly number[], scale: Interval = FRACTION): Interval | null {
  const [first, second] = values
  if (first === undefined || second === undefined) return null
  const column = Float64Array.from(values)
  if (isAlike(column)) return intervalOfAlike(first, values.length, scale)
  const [means = new Float64Array()] = resampleMeans([column])
  return intervalOf(means, values.length)
}

/** Whether all values are the same, rounding apart. */
export function isAlike(values: Float64Array): boolean {
  const [first = 0] = values
  return values.every((value) => Math.abs(value - first) < 1e-9)
}

function meanOf(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}

/** Between the two nearest values, as R's type 7 has it. */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}
