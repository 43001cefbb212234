/**
 * Weighted totals of rubrics.
 *
 * @module
 */
import type { Bounds, Dimension } from '../types.js'

/** Values of a dimension without its own scale. */
export const DEFAULT_SCALE: { readonly min: number; readonly max: number } = { min: 1, max: 10 }

/** Weights divided by their sum. */
export function normalise(weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}

/** Share of a dimension's weight that a value earns: value / max; an inverted dimension's value is mirrored first. */
export function share(dimension: Dimension, value: number): number {
  const { min, max } = dimension.scale ?? DEFAULT_SCALE
  return (dimension.invert ? min + max - value : value) / max
}

/**
 * The total of a rubric: `sum(value / max * weight) * 100`, weights summing to 1 (spec/judging.md, "Rubrics"). Values 1-10
 * give 10-100.
 *
 * @param values - By dimension name; a missing or null value is unjudged and enters the bounds with both ends of its scale.
 * @returns `total` 0-100, null when anything is unjudged, and the bounds.
 */
export function weightedTotal(
  dimensions: readonly Dimension[],
  values: Readonly<Record<string, number | null | undefined>>,
): { total: number | null; bounds: Bounds } {
  let sum = 0
  let lower = 0
  let upper = 0
  let complete = true
  for (const dimension of dimensions) {
    const { min, max } = dimension.scale ?? DEFAULT_SCALE
    const value = values[dimension.name] ?? null
    const ends = value === null ? [share(dimension, min), share(dimension, max)] : [share(dimension, value)]
    complete &&= value !== null
    sum += dimension.weight
    lower += Math.min(...ends) * dimension.weight
    upper += Math.max(...ends) * dimension.weight
  }
  // Divided last: otherwise the rounding of each weight makes totals such as 100.00000000000001.
  const bounds = { lower: (lower / sum) * 100, upper: (upper / sum) * 100 }
  return { total: complete ? bounds.lower : null, bounds }
}
