/**
 * Scores as they are shown.
 *
 * @module
 */
import { SLACK } from './scoring/decide.js'

/** A fraction with two decimals, and more (at most six) where it has more: `0.70`, `0.755`. */
export function showFraction(value: number): string {
  const text = String(Number(value.toFixed(6)))
  return text.length < 4 ? value.toFixed(2) : text
}

/** A score with two decimals, and more (at most six) where two would make it look like the limit it misses: `0.746`. */
export function showScore(score: number, limit: number): string {
  let digits = 2
  while (digits < 6 && Math.abs(score - limit) > SLACK && score.toFixed(digits) === limit.toFixed(digits)) digits++
  return score.toFixed(digits)
}
