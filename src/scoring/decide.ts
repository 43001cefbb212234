/**
 * Bounds and a threshold make a verdict.
 *
 * @module
 */
import { badInput } from '../errors.js'
import type { Bounds, Verdict } from '../types.js'

/** Sums of decimal weights miss their value by rounding; this much is forgiven. */
export const SLACK = 1e-9

/**
 * Pass when the lower bound reaches the threshold, fail when the upper one does not, else unjudged.
 *
 * @param bounds - In the unit of `threshold`.
 */
export function decide(bounds: Bounds, threshold: number): Verdict {
  if (bounds.lower >= threshold - SLACK) return 'pass'
  if (bounds.upper < threshold - SLACK) return 'fail'
  return 'unjudged'
}

/** The strictest of several verdicts: one fail fails, else one unjudged leaves it open. */
export function allOf(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('fail')) return 'fail'
  return verdicts.includes('unjudged') ? 'unjudged' : 'pass'
}

/**
 * Checks a threshold or `min…` option: a fraction from 0 to 1.
 *
 * @throws {@link InputError} otherwise; 80 gets the hint to write 0.8.
 */
export function checkFraction(what: string, place: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  const percent = typeof value === 'number' && value > 1 && value <= 100
  throw badInput(what, {
    place: `\`${place}\``,
    expected: 'a fraction from 0 to 1',
    received: value,
    ...(percent ? { hint: `For ${value} % write ${value / 100}.` } : {}),
  })
}
