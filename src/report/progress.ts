/**
 * How far a run is, on one line.
 *
 * @module
 */
import type { JudgeProgress } from '../types.js'

/** How many tests have ended, of those that are known so far. */
export interface TestProgress {
  readonly done: number
  readonly total: number
}

/** `vitest-judge  34 of 120 tests, 6 requests under way, 20 waiting, 28 answered, 6 from recordings, 0.0123 USD`. */
export function describeProgress({ done, total }: TestProgress, judge: JudgeProgress): string {
  const { answered, recorded, inFlight, waiting, usd, pausedFor } = judge
  const count = (value: number, what: string) => (value === 0 ? [] : [`${value} ${what}`])
  return [
    `vitest-judge  ${done} of ${total} tests`,
    ...count(inFlight, 'under way'),
    ...count(waiting, 'waiting'),
    ...count(answered, 'answered'),
    ...count(recorded, 'from recordings'),
    ...(usd === null || answered === 0 ? [] : [`${usd.toFixed(4)} USD`]),
    ...(pausedFor === null ? [] : [`held back by the service for another ${Math.ceil(pausedFor / 1_000)} s`]),
  ].join(', ')
}
