/**
 * Accepts candidates and gold patches in the shapes in which they are stored: plain text, SWE-bench predictions and
 * instances, responses.
 *
 * @module
 */
import { badInput } from '../errors.js'

/** A gold patch and what sharpens the comparison with it. */
export interface GoldPatch {
  /** Unified diff. */
  readonly patch: string
  readonly problemStatement?: string
  readonly testPatch?: string
  readonly instanceId?: string
}

type Row = Readonly<Record<string, unknown>>

/** Fields that hold a candidate's text, the first that is there counts. */
const TEXT_FIELDS = ['model_patch', 'result', 'response_text', 'patch'] as const

/**
 * The text of a candidate.
 *
 * @param value - Text; a prediction `{ instance_id, model_patch }`; a response `{ result }` or `{ response_text }`; or
 * several predictions: an array, an object by instance id, or JSON or JSONL text of these.
 * @param instanceId - Chooses among several predictions, and must fit a single one that names its instance. A
 * `repo-number` such as `flask-5014` stands for `pallets__flask-5014`.
 * @throws {@link InputError} when there is no text, or no prediction, or more than one, for the instance.
 */
export function candidateText(value: unknown, instanceId?: string): string {
  if (typeof value === 'string') {
    const rows = parseRows(value)
    return rows === null ? value : textOf(chooseRow(rows, instanceId))
  }
  const rows = rowsOf(value)
  if (rows === null) {
    throw badInput('candidate', { place: 'it', expected: 'a text, a prediction or a response', received: value })
  }
  return textOf(chooseRow(rows, instanceId))
}

/**
 * The gold patch of a value.
 *
 * @param value - Unified diff, or an instance with `patch` or `gold_patch`, and perhaps `problem_statement`,
 * `test_patch`, `instance_id`.
 * @throws {@link InputError} when there is no patch. Whether the patch is sound is for {@link comparePatch} to say.
 */
export function goldOf(value: unknown): GoldPatch {
  if (typeof value === 'string') return { patch: value }
  if (!isRow(value)) {
    throw badInput('gold patch', { place: 'it', expected: 'a unified diff or an instance', received: value })
  }
  const patch = value.patch ?? value.gold_patch
  if (typeof patch !== 'string') {
    throw badInput('gold patch', { place: '`patch` or `gold_patch`', expected: 'a unified diff', received: patch })
  }
  const [problemStatement, testPatch, instanceId] = ['problem_statement', 'test_patch', 'instance_id'].map((name) =>
    optionalText(value, name),
  )
  return {
    patch,
    ...(problemStatement === undefined ? {} : { problemStatement }),
    ...(testPatch === undefined ? {} : { testPatch }),
    ...(instanceId === undefined ? {} : { instanceId }),
  }
}

/**
 * Finds a row by its exact `instance_id`, else by the part behind the owner: `flask-5014` for `pallets__flask-5014`.
 *
 * @throws {@link InputError} when no row, or more than one, has that name.
 */
export function findInstance<T extends Row>(rows: readonly T[], name: string): T {
  const exact = rows.filter((row) => row.instance_id === name)
  const found = exact.length > 0 ? exact : rows.filter((row) => String(row.instance_id).split('__').at(-1) === name)
  const [row] = found
  if (row !== undefined && found.length === 1) return row
  const ids = (found.length > 1 ? found : rows).map(({ instance_id }) => String(instance_id)).join(', ')
  throw badInput('instance', {
    place: 'its name',
    expected: found.length > 1 ? `the name of one row; it stands for ${found.length}` : 'the `instance_id` of a row',
    received: name,
    hint: ids.length <= 300 ? `Rows: ${ids}.` : `There are ${rows.length} rows.`,
  })
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function optionalText(row: Row, name: string): string | undefined {
  const value = row[name]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string')
    throw badInput('gold patch', { place: `\`${name}\``, expected: 'a text', received: value })
  return value
}

/** The rows in JSON or JSONL text; null where the text is no list of candidates, and so is a candidate itself. */
function parseRows(text: string): readonly Row[] | null {
  if (!/^\s*[[{]/.test(text)) return null
  const value = parseJson(text)
  if (value !== undefined) return rowsOf(value)
  const rows: Row[] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const row = parseJson(line)
    if (!isCandidateRow(row)) return null
    rows.push(row)
  }
  return rows
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rowsOf(value: unknown): readonly Row[] | null {
  if (Array.isArray(value)) return value.length > 0 && value.every(isCandidateRow) ? value : null
  if (!isRow(value)) return null
  if (isCandidateRow(value)) return [value]
  const entries = Object.entries(value)
  if (entries.length === 0 || !entries.every(([, row]) => isCandidateRow(row))) return null
  return entries.map(([instance_id, row]) => ({ instance_id, ...(row as Row) }))
}

function isCandidateRow(value: unknown): value is Row {
  return isRow(value) && TEXT_FIELDS.some((name) => name in value)
}

function chooseRow(rows: readonly Row[], instanceId: string | undefined): Row {
  const [first] = rows
  if (first !== undefined && rows.length === 1 && (instanceId === undefined || first.instance_id === undefined))
    return first
  if (instanceId !== undefined) return findInstance(rows, instanceId)
  throw badInput('candidate', {
    place: 'it',
    expected: 'one prediction, or to come with an instance id that chooses one',
    received: `${rows.length} predictions`,
  })
}

/** An agent that gave up leaves null: an empty candidate, not bad input. */
function textOf(row: Row): string {
  const name = TEXT_FIELDS.find((field) => field in row) ?? 'model_patch'
  const text = row[name] ?? ''
  if (typeof text === 'string') return text
  throw badInput('candidate', { place: `\`${name}\``, expected: 'a text', received: text })
}
