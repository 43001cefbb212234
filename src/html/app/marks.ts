/**
 * Quotes in a text: where they stand, and the text in pieces that are marked or not.
 *
 * @module
 */
import { findQuote } from '../../citations/find-quote.js'

/** A piece of a text; `quote` is the number of the quote that marks it. */
export interface Piece {
  readonly text: string
  readonly quote: number | null
}

/** The text in pieces. Where quotes overlap, the earlier one in the text has the place. */
export function splitByQuotes(text: string, quotes: readonly string[]): readonly Piece[] {
  const spans = quotes
    .flatMap((quote, index) => findQuote(text, quote).map(([start, end]) => ({ start, end, index })))
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  const pieces: Piece[] = []
  let done = 0
  for (const { start, end, index } of spans) {
    if (end <= done) continue
    const from = Math.max(start, done)
    if (from > done) pieces.push({ text: text.slice(done, from), quote: null })
    pieces.push({ text: text.slice(from, end), quote: index })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), quote: null })
  return pieces
}

/** How a line of a diff is coloured. */
export type LineKind = 'file' | 'hunk' | 'added' | 'removed' | 'same'

/** Whether a text is a diff. */
export function isDiff(text: string): boolean {
  return /^(?:diff --git |--- \S|@@ -\d)/m.test(text)
}

/** What a line of a diff is. */
export function kindOfLine(line: string): LineKind {
  if (/^(?:diff |index |--- |\+\+\+ |new file|deleted file|rename |similarity |old mode|new mode)/.test(line))
    return 'file'
  if (line.startsWith('@@')) return 'hunk'
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same'
}

/** Pieces by line. */
export function splitLines(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]]
  for (const { text, quote } of pieces) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, quote })
    }
  }
  return lines
}
