/**
 * What to do about a dimension's score (spec/eval-sets.md, "Recommended actions").
 *
 * @module
 */
import type { SetDimension } from '../types.js'
import { isBelow } from './aggregate.js'

/** What to do about one dimension. It never changes whether the set passed. */
export type RecommendedAction = 're-run (block-on failed)' | 're-run (code defect)' | 'accept (process noise)' | 'none'

/**
 * The action for every dimension of a rubric. Block-on wins over the category.
 *
 * @param scores - By dimension, 0-1, in the dimension's own direction; one without a score gets `none`.
 * @param threshold - Fraction 0-1; for inverted dimensions `1 - score` is compared.
 * @param blockOn - Names of the dimensions that block.
 */
export function recommendActions(
  dimensions: readonly SetDimension[],
  scores: Readonly<Record<string, number>>,
  threshold: number,
  blockOn: readonly string[],
): Record<string, RecommendedAction> {
  return Object.fromEntries(
    dimensions.map((dimension) => {
      const score = scores[dimension.name]
      const low = score !== undefined && isBelow(dimension, score, threshold)
      return [dimension.name, low ? actOnLow(dimension, blockOn) : 'none']
    }),
  )
}

function actOnLow(dimension: SetDimension, blockOn: readonly string[]): RecommendedAction {
  if (blockOn.includes(dimension.name)) return 're-run (block-on failed)'
  return dimension.category === 'artifact' ? 're-run (code defect)' : 'accept (process noise)'
}
