/**
 * Labels of people, one task a line: the fields of a mode, or a `case` of an eval set and what was `produced` for it, and what
 * each rater says of it.
 *
 * @module
 */
import { z } from 'zod'
import { faultOf } from '../check.js'
import { badInput, InputError } from '../errors.js'
import { checkFraction } from '../scoring/decide.js'
import type { Rating } from '../scoring/kappa.js'

/** What one rater says: of the whole, or of parts by their names. */
export type Label = Rating | Readonly<Record<string, Rating>>

/** A task that people have labelled. */
export interface LabelledTask {
  /** In the file, from 1. */
  readonly line: number
  /** Unique in the file; `line 3` where the user gave none. */
  readonly id: string
  /** The fields of a mode or of a case, not yet checked. */
  readonly task: Readonly<Record<string, unknown>>
  /** Fraction 0-1 from which a score passes. */
  readonly threshold: number
  /** By rater. */
  readonly labels: Readonly<Record<string, Label>>
}

const text = z.string().min(1, 'a text that is not empty')
const rating = z.union([z.boolean(), z.number(), text], { error: 'true, false, a number or a word' })
const label = z.union([rating, z.record(z.string(), rating)], {
  error: 'true, false, a number, a word, or an object of these by the name of what they are about',
})
const rowSchema = z.looseObject({
  id: text.optional(),
  threshold: z.number({ error: 'a fraction from 0 to 1' }).optional(),
  label: label.optional(),
  labels: z
    .record(text, label)
    .refine((labels) => Object.keys(labels).length > 0, 'an object with at least one rater')
    .optional(),
})
type Row = z.infer<typeof rowSchema>

/** A line of a file, read as JSON. */
interface Line {
  readonly line: number
  readonly row: Row
}

/**
 * Reads JSON Lines. A first line without labels holds fields for all others, which may have their own instead.
 *
 * @param file - As messages shall show it.
 * @throws {@link InputError} naming file, line, field, what was expected and what came: the first fault only.
 */
export function readLabels(source: string, file: string): readonly LabelledTask[] {
  const lines = source.replace(/^\uFEFF/, '').split(/\r?\n/)
  const rows = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ line: index + 1, row: readRow(line, file, index + 1) }],
  )
  const [first, ...others] = rows
  const isHeader = first !== undefined && first.row.label === undefined && first.row.labels === undefined
  const tasks = (isHeader ? others : rows).map((line) => completeTask(line, isHeader ? first.row : {}, file))
  if (tasks.length === 0) {
    throw badInput(file, { place: 'it', expected: 'at least one line with `labels`', received: source })
  }
  checkUnique(tasks, file)
  return tasks
}

function readRow(source: string, file: string, line: number): Row {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    throw badInput(file, { place: 'the line', expected: `JSON (${(error as Error).message})`, received: source, line })
  }
  const checked = rowSchema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw issue === undefined
    ? badInput(file, { place: 'the line', expected: 'an object', received: value, line })
    : faultOf(file, issue, value, { line })
}

function completeTask({ line, row }: Line, header: Row, file: string): LabelledTask {
  const { id = `line ${line}`, label, labels, threshold = 0.75, ...task } = { ...header, ...row }
  if ((label === undefined) === (labels === undefined)) {
    throw badInput(file, {
      place: 'the line',
      expected: 'one with either `label` or `labels`, such as "labels": { "ana": true, "ben": false }',
      received: label === undefined ? Object.keys(row) : { label, labels },
      line,
    })
  }
  return {
    ...{ line, id, task },
    threshold: atLine(file, line, () => checkFraction('the line', 'threshold', threshold)),
    labels: labels ?? { human: label as Label },
  }
}

/** What is wrong in a line is told with the line. */
export function atLine<T>(file: string, line: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    throw new InputError(`${file}:${line}: ${error.message}`, { line })
  }
}

function checkUnique(tasks: readonly LabelledTask[], file: string): void {
  const lines = new Map<string, number>()
  for (const { id, line } of tasks) {
    const first = lines.get(id)
    if (first !== undefined) {
      throw badInput(file, { place: '`id`', expected: `unlike that of line ${first}`, received: id, line })
    }
    lines.set(id, line)
  }
}
