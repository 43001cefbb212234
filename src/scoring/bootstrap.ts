/**
 * Intervals of 95 % by resampling, for figures that are no means.
 *
 * @module
 */
import type { Bounds } from '../types.js'
import { intervalOf } from './interval.js'
import { randomNumbers } from './random.js'

/** How to resample. */
export interface BootstrapOptions {
  /** The same seed gives the same interval. Default 1. */
  readonly seed?: number
  /** How often. Default 2000. */
  readonly resamples?: number
}

/**
 * Expanded percentile bootstrap of 95 % ({@link intervalOf}), by cluster: whole clusters are drawn with replacement, so what belongs together stays together.
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
  const random = randomNumbers(seed)
  const values = new Float64Array(resamples)
  for (let round = 0; round < resamples; round++) {
    const sample = clusters.map(() => clusters[Math.floor(random() * clusters.length)] as T)
    values[round] = statistic(sample) ?? Number.NaN
  }
  return intervalOf(values, clusters.length)
}
