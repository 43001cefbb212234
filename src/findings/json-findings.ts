/**
 * Findings in JSON: reviews of models, GitHub review comments, reports of linters and scanners.
 *
 * @module
 */
import type { Finding } from '../types.js'
import { type Fields, isObject, readFields, readPlace } from './json-place.js'
import { isDismissed, reportsNoDefect } from './json-status.js'
import { readSarif } from './sarif.js'
import { findSeverity, normalizeSeverity } from './severity.js'

/** Of each list the first key that holds a text counts. */
const TITLE_KEYS = ['title', 'header', 'onesentencesummary', 'issue', 'name']
const BODY_KEYS =
  'description suggestioncontent message body text issuetext comment content explanation details problem finding summary'.split(
    ' ',
  )
const SEVERITY_KEYS = ['severity', 'level', 'priority', 'issueseverity', 'criticality']
/** What stands in arrays under these keys is a finding even where it names neither file nor line. */
const LIST_KEYS: ReadonlySet<string> = new Set(
  'findings issues comments codesuggestions results diagnostics problems violations alerts vulnerabilities bugs'.split(
    ' ',
  ),
)
/** Lists of findings that stand under how bad they are, as known issues do. */
const GROUP_KEYS: ReadonlySet<string> = new Set(['critical', 'blocker', 'high', 'major', 'medium', 'minor', 'low'])
/** Reports are flat; deeper values are not read, so that none can exhaust the call stack. */
const DEEPEST = 50
/** ESLint's numbers. */
const LINT_LEVELS: Readonly<Record<string, string>> = { 1: 'warning', 2: 'error' }

/**
 * Reads the findings of a parsed JSON value, in their order; none where it holds none.
 *
 * @param readText - Reads Markdown, for the bodies of reviews that are no comments on a place.
 */
export function readJsonFindings(value: unknown, readText: (text: string) => Finding[]): Finding[] {
  return readSarif(value) ?? walk(value, { readText, listed: false, depth: 0 })
}

interface Context {
  readonly readText: (text: string) => Finding[]
  /** The value stands in a list of findings. */
  readonly listed: boolean
  /** File of an enclosing object. */
  readonly file?: string
  /** Severity of an enclosing group. */
  readonly severity?: string
  readonly depth: number
}

function walk(value: unknown, context: Context): Finding[] {
  if (context.depth > DEEPEST) return []
  const inner = { ...context, depth: context.depth + 1 }
  if (Array.isArray(value)) return value.flatMap((item) => walk(item, inner))
  if (isObject(value)) return walkObject(withExtra(readFields(value)), inner)
  const { listed, severity } = context
  if (!listed || typeof value !== 'string' || value.trim() === '') return []
  return [{ text: value.trim(), ...(severity !== undefined && { severity }) }]
}

/** Semgrep keeps message and severity one level down. */
function withExtra(fields: Fields): Fields {
  return isObject(fields['extra']) ? { ...readFields(fields['extra']), ...fields } : fields
}

function walkObject(fields: Fields, context: Context): Finding[] {
  if (typeof fields['inreplytoid'] === 'number' || isDismissed(fields)) return []
  const comments = readThread(fields)
  if (comments) return walk({ ...fields, comments: undefined, ...comments[0] }, context)
  const finding = holdsFindings(fields) ? undefined : readFinding(fields, context)
  if (finding) return reportsNoDefect(fields) ? [] : [finding]
  return walkParts(fields, context)
}

function walkParts(fields: Fields, context: Context): Finding[] {
  const { body } = fields
  const { file = context.file } = readPlace(fields)
  const inherited = { ...context, ...(file === undefined ? {} : { file }) }
  const own = typeof body === 'string' ? context.readText(body) : []
  const parts = Object.entries(fields).flatMap(([key, part]) => {
    if (typeof part !== 'object') return []
    const severity = GROUP_KEYS.has(key) && Array.isArray(part) ? normalizeSeverity(key) : undefined
    const listed = LIST_KEYS.has(key) || severity !== undefined
    return walk(part, { ...inherited, listed, ...(severity !== undefined && { severity }) })
  })
  return [...own, ...parts]
}

/** The comments of a review thread of GitHub's GraphQL interface; the first makes the point, the rest answer it. */
function readThread(fields: Fields): object[] | undefined {
  const { comments, path } = fields
  if (typeof path !== 'string' || !isObject(comments)) return undefined
  const { nodes } = readFields(comments)
  return Array.isArray(nodes) && nodes.every(isObject) ? nodes : undefined
}

function holdsFindings(fields: Fields): boolean {
  return Object.entries(fields).some(
    ([key, value]) => (LIST_KEYS.has(key) || key === 'messages') && Array.isArray(value) && value.length > 0,
  )
}

function readFinding(fields: Fields, context: Context): Finding | undefined {
  const parts = [readText(fields, TITLE_KEYS), readText(fields, BODY_KEYS)].filter((part) => part !== '')
  const text = [...new Set(parts)].join('\n\n')
  const { file = context.file, ...lines } = readPlace(fields)
  if (text === '' || !(context.listed || file !== undefined || lines.line !== undefined)) return undefined
  const severity = readSeverity(fields) ?? context.severity ?? findSeverity(text)
  const { id } = fields
  return {
    ...(typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}),
    text,
    ...(file === undefined ? {} : { file }),
    ...lines,
    ...(severity === undefined ? {} : { severity }),
  }
}

function readText(fields: Fields, keys: readonly string[]): string {
  const texts = keys.map((key) => fields[key]).map((value) => (isObject(value) ? readFields(value)['text'] : value))
  const text = texts.find((entry) => typeof entry === 'string' && entry.trim() !== '')
  return typeof text === 'string' ? text.trim() : ''
}

function readSeverity(fields: Fields): string | undefined {
  const values = SEVERITY_KEYS.map((key) => fields[key])
  const value = values.find((entry) => typeof entry === 'string' || typeof entry === 'number')
  if (value === undefined) return undefined
  return (typeof value === 'number' ? LINT_LEVELS[value] : undefined) ?? normalizeSeverity(String(value))
}
