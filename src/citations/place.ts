/**
 * Places in bold text: `path#L12-L14`, `path:12-14`, `path (lines 12-14)`.
 *
 * @module
 */
import { type LineRange, NO_LINE } from './claim.js'

/** A place as the answer gives it. */
export interface Place {
  readonly path: string
  /** Null: the whole file. */
  readonly lines: LineRange | null
}

/** In asterisks, in tags, in underscores; the last may hold names such as `__init__.py`. */
const BOLD =
  /\*\*([^*]+)\*\*|<(?:b|strong)>([^<]+)<\/(?:b|strong)>|(?<!\w)__((?:[^_]|_(?!_)|__[a-z]+__(?=[./]))+)__(?!\w)/gi
const LINK = /\[([^[\]]*)\]\([^()]*\)/g
const WRAPPED = /^\((.*)\)$|^\[(.*)\]$|^"(.*)"$|^'(.*)'$/
const LABEL = /^[^:/#.]{1,40}:\s+(?=\S)/
/** Where the lines begin: behind `#L`, `#`, `:` or the word. */
const LINES = /(#L|#)(?=\d)|:\s{0,4}L?(?=\d)|[\s,;(:]{1,4}(?:at )?lines? ?#?(?=\d)/i
const RANGE = /^(\d+)(?: ?[-–—−] ?L?(\d+))?/i
/** Behind a range: more of it that cannot be read. A column may stand there. */
const MORE = /^\w|^\s*(?:[,;&+/–—−-]|and|to|\.\.+)\s*L?\d/i
/** With a name, so that versions and numbers are none. */
const EXTENSION = /\.[A-Za-z]\w*$/
const URL = /^[a-z][a-z+.-]*:\/\//i

/**
 * The first bold text of a line that names a place. Lines that are there and cannot be read are no numbers, so that the
 * citation fails in place of being overlooked.
 *
 * @param isQuoted - A block quote is the next thing. Else bold text has to be nothing but a path: with a folder and an
 * extension, or with one of them and a line.
 */
export function citedPlace(line: string, isQuoted: boolean): Place | null {
  for (const [, stars, tags, underscores] of line.matchAll(BOLD)) {
    const place = readPlace(plain(stars ?? tags ?? underscores ?? ''), isQuoted)
    if (place !== null) return place
  }
  return null
}

function plain(bold: string): string {
  const text = bold.replaceAll('`', '').replace(LINK, '$1').trim()
  const ended = text.replace(/[:;,.!?]{1,4}$/, '')
  return ended.replace(WRAPPED, '$1$2$3$4').replace(LABEL, '').trim()
}

function readPlace(text: string, isQuoted: boolean): Place | null {
  const start = LINES.exec(text)
  const path = (start === null ? text : text.slice(0, start.index)).trim()
  const [mark = '', anchor] = start ?? []
  if (anchor?.toUpperCase() !== '#L' && !looksLikePath(path, mark, isQuoted)) return null
  return { path, lines: start === null ? null : readRange(text.slice(start.index + mark.length)) }
}

function readRange(text: string): LineRange {
  const [whole = '', first, last = first] = RANGE.exec(text) ?? []
  return MORE.test(text.slice(whole.length)) ? NO_LINE : { first: Number(first), last: Number(last) }
}

function looksLikePath(path: string, mark: string, isQuoted: boolean): boolean {
  const [hasFolder, hasExtension, hasLine] = [path.includes('/'), EXTENSION.test(path), mark !== '']
  if (URL.test(path) || path === '') return false
  if (/\s/.test(path)) return hasLine && hasExtension
  // `Makefile:3` is a place, and so may be `10:30`; `Issue #3` is none.
  if (isQuoted) return hasFolder || (hasLine && (hasExtension || /^:L?$/i.test(mark)))
  return hasLine ? hasFolder || hasExtension : hasFolder && hasExtension
}
