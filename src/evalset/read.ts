/**
 * The text of an eval set as plain values, each with its place in the file. The YAML parser reads JSON too, of which it is a
 * superset, and knows the place of everything; it is asked about JSON only where something is wrong.
 *
 * @module
 */
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'
import { badInput, InputError } from '../errors.js'
import { oneLine } from '../text.js'
import { type JsonText, readJson } from './json.js'
import { findKeyFault } from './keys.js'
import { NOT_DEEPER } from './plain.js'

/** A place in a file, both counted from 1. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** Way to a value from the root: field names and list indexes. */
export type ValuePath = readonly (string | number)[]

/** What a file holds. */
export interface Source {
  readonly value: unknown
  /** Where the field or list item at `path` begins; for one that is not there, where its parent begins. */
  place(path: ValuePath): Place
}

/**
 * Reads JSON, YAML, or JSON Lines of cases.
 *
 * @param file - Shown in messages; a name ending in `.jsonl` is read line by line.
 * @throws {@link InputError} with line and column when the text is not well-formed.
 */
export function readSource(text: string, file: string): Source {
  return file.endsWith('.jsonl') ? readLines(text, file) : readDocument(text, file, 1)
}

function readDocument(text: string, file: string, firstLine: number): Source {
  const json = isYaml(file) ? null : readJson(text.replace(BOM, ' '))
  return json === null ? readYaml(text, file, firstLine) : sourceOf(json, text, file, firstLine)
}

/** The places of the cases are known, all others are looked up when they are asked for. */
function sourceOf({ value, cases }: JsonText, text: string, file: string, firstLine: number): Source {
  const counter = new LineCounter()
  counter.addNewLine(0)
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) counter.addNewLine(end + 1)
  let document: Source | undefined
  return {
    value,
    place(path) {
      const [field, index] = path
      const offset = path.length === 2 && field === 'cases' ? cases[Number(index)] : undefined
      if (offset !== undefined) return placeAt(counter, offset, firstLine)
      document ??= readYaml(text, file, firstLine)
      return document.place(path)
    },
  }
}

const BOM = /^\uFEFF/

function isYaml(file: string): boolean {
  return /\.ya?ml$/.test(file)
}

function placeAt(counter: LineCounter, offset: number, firstLine: number): Place {
  const { line, col } = counter.linePos(offset)
  return { line: line + firstLine - 1, column: col }
}

function readYaml(text: string, file: string, firstLine: number): Source {
  const counter = new LineCounter()
  const at = (offset: number): Place => placeAt(counter, offset, firstLine)
  const fault = (offset: number, expected: string, hint?: string): Error =>
    badInput(file, {
      place: 'the text',
      expected,
      received: text.slice(offset, offset + 40) || 'the end of the text',
      ...(hint !== undefined && { hint: `${oneLine(hint, 300)}.` }),
      ...at(offset),
    })
  const unreadable = (offset: number, hint: string): Error => fault(offset, isYaml(file) ? 'YAML' : 'JSON', hint)
  try {
    const document = parseDocument(text, {
      lineCounter: counter,
      prettyErrors: false,
      logLevel: 'error',
      // Each key would be compared with all before it.
      uniqueKeys: false,
    })
    const offset = isYaml(file) ? null : findJsonFault(text.replace(BOM, ' '))
    if (offset !== null) throw unreadable(offset, jsonHint(text, offset))
    const [error] = document.errors
    // The parser's name for the end of its stack.
    if (error?.code === 'RESOURCE_EXHAUSTION') throw fault(error.pos[0], NOT_DEEPER)
    if (error !== undefined) throw unreadable(error.pos[0], error.message)
    const key = findKeyFault(document)
    if (key !== null) throw unreadable(key.offset, key.hint)
    return { value: document.toJS(), place: (path) => at(findOffset(document, path)) }
  } catch (error) {
    if (error instanceof InputError) throw error
    if (error instanceof RangeError) throw fault(0, NOT_DEEPER)
    // The parser throws on aliases that multiply or point nowhere.
    throw unreadable(0, error instanceof Error ? error.message : String(error))
  }
}

function jsonHint(text: string, offset: number): string {
  if (text.trim() === '') return 'The file is empty'
  const isAfterComma = text.slice(0, offset).trimEnd().endsWith(',')
  return isAfterComma ? 'No JSON goes on like this after a comma; is there one too many' : 'No JSON goes on like this'
}

/** Offset of the first character that no JSON could have there, or null. The parser itself does not always tell it. */
function findJsonFault(text: string): number | null {
  if (parsesUpTo(text, text.length) && isJson(text)) return null
  let [fine, faulty] = [0, text.length + 1]
  while (faulty - fine > 1) {
    const middle = (fine + faulty) >> 1
    if (middle <= text.length && parsesUpTo(text, middle)) fine = middle
    else faulty = middle
  }
  return fine
}

/** Whether the beginning of a text is all right, its end apart. */
function parsesUpTo(text: string, length: number): boolean {
  try {
    JSON.parse(text.slice(0, length))
    return true
  } catch (error) {
    const { message } = error as SyntaxError
    const position = /at position (\d+)/.exec(message)?.[1]
    return (
      /end of JSON input|Unterminated string/.test(message) || (position !== undefined && Number(position) >= length)
    )
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function findOffset(document: Document, path: ValuePath): number {
  for (let depth = path.length; depth > 0; depth--) {
    const parent = document.getIn(path.slice(0, depth - 1), true)
    const name = path[depth - 1]
    const key = isMap(parent)
      ? parent.items
          .map((pair) => pair.key)
          .find((candidate) => isScalar(candidate) && String(candidate.value) === name)
      : document.getIn(path.slice(0, depth), true)
    if (isNode(key) && key.range) return key.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

function readLines(text: string, file: string): Source {
  const rows = text
    .split(/\r?\n/)
    .flatMap((line, index) => (line.trim() === '' ? [] : [readDocument(line, file, index + 1)]))
  const header = rows[0] !== undefined && isHeader(rows[0].value) ? rows.shift() : undefined
  if (header !== undefined && Object.hasOwn(Object(header.value), 'cases')) {
    throw badInput(file, {
      place: 'the header line',
      expected: 'without `cases`',
      received: header.value,
      hint: 'Each following line is a case.',
      ...header.place(['cases']),
    })
  }
  return {
    value: { version: 1, feature: nameSet(file), ...Object(header?.value), cases: rows.map((row) => row.value) },
    place: (path) => {
      const row = path[0] === 'cases' ? rows[Number(path[1])] : undefined
      return row?.place(path.slice(2)) ?? header?.place(path) ?? { line: 1, column: 1 }
    },
  }
}

function isHeader(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'id' in value) return false
  return 'version' in value || 'rubric' in value || 'feature' in value
}

function nameSet(file: string): string {
  const base = file.split(/[\\/]/).at(-1) ?? file
  return base.replace(/(?<=.)(\.evalset)?\.jsonl$/, '')
}
