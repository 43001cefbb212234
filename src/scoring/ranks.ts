/**
 * Ranks, and correlation by them.
 *
 * @module
 */
import { countValues } from './kappa.js'

/** The mean rank of each value, from 1. */
export function midranks(values: readonly number[]): Map<number, number> {
  const ranks = new Map<number, number>()
  let below = 0
  for (const [value, count] of [...countValues(values)].sort(([a], [b]) => a - b)) {
    ranks.set(value, below + (count + 1) / 2)
    below += count
  }
  return ranks
}

/**
 * Spearman's rank correlation: Pearson's of the mid-ranks, so that ties are right.
 *
 * @returns -1 to 1; null where one side never changes.
 */
export function spearman(pairs: readonly (readonly [x: number, y: number])[]): number | null {
  const [rankX, rankY] = [midranks(pairs.map(([x]) => x)), midranks(pairs.map(([, y]) => y))]
  const middle = (pairs.length + 1) / 2
  let [both, ownX, ownY] = [0, 0, 0]
  for (const [x, y] of pairs) {
    const [dx, dy] = [(rankX.get(x) ?? middle) - middle, (rankY.get(y) ?? middle) - middle]
    both += dx * dy
    ownX += dx * dx
    ownY += dy * dy
  }
  return ownX === 0 || ownY === 0 ? null : Math.max(-1, Math.min(1, both / Math.sqrt(ownX * ownY)))
}
