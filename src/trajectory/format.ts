/**
 * What every format has, and how values of unknown shape are looked into.
 *
 * @module
 */
import type { RunLog } from './log.js'
import type { TrajectoryFormat } from './trajectory.js'

/** One way to write a run down. */
export interface Format {
  readonly name: TrajectoryFormat
  /** For messages: what to give. */
  readonly label: string
  /** Whether a value is of this format. Cheap, and never throws for plain JSON. */
  fits(value: unknown): boolean
  /** Reads it into the log. */
  read(value: unknown, log: RunLog): void
}

/** Any object's fields. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields of an object, getters included; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** The items of a list; none of anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The entries of a log: a list, an object with it in `messages`, or one entry alone. */
export function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const { messages } = fieldsOf(value)
  return Array.isArray(messages) ? messages : [value]
}

/** A text, or undefined where it is none or empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A result as text: texts as they are, texts of content parts joined, all else as JSON. */
export function resultText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.length > 0) {
    const texts = value.map((part) => fieldsOf(part)['text'])
    if (texts.every((text) => typeof text === 'string')) return texts.join('\n')
  }
  // Errors of another realm are no instances of ours.
  if (Object.prototype.toString.call(value) === '[object Error]') return String(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** Arguments as services give them: JSON in a text, or a value. A text that is no JSON stays one. */
export function readArguments(value: unknown): unknown {
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
