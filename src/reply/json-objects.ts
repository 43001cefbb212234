/**
 * JSON objects in a text, wherever they stand. The time it takes grows with the length of the text and no faster, whatever
 * the text holds.
 *
 * @module
 */

/** Something in a text that may be an answer. */
export interface Found {
  /** As it stands there. */
  readonly text: string
  readonly value: unknown
}

/** Braces that belong together. */
interface Span {
  readonly start: number
  readonly end: number
  /** Levels of braces in it. */
  readonly height: number
  readonly children: readonly Span[]
}

interface Open {
  readonly start: number
  readonly children: Span[]
  height: number
}

/** No answer nests deeper; what does could exhaust the stack of whoever walks it. */
const MAX_HEIGHT = 64
/** How often, on average, a character may be parsed: text between braces is tried from the outside in. */
const MAX_PARSES = 8

/** The outermost objects that are whole and strict JSON, in their order. */
export function jsonObjectsIn(text: string): Found[] {
  const found: Found[] = []
  const pending = findSpans(text).reverse()
  let room = MAX_PARSES * text.length
  for (let span = pending.pop(); span !== undefined && room > 0; span = pending.pop()) {
    const raw = text.slice(span.start, span.end)
    room -= raw.length
    const value = span.height > MAX_HEIGHT ? undefined : parse(raw)
    if (value !== undefined) found.push({ text: raw, value })
    else for (let index = span.children.length - 1; index >= 0; index--) pending.push(span.children[index] ?? span)
  }
  return found
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Outermost pairs of braces. A brace that is never closed does not hide those behind it. */
function findSpans(text: string): Span[] {
  const roots: Span[] = []
  const open: Open[] = []
  for (let index = 0; index < text.length; index++) {
    const mark = text.charAt(index)
    if (mark === '{') open.push({ start: index, children: [], height: 1 })
    else if (mark === '}') close(open, index + 1, roots)
    // In prose outside of braces a quotation mark may stand alone.
    else if (mark === '"' && open.length > 0) index = endOfString(text, index)
  }
  return [...roots, ...open.flatMap(({ children }) => children)]
}

/** Where a JSON string ends: at its quotation mark, or at the end of the line, which no JSON string holds. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const mark = text.charAt(index)
    if (mark === '"' || mark === '\n') return index
    if (mark === '\\') index++
  }
  return text.length
}

function close(open: Open[], end: number, roots: Span[]): void {
  const span = open.pop()
  if (span === undefined) return
  const parent = open.at(-1)
  if (parent !== undefined) parent.height = Math.max(parent.height, span.height + 1)
  const siblings = parent?.children ?? roots
  siblings.push({ ...span, end })
}
