/**
 * What of a log was not understood, and whether a call may be among it.
 *
 * @module
 */
import { type Fields, fieldsOf } from './format.js'

/** A line without any of these marks cannot be the beginning of an entry, nor the end of one that was cut. */
const MARKS = /[{}[\]"]/
const PLAIN_LINE = 'line of plain text'
/** Kinds that hold no call. All others may. */
const HARMLESS = [PLAIN_LINE]

/** Fields in which one format or another keeps calls, or messages that hold them. */
const HOLDERS =
  'tool_calls function_call toolCalls toolInvocations choices messages message content parts steps output traj trajectory history'.split(
    ' ',
  )

/** The kind of a line that is no JSON. */
export function kindOfLine(line: string): string {
  return MARKS.test(line) ? 'line that is no JSON' : PLAIN_LINE
}

/** Names of fields that may hold calls and are not among those that are read. */
export function unreadFields(entry: unknown, read: readonly string[]): readonly string[] {
  const fields: Fields = fieldsOf(entry)
  // Fields that are read may be getters that throw.
  return HOLDERS.filter((name) => !read.includes(name) && mayHoldCalls(name, fields[name]))
}

/** Calls may stand as JSON in a text. Other texts are what somebody said. */
function mayHoldCalls(name: string, value: unknown): boolean {
  return typeof value === 'string' ? /calls?$/i.test(name) && value !== '' : Object.keys(fieldsOf(value)).length > 0
}

/**
 * How many entries were not understood that may be calls: all but lines of plain text, such as what a package manager prints before
 * the log begins.
 */
export function countUnread(unknown: Readonly<Record<string, number>>): number {
  return Object.entries(unknown).reduce((sum, [kind, count]) => sum + (HARMLESS.includes(kind) ? 0 : count), 0)
}
