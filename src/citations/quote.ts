/**
 * Does a quote stand in a text? Word for word, but for white space, Unicode composition and invisible characters.
 *
 * @module
 */
import { foldText } from '../text.js'

const ELLIPSIS = /\s*(?:\[\.\.\.\]|\[…\]|\.\.\.|…)\s*/

/**
 * Whether the quote stands in the folded text. `...`, `…` and `[...]` elide: the pieces must occur in order.
 *
 * @param folded - The source, already through {@link foldText}.
 * @returns False for a quote without any letter, digit or other visible character.
 */
export function hasQuote(folded: string, quote: string): boolean {
  const whole = foldText(quote)
  if (!/[^\s.…[\]]/u.test(whole)) return false
  if (folded.includes(whole)) return true
  let from = 0
  for (const piece of whole.split(ELLIPSIS).filter(Boolean)) {
    const at = folded.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return true
}
