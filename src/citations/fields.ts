/**
 * The fields of a citation in JSON, under all names in which they come.
 *
 * @module
 */
import { type LineRange, NO_LINE } from './claim.js'

type Fields = Readonly<Record<string, unknown>>

/** Without case, `_` and `-`. */
const NAMES = {
  path: ['path', 'file', 'filepath', 'filename'],
  quote: ['quote', 'quotation', 'excerpt', 'snippet', 'text'],
  first: ['line', 'lineno', 'linenumber', 'linestart', 'startline', 'firstline'],
  last: ['lineend', 'endline', 'lastline'],
  range: ['lines', 'range', 'linerange', 'linenumbers'],
} as const
const KNOWN: readonly string[] = Object.values(NAMES).flat()
const LINE_LIKE = /^line|lines?$|range$|^(?:position|location|loc|span|region)$/
const RANGE = /^L?(\d+)(?:\s*[-–—−:]\s*L?(\d+))?$/i

/** It names a place or gives a quote: with `path` or `quote`, or with a file and lines. */
export function isClaim(fields: Fields): boolean {
  const names = Object.keys(fields)
  if (names.includes('path') || names.includes('quote')) return true
  const folded = names.map(fold)
  return folded.some((name) => has('path', name)) && folded.some((name) => isLineLike(name))
}

/** It has any field of a citation. */
export function namesPlace(fields: Fields): boolean {
  return Object.keys(fields)
    .map(fold)
    .some((name) => has('path', name) || has('quote', name) || isLineLike(name))
}

/** A name under which the fields of a citation come. */
export function isField(name: string): boolean {
  return KNOWN.includes(fold(name)) || name === 'id'
}

/** The first text under one of the names. */
export function textField(fields: Fields, which: 'path' | 'quote'): string {
  for (const name of NAMES[which]) {
    const found = Object.entries(fields).find(([key, value]) => fold(key) === name && typeof value === 'string')
    if (found !== undefined) return found[1] as string
  }
  return ''
}

/**
 * The lines: 12, "12-14", "L12-L14", [12, 14], a first and a last. Null where none are given, which is the whole file; no
 * numbers where they cannot be read, or contradict each other.
 */
export function readLines(fields: Fields): LineRange | null {
  const given = Object.entries(fields)
    .map(([key, value]) => ({ name: fold(key), range: readRange(value) }))
    .filter(({ name, range }) => isLineLike(name) && range !== null)
  // A name that is not known may mean something else, but for numbers.
  if (given.some(({ name, range }) => !KNOWN.includes(name) && !Number.isNaN(range?.first))) return NO_LINE
  const known = given.flatMap(({ name, range }) => (range !== null && KNOWN.includes(name) ? [{ name, ...range }] : []))
  const lasts = known.flatMap(({ name, first, last }) => (has('first', name) && first === last ? [] : [last]))
  const firsts = known.flatMap(({ name, first }) => (has('last', name) ? [] : [first]))
  if (known.length === 0) return null
  return { first: agreed(firsts), last: agreed(lasts.length === 0 ? firsts : lasts) }
}

/** Null where nothing is given. */
function readRange(value: unknown): LineRange | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isInteger(value) ? { first: value, last: value } : NO_LINE
  if (Array.isArray(value)) return between(value[0], value.at(-1))
  if (typeof value === 'object' && value !== null) {
    const { line, start = line, from = start, first = from, end = from, to = end, last = to } = value as Fields
    return between(first, last)
  }
  const [, first, last = first] = RANGE.exec(String(value).trim()) ?? []
  return first === undefined ? NO_LINE : { first: Number(first), last: Number(last) }
}

function between(first: unknown, last: unknown): LineRange {
  return { first: readRange(first)?.first ?? Number.NaN, last: readRange(last)?.last ?? Number.NaN }
}

/** The one number that all say. */
function agreed(numbers: readonly number[]): number {
  const [one = Number.NaN, ...others] = numbers
  return others.every((other) => other === one) ? one : Number.NaN
}

function isLineLike(name: string): boolean {
  return has('first', name) || has('last', name) || LINE_LIKE.test(name)
}

function has(which: keyof typeof NAMES, name: string): boolean {
  return (NAMES[which] as readonly string[]).includes(name)
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '')
}
