/**
 * Intervals of 95 % round what a sample says: by formula for rates, by resampling for everything else.
 *
 * @module
 */
import type { Bounds } from '../types.js'

/**
 * Wilson's score interval of a rate (Wilson 1927; method 3 of Newcombe 1998).
 *
 * @param z - Of the normal distribution; the default is that of 95 %.
 * @returns Fractions 0-1; everything is possible where nothing was counted.
 */
export function wilson(successes: number, n: number, z = 1.959963984540054): Bounds {
  if (n === 0) return { lower: 0, upper: 1 }
  const rate = successes / n
  const square = z * z
  const middle = (rate + square / (2 * n)) / (1 + square / n)
  const half = (z / (1 + square / n)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n))
  // At the ends the formula gives 0 and 1 but for rounding.
  return {
    lower: successes === 0 ? 0 : Math.max(0, middle - half),
    upper: successes === n ? 1 : Math.min(1, middle + half),
  }
}

/** How to resample. */
export interface BootstrapOptions {
  /** The same seed gives the same interval. Default 1. */
  readonly seed?: number
  /** How often. Default 2000. */
  readonly resamples?: number
}

/**
 * Percentile bootstrap of 95 %, by cluster: whole clusters are drawn with replacement, so what belongs together stays together.
 *
 * @param statistic - Null where a sample says nothing, such as kappa where all say the same; such samples do not count.
 * @returns Null where fewer than half of the samples say anything.
 */
export function bootstrap<T>(
  clusters: readonly T[],
  statistic: (sample: readonly T[]) => number | null,
  { seed = 1, resamples = 2000 }: BootstrapOptions = {},
): Bounds | null {
  if (clusters.length < 2) return null
  const random = mulberry32(seed)
  const values: number[] = []
  for (let round = 0; round < resamples; round++) {
    const sample = clusters.map(() => clusters[Math.floor(random() * clusters.length)] as T)
    const value = statistic(sample)
    if (value !== null) values.push(value)
  }
  if (values.length * 2 < resamples) return null
  values.sort((a, b) => a - b)
  return { lower: quantile(values, 0.025), upper: quantile(values, 0.975) }
}

/** Linear between neighbours, type 7 of Hyndman and Fan 1996. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

/** Mulberry32 (T. Ettinger, public domain): its numbers are the same on every machine. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
