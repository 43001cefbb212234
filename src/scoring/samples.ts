/**
 * One value out of several samples of the same question.
 *
 * @module
 */
import type { SampleValue } from '../types.js'

/** What the samples come to. */
export interface Settled {
  /** Null when not more than half of the samples say anything, or at a tie. */
  readonly value: SampleValue
  /** As many say one thing as another. */
  readonly tie: boolean
  /** Maximum less minimum, in the votes' own unit; yes and no, or two words, are 1 apart. */
  readonly spread: number
}

/**
 * The median of numbers, of an even count the mean of the two in the middle; of anything else what the most samples say.
 * Samples that say nothing do not count, but more than half must say something.
 */
export function settleVotes(votes: readonly SampleValue[]): Settled {
  const given = votes.filter((vote) => vote !== null)
  const numbers = given.filter((vote) => typeof vote === 'number')
  const spread = numbers.length === given.length ? range(numbers) : new Set(given).size > 1 ? 1 : 0
  if (given.length * 2 <= votes.length) return { value: null, tie: false, spread }
  if (numbers.length === given.length) return { value: median(numbers), tie: false, spread }
  const counts = new Map<SampleValue, number>()
  for (const vote of given) counts.set(vote, (counts.get(vote) ?? 0) + 1)
  const [[first, most] = [null, 0], [, next] = [null, 0]] = [...counts].sort(([, a], [, b]) => b - a)
  return most > next ? { value: first, tie: false, spread } : { value: null, tie: true, spread }
}

function range(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : Math.max(...numbers) - Math.min(...numbers)
}

/** The middle of the sorted numbers; of an even count the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const low = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
  const high = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return (low + high) / 2
}
