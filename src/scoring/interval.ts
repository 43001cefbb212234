/**
 * How far a figure over some cases can be trusted: 95 % confidence intervals.
 *
 * @module
 */
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

/** The 97.5 % quantile of the standard normal distribution. */
const Z = 1.959963984540054

/**
 * Wilson's score interval for a rate, 0-1, without continuity correction: E. B. Wilson, Probable inference (JASA 22, 1927),
 * method 3 of R. G. Newcombe, Two-sided confidence intervals for the single proportion (Statistics in Medicine 17, 1998).
 *
 * @param hits - From 0 to `of`.
 * @param of - How many independent tries there were. Of none everything is possible.
 */
export function wilsonInterval(hits: number, of: number): Interval {
  if (of === 0) return { lower: 0, upper: 1 }
  const rate = hits / of
  const shrink = 1 + Z ** 2 / of
  const middle = (rate + Z ** 2 / (2 * of)) / shrink
  const half = (Z / shrink) * Math.sqrt((rate * (1 - rate)) / of + Z ** 2 / (4 * of ** 2))
  // At the ends of the scale the interval ends there, rounding apart.
  return { lower: hits === 0 ? 0 : middle - half, upper: hits === of ? 1 : middle + half }
}

/** How often is drawn anew. */
const RESAMPLES = 2_000

/**
 * Percentile bootstrap (B. Efron, Bootstrap methods, Annals of Statistics 7, 1979), first half: means over cases that are drawn
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
  // Counted: an iterator would take three times as long in what runs millions of times.
  for (let place = 0; place < drawn.length; place++) {
    const value = column[drawn[place] as number] as number
    if (Number.isNaN(value)) continue
    total += value
    known++
  }
  return total / known
}

/**
 * Percentile bootstrap, second half: what lies between the 2.5 % and 97.5 % quantiles.
 *
 * @param figures - One a draw; NaN where it is not defined.
 * @returns Null where fewer than half are defined.
 */
export function intervalOf(figures: Float64Array): Interval | null {
  const sorted = figures.filter((figure) => !Number.isNaN(figure)).sort()
  if (sorted.length === 0 || sorted.length * 2 < figures.length) return null
  return { lower: quantile(sorted, 0.025), upper: quantile(sorted, 0.975) }
}

/** Interval of a mean over cases, by percentile bootstrap. */
export function bootstrapMean(values: readonly number[]): Interval | null {
  const [means] = resampleMeans([Float64Array.from(values)])
  return means === undefined ? null : intervalOf(means)
}

/** Between the two nearest values, as R's type 7 has it. */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}
