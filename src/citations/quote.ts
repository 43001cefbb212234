/**
 * Does a quote stand in a text? Word for word, but for white space, Unicode composition and invisible characters.
 *
 * @module
 */
import { foldText } from '../text.js'

const ELLIPSIS = /\s*(?:\[\.\.\.\]|\[…\]|\.\.\.|…)\s*/
const SIGN = /[^\s.…[\]]/u
const LETTER = /[\p{L}\p{N}]/u
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]/u

/**
 * What a quote must hold to prove anything. `word`: two letters or digits together; `letter`: one, unless words are left out of
 * it; `sign`: any visible character.
 */
export type LeastQuote = 'word' | 'letter' | 'sign'

/**
 * Whether the quote stands in the folded text. `...`, `…` and `[...]` elide: the pieces must occur in order.
 *
 * @param folded - The source, already through {@link foldText}.
 * @returns False for a quote that proves nothing, unless it is the whole text.
 */
export function hasQuote(folded: string, quote: string, least: LeastQuote = 'sign'): boolean {
  const whole = foldQuoted(quote)
  if (!SIGN.test(whole)) return false
  if (!proves(whole, least)) return folded === whole
  if (folded.includes(whole)) return true
  if (!ELLIPSIS.test(whole)) return false
  return findPieces(folded, whole) !== null
}

/** Where the pieces of a folded quote stand, in order; null where one does not. */
export function findPieces(folded: string, quote: string): readonly (readonly [start: number, end: number])[] | null {
  const found: (readonly [number, number])[] = []
  for (const piece of quote.split(ELLIPSIS).filter(Boolean)) {
    const at = folded.indexOf(piece, found.at(-1)?.[1] ?? 0)
    if (at < 0) return null
    found.push([at, at + piece.length])
  }
  return found
}

/** Whether the quote holds enough to prove anything wherever it stands. */
export function proves(quote: string, least: LeastQuote): boolean {
  const whole = foldQuoted(quote)
  if (least === 'sign') return SIGN.test(whole)
  return least === 'letter' && !ELLIPSIS.test(whole) ? LETTER.test(whole) : hasWord(whole)
}

/** Whether a text holds two letters or digits together. */
export function hasWord(text: string): boolean {
  return WORD.test(text)
}

/** Folded, with every control character that ends a line as white space. */
export function foldQuoted(text: string): string {
  return foldText(text.replace(/[\f\v\x85]/g, ' '))
}
