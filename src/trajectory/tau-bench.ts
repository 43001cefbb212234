/**
 * tau-bench: one run of a results file, with its messages in `traj`, or in `messages` beside its `reward`.
 *
 * @module
 */
import { type Format, fieldsOf, listOf } from './format.js'
import { readMessages } from './openai.js'

/** How the environments answer a call that they refuse. */
const FAILED = /^(?:Error\b|Unknown action\b)/

export const tauBench: Format = {
  name: 'tau-bench',
  label: 'a run of tau-bench',

  fits(value) {
    const { traj, messages, reward } = fieldsOf(value)
    return Array.isArray(traj) || (Array.isArray(messages) && typeof reward === 'number')
  },

  read(value, log) {
    const { traj, messages, tool_calls: list } = fieldsOf(value)
    readMessages(listOf(traj ?? messages), log, (text) => FAILED.test(text))
    // Who works on results may list the calls of the messages once more.
    const isCopy = listOf(list).length === log.count
    log.rest(value, [traj === undefined ? 'messages' : 'traj', ...(isCopy ? ['tool_calls'] : [])])
  },
}
