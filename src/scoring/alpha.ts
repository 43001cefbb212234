/**
 * Krippendorff's alpha: agreement of any number of raters, of whom not all need to have rated everything.
 *
 * @module
 */
import { countValues, type Rating } from './kappa.js'
import { midranks } from './ranks.js'

/** What a difference means: any counts alike, ranks apart, or distance. */
export type Level = 'nominal' | 'ordinal' | 'interval'

/**
 * Alpha = 1 - observed / expected disagreement over all values that can be paired (Krippendorff 2011, "Computing Krippendorff's
 * Alpha-Reliability"). Units with fewer than two values do not count. Ordinal differences are those of mid-ranks, which is the
 * same as his sum of frequencies between two values.
 *
 * @param units - For each thing that was rated the values that it got, in any order.
 * @param level - `ordinal` and `interval` need numbers.
 * @returns At most 1, below 0 for less agreement than by chance; null where nothing can be paired or nothing differs anywhere.
 */
export function alpha(units: readonly (readonly Rating[])[], level: Level): number | null {
  const paired = units.filter((values) => values.length > 1)
  if (level === 'nominal') return alphaOf(paired, differingPairs)
  const numbers = paired as readonly (readonly number[])[]
  if (level === 'interval') return alphaOf(centre(numbers), squaredPairs)
  const ranks = midranks(numbers.flat())
  return alphaOf(
    numbers.map((values) => values.map((value) => ranks.get(value) ?? 0)),
    squaredPairs,
  )
}

/** @param spread - Sum of the differences of all ordered pairs of values. */
function alphaOf<T>(units: readonly (readonly T[])[], spread: (values: readonly T[]) => number): number | null {
  const all = units.flat()
  const total = spread(all)
  if (total === 0) return null
  const within = units.reduce((sum, values) => sum + spread(values) / (values.length - 1), 0)
  return 1 - ((all.length - 1) * within) / total
}

function differingPairs(values: readonly Rating[]): number {
  let alike = 0
  for (const count of countValues(values).values()) alike += count * count
  return values.length ** 2 - alike
}

function squaredPairs(values: readonly number[]): number {
  if (values.every((value) => value === values[0])) return 0
  const sum = values.reduce((total, value) => total + value, 0)
  return 2 * values.length * values.reduce((total, value) => total + value * value, 0) - 2 * sum * sum
}

/** Large values with small differences stay exact. */
function centre(units: readonly (readonly number[])[]): number[][] {
  const middle = units[0]?.[0] ?? 0
  return units.map((values) => values.map((value) => value - middle))
}
