/**
 * Scores as they are shown.
 *
 * @module
 */
import { SLACK } from './scoring/decide.js'

/** Sums of weights lie a hair below the number they stand for; half a digit must still round up. */
function fixed(value: number, digits: number): string {
  return (value + SLACK).toFixed(digits)
}

/** A fraction with two decimals, and more (at most six) where it has more: `0.70`, `0.755`. */
export function showFraction(value: number): string {
  const text = String(Number(value.toFixed(6)))
  return text.length < 4 ? fixed(value, 2) : text
}

/** A fraction that was computed, with two decimals: `0.41`. */
export function showRate(value: number): string {
  return fixed(value, 2)
}

/** A count, or seconds or USD with as many decimals as they have, at most six: `12,345`, `0.0123`. */
export function showAmount(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 })
}

/** A score with two decimals, and more (at most six) where two would make it look like the limit it misses: `0.746`. */
export function showScore(score: number, limit: number): string {
  let digits = 2
  while (digits < 6 && Math.abs(score - limit) > SLACK && fixed(score, digits) === fixed(limit, digits)) digits++
  return fixed(score, digits)
}
