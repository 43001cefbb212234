/**
 * Findings in JSON: reviews of models, GitHub review comments, reports of linters and scanners.
 *
 * @module
 */
import type { Finding } from '../types.js'
import { findLines, findPlace, type Place } from './place.js'
import { readSarif } from './sarif.js'
import { findSeverity, normalizeSeverity } from './severity.js'

type Record_ = Readonly<Record<string, unknown>>

/** Keys are compared in lower case without `_` and `-`; of each list the first that is there counts. */
const FILE_KEYS = ['file', 'path', 'filename', 'filepath', 'relevantfile', 'uri', 'source', 'location']
const LINE_KEYS = [
  'startline',
  'linestart',
  'relevantlinesstart',
  'line',
  'linenumber',
  'row',
  'begin',
  'start',
  'originalline',
]
const END_KEYS = ['endline', 'lineend', 'relevantlinesend', 'endrow', 'end']
const RANGE_KEYS = ['lines', 'linerange', 'range', 'line']
const SEVERITY_KEYS = ['severity', 'level', 'priority', 'issueseverity', 'criticality']
const TITLE_KEYS = ['title', 'header', 'onesentencesummary', 'issue', 'name']
const BODY_KEYS = [
  'description',
  'suggestioncontent',
  'message',
  'body',
  'text',
  'issuetext',
  'comment',
  'content',
  'explanation',
  'details',
  'problem',
  'finding',
  'summary',
]
/** Objects that only say where something is. */
const PLACE_OBJECTS = ['location', 'locations', 'position', 'pos', 'range', 'lines', 'start', 'end', 'extra']
/** Arrays under these keys hold findings even where these name neither file nor severity. */
const LIST_KEYS: ReadonlySet<string> = new Set(
  'findings issues comments codesuggestions results diagnostics problems violations alerts vulnerabilities bugs defects'.split(
    ' ',
  ),
)

/** Reads the findings of any parsed JSON, in their order; none where it holds none. `readText` reads Markdown bodies. */
export function readJsonFindings(value: unknown, readText: (text: string) => Finding[]): Finding[] {
  return readSarif(value) ?? walk(value, { readText, listed: false, depth: 0 })
}

interface Context {
  readonly readText: (text: string) => Finding[]
  /** The value stands in a list of findings. */
  readonly listed: boolean
  /** File of an enclosing object. */
  readonly file?: string
  readonly depth: number
}

/** Reports are flat; deeper values are not read, so that none can exhaust the call stack. */
const DEEPEST = 50
const DEEPEST_PLACE = 4

function walk(value: unknown, context: Context): Finding[] {
  if (context.depth > DEEPEST) return []
  if (Array.isArray(value)) return value.flatMap((item) => walk(item, { ...context, depth: context.depth + 1 }))
  if (typeof value === 'string') return context.listed && value.trim() !== '' ? [{ text: value.trim() }] : []
  if (typeof value !== 'object' || value === null) return []
  const object = lowerKeys(value)
  if (isReply(object)) return []
  const finding = holdsFindings(object) ? undefined : readFinding(object, context)
  if (finding) return [finding]
  const body = object['body']
  const own = typeof body === 'string' ? context.readText(body) : []
  const file = readPlace(object).file ?? context.file
  const inherited = { ...context, depth: context.depth + 1, ...(file === undefined ? {} : { file }) }
  const inner = Object.entries(object).flatMap(([key, child]) =>
    typeof child === 'object' ? walk(child, { ...inherited, listed: LIST_KEYS.has(key) }) : [],
  )
  return [...own, ...inner]
}

function isReply(object: Record_): boolean {
  return object['inreplytoid'] !== undefined && object['inreplytoid'] !== null
}

function holdsFindings(object: Record_): boolean {
  return Object.entries(object).some(
    ([key, value]) => Array.isArray(value) && value.length > 0 && (LIST_KEYS.has(key) || key === 'messages'),
  )
}

function readFinding(object: Record_, context: Context): Finding | undefined {
  const title = readText(object, TITLE_KEYS)
  const body = readText(object, BODY_KEYS)
  const text = [...new Set([title, body])].filter((part) => part !== undefined).join('\n\n')
  if (text === '') return undefined
  const { file = context.file, ...lines } = readPlace(object)
  const severity = readSeverity(object, title ?? body ?? '')
  if (!context.listed && file === undefined && lines.line === undefined) return undefined
  const id = object['id']
  return {
    ...(typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}),
    text,
    ...(file === undefined ? {} : { file }),
    ...lines,
    ...(severity === undefined ? {} : { severity }),
  }
}

function readText(object: Record_, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object[key]
    const text = typeof value === 'object' && value !== null ? lowerKeys(value)['text'] : value
    if (typeof text === 'string' && text.trim() !== '') return text.trim()
  }
  return undefined
}

function readSeverity(object: Record_, label: string): string | undefined {
  const extra = object['extra']
  const holders = typeof extra === 'object' && extra !== null ? [object, lowerKeys(extra)] : [object]
  for (const holder of holders) {
    for (const key of SEVERITY_KEYS) {
      const value = holder[key]
      if (typeof value === 'string' || typeof value === 'number') return normalizeSeverity(String(value))
    }
  }
  return findSeverity(label)
}

/** Collects file and lines from an object and from the objects in it that only say where. */
function readPlace(object: Record_, depth = 0): Place {
  const { file, ...named } = readFile(object)
  const start = readNumber(object, LINE_KEYS)
  // GitHub's `line` is the last line where there is a `start_line`.
  const end = readNumber(object, END_KEYS) ?? readNumber(object, ['line'])
  const range = RANGE_KEYS.map((key) => readRange(object[key])).find((lines) => lines.line !== undefined)
  const own: Place =
    start === undefined
      ? (range ?? named)
      : { line: start, ...(end !== undefined && end > start ? { lineEnd: end } : {}) }
  const inner = PLACE_OBJECTS.map((key) => readInner(object[key], depth))
  const innerLines = inner.find((place) => place.line !== undefined)
  const innerFile = file ?? inner.find((place) => place.file !== undefined)?.file
  const lines = own.line === undefined ? joinLines(innerLines, readInner(object['end'], depth)) : own
  return { ...(innerFile === undefined ? {} : { file: innerFile }), ...lines }
}

function joinLines(start: Place | undefined, end: Place): Place {
  if (start?.line === undefined) return {}
  const last = Math.max(start.lineEnd ?? 0, end.lineEnd ?? end.line ?? 0)
  return { line: start.line, ...(last > start.line ? { lineEnd: last } : {}) }
}

function readInner(value: unknown, depth: number): Place {
  const first = Array.isArray(value) ? value[0] : value
  return typeof first === 'object' && first !== null && depth < DEEPEST_PLACE
    ? readPlace(lowerKeys(first), depth + 1)
    : {}
}

function readFile(object: Record_): Place {
  for (const key of FILE_KEYS) {
    const value = object[key]
    if (typeof value !== 'string' || value.trim() === '') continue
    const place = findPlace(value)
    if (place.file !== undefined) return place
    if (key !== 'location' && key !== 'source' && !/\s/.test(value)) return { file: value }
  }
  return {}
}

function readNumber(object: Record_, keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const number = typeof object[key] === 'string' && /^\d+$/.test(object[key]) ? Number(object[key]) : object[key]
    if (typeof number === 'number' && Number.isInteger(number) && number > 0) return number
  }
  return undefined
}

function readRange(value: unknown): Place {
  if (typeof value === 'string') return findLines(value)
  if (!Array.isArray(value) || !value.every((line) => Number.isInteger(line))) return {}
  const lines = value as number[]
  const [line = 0, lineEnd = 0] = [lines[0], lines.at(-1)]
  return line > 0 ? { line, ...(lineEnd > line ? { lineEnd } : {}) } : {}
}

function lowerKeys(object: object): Record_ {
  const lower: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(object)) {
    const name = key.toLowerCase().replace(/[_\-\s]/g, '')
    if (!(name in lower)) lower[name] = value
  }
  return lower
}
