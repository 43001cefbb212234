/**
 * Whether two runs differ by more than chance: a randomization test over paired changes.
 *
 * @module
 */
import { randomNumbers } from './random.js'

/** How often the runs are swapped at random, where all ways to swap them are more. */
const FLIPS = 2_000

/** A figure of one pair after the other, later less earlier; 0 where it did not change or is not known in both. */
export type Changes = Float64Array

/**
 * Paired randomization test (R. A. Fisher, The design of experiments, 1935, section 21): were the runs alike, each pair could as
 * well have come out the other way round, so for each a coin decides whether its changes count with the opposite sign. What counts
 * is the sum of a figure's changes over the root of the sum of their squares, and a figure's p is how often the largest of all figures
 * is as large as its own, whichever that is: the single-step maxT of P. H. Westfall & S. S. Young, Resampling-based multiple testing
 * (1993). So the chance of any false alarm among all figures is at most p; and no distribution is assumed, nor a number of pairs.
 *
 * @param groups - Figures of the same pairs stand together, because their coins are the same.
 * @returns In the same places: two-sided p, 0-1. It is exact for up to 10 pairs that changed; for more, coins are drawn 1,999 times and
 * what was found counts as one draw more (B. Phipson & G. K. Smyth, 2010), so that it is never below 1/2000.
 */
export function flipTest(groups: readonly (readonly Changes[])[]): readonly (readonly number[])[] {
  const changed = groups.map((group) => group.map(standardise(group)))
  const signs = new Float64Array(countPairs(changed)).fill(1)
  const found = changed.map((group) => group.map((changes) => Math.abs(sumSigned(changes, signs, 0))))
  const flips = Math.min(FLIPS, 2 ** signs.length)
  const toss = flips < FLIPS ? tossInOrder : tossAtRandom(randomNumbers())
  const largest = Float64Array.from({ length: flips }, (_, flip) => {
    // The first one leaves the runs as they are.
    if (flip > 0) toss(signs, flip)
    return findLargest(changed, signs)
  })
  return found.map((group) => group.map((size) => largest.filter((other) => other >= size - 1e-9).length / flips))
}

function findLargest(groups: readonly (readonly Changes[])[], signs: Float64Array): number {
  let largest = 0
  let start = 0
  for (const group of groups) {
    for (const changes of group) largest = Math.max(largest, Math.abs(sumSigned(changes, signs, start)))
    start += group[0]?.length ?? 0
  }
  return largest
}

/** Only pairs of which something changed, and the sum of the squares made 1, so that figures of any scale and number compare. */
function standardise(group: readonly Changes[]): (changes: Changes) => Changes {
  return (changes) => {
    const length = Math.sqrt(changes.reduce((sum, change) => sum + change ** 2, 0))
    const kept = changes.filter((_, index) => group.some((other) => Math.abs(other[index] ?? 0) > 1e-9))
    return kept.map((change) => (length < 1e-9 ? 0 : change / length))
  }
}

function countPairs(groups: readonly (readonly Changes[])[]): number {
  return groups.reduce((count, [first]) => count + (first?.length ?? 0), 0)
}

function sumSigned(changes: Changes, signs: Float64Array, start: number): number {
  let sum = 0
  for (let index = 0; index < changes.length; index++)
    sum += (changes[index] as number) * (signs[start + index] as number)
  return sum
}

function tossInOrder(signs: Float64Array, flip: number): void {
  for (let index = 0; index < signs.length; index++) signs[index] = 1 - 2 * ((flip >>> index) & 1)
}

function tossAtRandom(next: () => number): (signs: Float64Array) => void {
  return (signs) => {
    let coins = 0
    for (let index = 0; index < signs.length; index++) {
      if (index % 32 === 0) coins = Math.floor(next() * 2 ** 32)
      // Without a branch, which a coin would have the processor guess wrongly half of the time.
      signs[index] = 1 - 2 * (coins & 1)
      coins >>>= 1
    }
  }
}
