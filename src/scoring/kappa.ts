/**
 * Cohen's kappa: agreement of two raters beyond what their habits alone would give.
 *
 * @module
 */

/** Numbers with an order, yes or no, or a word. */
export type Rating = number | boolean | string

/** What two raters say of one thing. */
export type RatingPair = readonly [first: Rating, second: Rating]

/**
 * Kappa of words and yes or no (Cohen 1960); of numbers with quadratic weights (Cohen 1968), so that a near miss costs less
 * than a far one. Both are 1 - observed / expected disagreement, expected from each rater's own frequencies.
 *
 * @returns -1 to 1; null without pairs, and where both always say one and the same thing, so that there is nothing to agree on.
 */
export function kappa(pairs: readonly RatingPair[]): number | null {
  const { observed, expected } = pairs.every(isNumeric) ? squaredDistances(pairs) : differences(pairs)
  return expected === 0 ? null : 1 - observed / expected
}

interface Disagreement {
  readonly observed: number
  readonly expected: number
}

function isNumeric(pair: RatingPair): pair is readonly [number, number] {
  return pair.every((value) => typeof value === 'number')
}

function differences(pairs: readonly RatingPair[]): Disagreement {
  const n = pairs.length
  const [first, second] = [countValues(pairs.map(([a]) => a)), countValues(pairs.map(([, b]) => b))]
  let byChance = 0
  for (const [value, count] of first) byChance += count * (second.get(value) ?? 0)
  // In whole numbers, so that what is equal cancels.
  return { observed: pairs.filter(([a, b]) => a !== b).length * n, expected: n * n - byChance }
}

/** Round the first mean, which keeps large values with small differences exact. */
function squaredDistances(pairs: readonly (readonly [number, number])[]): Disagreement {
  const n = pairs.length
  const middle = pairs[0]?.[0] ?? 0
  let [observed, sumA, sumB, squares] = [0, 0, 0, 0]
  for (const [a, b] of pairs) {
    observed += (a - b) ** 2
    sumA += a - middle
    sumB += b - middle
    squares += (a - middle) ** 2 + (b - middle) ** 2
  }
  return { observed: observed * n, expected: n * squares - 2 * sumA * sumB }
}

/** How often each value is there. */
export function countValues<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
