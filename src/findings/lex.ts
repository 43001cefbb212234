/**
 * Markdown's blocks, whatever the length of the text.
 *
 * @module
 */
import type { Token } from 'marked'
import { LinearLexer } from './linear-lexer.js'

/** Markdown's blocks. Only those are parsed: the inline grammar has no bearing on the structure. */
export function lexBlocks(markdown: string): Token[] {
  return splitLong(limitNesting(markdown)).flatMap((piece) => new LinearLexer().blockTokens(piece, []))
}

const MARK = '(?:>|(?:[-+*]|\\d{1,9}[.)])(?=[ \\t]))[ \\t]*'
const DEEP_NESTING = new RegExp(`^([ \\t]*(?:${MARK}){8})(?:${MARK})+`, 'gm')

/** Nobody nests quotes and lists deeper than this on one line, but the parser recurses into every level. */
function limitNesting(markdown: string): string {
  return markdown.replace(DEEP_NESTING, '$1')
}

/**
 * The lexer's patterns exhaust the call stack on blocks of some megabytes. Longer texts are therefore read in pieces of at most
 * this many characters, each of which begins at a heading if there is one, else after a blank line, a line or a word. A block
 * that is cut counts as two; nothing is left out.
 */
const LONGEST = 1_000_000
const CUTS = [/\n(?=#{1,6} )/g, /\n[ \t]*\n(?=\S)/g, /\n/g, /\s/g]

function splitLong(markdown: string): string[] {
  const pieces: string[] = []
  let start = 0
  while (markdown.length - start > LONGEST) {
    const end = start + cutOf(markdown.slice(start, start + LONGEST))
    pieces.push(markdown.slice(start, end))
    start = end
  }
  return [...pieces, markdown.slice(start)]
}

/** Where to cut in the second half of a piece: as late as the best of its ends allows. */
function cutOf(piece: string): number {
  const half = piece.length / 2
  const tail = piece.slice(half)
  for (const cut of CUTS) {
    const last = [...tail.matchAll(cut)].at(-1)
    if (last) return half + last.index + last[0].length
  }
  return piece.length
}
