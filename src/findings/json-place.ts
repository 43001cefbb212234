/**
 * Places in JSON objects, under the names that review tools give to files and lines.
 *
 * @module
 */
import { findLines, findPlace, type Place, toSlashes } from './place.js'

/** An object with its keys in lower case, without `_`, `-` and white space. */
export type Fields = Readonly<Record<string, unknown>>

const FILE_KEYS = ['file', 'path', 'filename', 'filepath', 'relevantfile', 'uri']
/** Texts under these keys may name a file, or something else. */
const LOCATION_KEYS = ['location', 'source']
const START_KEYS = 'startline linestart relevantlinesstart line linenumber row begin start originalline'.split(' ')
/** GitHub's `line` is the last one where there is a `start_line`. */
const END_KEYS = ['endline', 'lineend', 'relevantlinesend', 'endrow', 'end', 'line']
const RANGE_KEYS = ['lines', 'linerange', 'range', 'line']
/** Objects, or lists of objects, that only say where something is. */
const PLACE_KEYS = 'location locations position positions pos range lines start begin'.split(' ')
const DEEPEST = 4

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object's fields by their plain names. Of two keys with one name the first counts. */
export function readFields(object: object): Fields {
  const fields: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) {
    const name = key.toLowerCase().replace(/[_\-\s]/g, '')
    if (!Object.hasOwn(fields, name)) fields[name] = value
  }
  return fields
}

/** The place that an object names, itself or in objects that only say where. */
export function readPlace(fields: Fields, depth = 0): Place {
  const inner = PLACE_KEYS.map((key) => readInner(fields[key], depth))
  const named = readFile(fields)
  const file = named.file ?? inner.find((place) => place.file !== undefined)?.file
  const own = [readOwnLines(fields), ...RANGE_KEYS.map((key) => readRange(fields[key])), named]
  const start = [...own, ...inner].find((place) => place.line !== undefined)
  const last = readInner(fields['end'], depth).line ?? 0
  return {
    ...(file === undefined ? {} : { file }),
    ...(start?.line === undefined ? {} : toRange(start.line, start.lineEnd ?? last)),
  }
}

function readOwnLines(fields: Fields): Place {
  const start = readNumber(fields, START_KEYS)
  return start === undefined ? {} : toRange(start, readNumber(fields, END_KEYS) ?? start)
}

function toRange(line: number, lineEnd: number): Place {
  return lineEnd > line ? { line, lineEnd } : { line }
}

function readNumber(fields: Fields, keys: readonly string[]): number | undefined {
  const numbers = keys.map((key) => fields[key]).map((value) => (/^\d{1,7}$/.test(String(value)) ? Number(value) : 0))
  return numbers.find((number) => number > 0)
}

/** `12-15` or `[12, 15]`. */
function readRange(value: unknown): Place {
  if (typeof value === 'string') return findLines(value)
  if (!Array.isArray(value)) return {}
  const [line, lineEnd] = [value[0], value.at(-1)]
  return Number.isInteger(line) && line > 0 ? toRange(line, Number.isInteger(lineEnd) ? lineEnd : line) : {}
}

function readInner(value: unknown, depth: number): Place {
  const first = Array.isArray(value) ? value[0] : value
  return isObject(first) && depth < DEEPEST ? readPlace(readFields(first), depth + 1) : {}
}

function readFile(fields: Fields): Place {
  const path = FILE_KEYS.map((key) => fields[key]).find((value) => typeof value === 'string' && value.trim() !== '')
  if (typeof path === 'string') return readPath(path.trim())
  const texts = LOCATION_KEYS.map((key) => fields[key]).filter((value) => typeof value === 'string')
  const places = texts.map(findPlace)
  return places.find((place) => place.file !== undefined) ?? places[0] ?? {}
}

/** A field named for a file holds a path even where it does not look like one. */
function readPath(path: string): Place {
  const place = findPlace(path)
  return place.file === undefined || path.includes(' ') ? { ...place, file: toSlashes(path) } : place
}
