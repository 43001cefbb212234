/**
 * Citations in Markdown: a bold place, and the block quotes that follow it; then those in its JSON.
 *
 * @module
 */
import { jsonObjectsIn } from '../reply/json-objects.js'
import { stripHidden } from '../text.js'
import type { LooseClaim } from './claim.js'
import { claimsIn, noClaim } from './json.js'
import { citedPlace, type Place } from './place.js'

/** At any depth, also as an item of a list. */
const QUOTED = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+){0,3}> ?/
const HEADING = /^ {0,3}#{1,6}\s/
const JSON_FENCE = /^ {0,3}(`{3,}|~{3,})[ \t]*json[ \t]*$/i
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** A fence that may hold JSON: it says so, or says nothing. */
const ANY_JSON_FENCE = /^\s*(?:`{3,}|~{3,})[ \t]*(json\w*)?[ \t]*$/i
const ANY_FENCE = /^\s*(?:`{3,}|~{3,})/
/** Quotes in quotes are looked into so deep. */
const DEEPEST = 8

interface Cited {
  readonly place: Place
  readonly quotes: string[]
}

/**
 * Citations of a text, then those in its JSON. A line holds one at most, the first. The block quotes up to the next citation are
 * its own; once it has one, a heading ends it. A quote that follows no citation is none, but may hold some.
 */
export function readMarkdownClaims(text: string): LooseClaim[] {
  const { prose, claims } = takeJson(stripHidden(text).split('\n'))
  const unquoted = prose.map((line) => (QUOTED.test(line) ? '' : line)).join('\n')
  // Its texts are read with the prose.
  const bare = jsonObjectsIn(unquoted).flatMap(({ value }) => claimsIn(value))
  return [...claimsOfLines(prose, 0), ...claims, ...bare]
}

function claimsOfLines(lines: readonly string[], depth: number): LooseClaim[] {
  const reader = new Reader(depth)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const quote = quoteAt(lines, at)
    if (quote.length > 0) reader.quote(quote)
    else reader.line(line, isQuotedNext(lines, at))
    at += Math.max(0, quote.length - 1)
  }
  return reader.claims
}

/** Takes lines and quotes as they come. */
class Reader {
  readonly #depth: number
  readonly #found: (Cited | LooseClaim[])[] = []
  /** The citation that further quotes belong to. */
  #open: Cited | null = null

  constructor(depth: number) {
    this.#depth = depth
  }

  line(line: string, isQuoted: boolean): void {
    const place = citedPlace(line, isQuoted)
    if (place !== null) {
      this.#open = { place, quotes: [] }
      this.#found.push(this.#open)
    } else if (HEADING.test(line) && !this.#isBare()) this.#open = null
  }

  quote(lines: readonly string[]): void {
    // What the first quote of a citation holds is text of the source.
    const inner = this.#isBare() || this.#depth === DEEPEST ? [] : claimsOfLines(lines, this.#depth + 1)
    if (inner.length > 0) {
      this.#found.push(inner)
      this.#open = null
    } else this.#open?.quotes.push(lines.join('\n'))
  }

  get claims(): LooseClaim[] {
    return this.#found.flatMap((one) => (Array.isArray(one) ? one : claimsOf(one)))
  }

  #isBare(): boolean {
    return this.#open?.quotes.length === 0
  }
}

function claimsOf({ place, quotes }: Cited): LooseClaim[] {
  return quotes.length === 0 ? [{ ...place, quote: '' }] : quotes.map((quote) => ({ ...place, quote }))
}

/** A block quote is the very next thing. */
function isQuotedNext(lines: readonly string[], at: number): boolean {
  const next = lines[at + 1]?.trim() === '' ? lines[at + 2] : lines[at + 1]
  return QUOTED.test(next ?? '')
}

function quoteAt(lines: readonly string[], from: number): string[] {
  const block: string[] = []
  for (let at = from; QUOTED.test(lines[at] ?? ''); at++) block.push((lines[at] ?? '').replace(QUOTED, ''))
  return block
}

/** Citations of the JSON in fences, wherever they stand, and the text without those. */
function takeJson(lines: readonly string[]): { prose: string[]; claims: LooseClaim[] } {
  const fences = lines.flatMap((line, at) => (ANY_FENCE.test(line) ? [at] : []))
  const found = fences.flatMap((from, index) => {
    const [fence, label] = ANY_JSON_FENCE.exec(lines[from] ?? '') ?? []
    const to = fences[index + 1] ?? lines.length
    const claims = fence === undefined ? null : claimsOfJson(lines.slice(from + 1, to).join('\n'), label !== undefined)
    return claims === null ? [] : [{ from, to, claims }]
  })
  const starts = [0, ...found.map(({ to }) => to + 1)]
  const prose = starts.flatMap((start, index) => lines.slice(start, found[index]?.from))
  return { prose, claims: found.flatMap(({ claims }) => claims) }
}

/** Null where the text is no JSON. */
function claimsOfJson(text: string, isLabelled: boolean): LooseClaim[] | null {
  const values = valuesIn(text)
  if (values !== null) return values.flatMap((value) => claimsIn(value, readMarkdownClaims))
  // Broken, so that nobody can say which quote is meant.
  return isLabelled && /"quote"\s*:/.test(text) ? [noClaim(text)] : null
}

/** A value, or one a line; null where it is no JSON. */
function valuesIn(text: string): unknown[] | null {
  if (!/^\s*[[{]/.test(text)) return null
  for (const parts of [[text], text.split('\n').filter((line) => line.trim() !== '')]) {
    try {
      return parts.map((part) => JSON.parse(part) as unknown)
    } catch {
      // The other form, or none.
    }
  }
  return null
}

/** The JSON in the last `json` fence of a text, when nothing comes after it; null otherwise. */
export function closingJson(text: string): { readonly value: unknown } | null {
  const lines = stripHidden(text).trimEnd().split('\n')
  const at = lines.findLastIndex((line) => JSON_FENCE.test(line))
  const [, fence = ''] = JSON_FENCE.exec(lines[at] ?? '') ?? []
  const inside = lines.slice(at + 1, -1)
  const closes = lines.length - 1 > at && (lines.at(-1) ?? '').trim().startsWith(fence)
  if (at < 0 || !closes || inside.some((line) => FENCE.test(line))) return null
  try {
    return { value: JSON.parse(inside.join('\n')) as unknown }
  } catch {
    return null
  }
}
