/**
 * What a subject returned, checked.
 *
 * @module
 */
import { placeOf } from '../check.js'
import { badInput } from '../errors.js'
import { isBlank } from '../text.js'
import { checkToolCalls } from '../trajectory/tool-calls.js'
import type { Produced, ToolCall } from '../types.js'
import { findStray } from './plain.js'

const FORM =
  'a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }'

/**
 * @param what - The case that the subject was called for, for the message.
 * @throws {@link InputError} when it is neither a string nor an object of the documented form, and when tool calls are not
 * plain JSON.
 */
export function readProduced(value: unknown, what: string): Produced {
  if (typeof value === 'string') return { output: value }
  const { output, diff, toolCalls, usage } = (value ?? {}) as Record<keyof Produced, unknown>
  if (typeof output !== 'string')
    throw badInput(what, { place: 'what the subject returned', expected: FORM, received: value })
  if (diff !== undefined && typeof diff !== 'string') {
    throw badInput(what, { place: '`diff`', expected: 'a unified diff as a string', received: diff })
  }
  return {
    output,
    ...(diff === undefined ? {} : { diff }),
    ...(toolCalls === undefined ? {} : { toolCalls: readToolCalls(toolCalls, what) }),
    ...(usage === undefined ? {} : { usage }),
  }
}

/** Whether the agent answered nothing: no text, no change, and no call of a tool. */
export function isNothing({ output, diff = '', toolCalls = [] }: Produced): boolean {
  return isBlank(output) && isBlank(diff) && toolCalls.length === 0
}

/** Most characters that are kept of what a subject reports of its usage, as JSON. */
const MAX_USAGE = 16_384

/**
 * What records keep of a subject's `usage`: what JSON holds of it, up to 16,384 characters. Undefined for what is longer or no
 * JSON: a figure beside the point must not fail its case.
 */
export function keepUsage(usage: unknown): unknown {
  try {
    const text = JSON.stringify(usage)
    if (text === undefined || text.length > MAX_USAGE) return undefined
    const kept: unknown = JSON.parse(text)
    return findStray(kept) === null ? kept : undefined
  } catch {
    return undefined
  }
}

function readToolCalls(value: unknown, what: string): readonly ToolCall[] {
  const calls = checkToolCalls(value, what, 'toolCalls')
  const stray = findStray(calls)
  if (stray === null) return calls
  throw badInput(what, { ...stray, place: placeOf(['toolCalls', ...stray.path]) })
}
