/**
 * This package's own form: a list of calls, or what a subject returns.
 *
 * @module
 */
import { badInput } from '../errors.js'
import type { ToolCall } from '../types.js'
import { type Format, fieldsOf, textOf } from './format.js'

export const toolCalls: Format = {
  name: 'tool-calls',
  label: 'a list of { tool, args, ... }, or { output, toolCalls, usage }',

  fits(value) {
    if (Array.isArray(value)) return value.length === 0 || value.some((item) => isCall(item))
    const { toolCalls: calls, output, messages } = fieldsOf(value)
    return Array.isArray(calls) || (typeof output === 'string' && !Array.isArray(messages))
  },

  read(value, log) {
    log.steps(null)
    const calls = Array.isArray(value) ? value : fieldsOf(value)['toolCalls']
    if (calls === undefined) log.hidesCalls()
    else log.add(checkToolCalls(calls, log.what, Array.isArray(value) ? '' : 'toolCalls'))
    if (!Array.isArray(value)) log.rest(value, ['toolCalls', 'output'])
    log.say(textOf(fieldsOf(value)['output']))
  },
}

/**
 * @param place - Where the list stands, for the message; empty where it is the whole.
 * @throws {@link InputError} for anything but a list of objects that name a tool.
 */
export function checkToolCalls(value: unknown, what: string, place: string): readonly ToolCall[] {
  if (!Array.isArray(value)) {
    const hint = 'readTrajectory(log) makes one of the logs of agents and of lists of messages.'
    throw badInput(what, { place: `\`${place}\``, expected: 'a list', received: value, hint })
  }
  const nameless = value.findIndex((call) => typeof fieldsOf(call)['tool'] !== 'string')
  if (nameless < 0) return value as readonly ToolCall[]
  throw badInput(what, { place: `\`${place}[${nameless}].tool\``, expected: 'a name', received: value[nameless] })
}

function isCall(item: unknown): boolean {
  const { tool, role } = fieldsOf(item)
  return typeof tool === 'string' && role === undefined
}
