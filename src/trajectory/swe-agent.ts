/**
 * SWE-agent: a `.traj` file.
 *
 * @module
 */
import { type Format, fieldsOf, listOf, textOf } from './format.js'
import { readMessages } from './openai.js'

export const sweAgent: Format = {
  name: 'swe-agent',
  label: 'a .traj of SWE-agent',

  fits(value) {
    const { trajectory, steps = trajectory, history } = fieldsOf(value)
    if (!Array.isArray(steps)) return false
    return steps.length === 0 ? Array.isArray(history) : steps.some((step) => 'action' in fieldsOf(step))
  },

  read(value, log) {
    const { trajectory, steps = trajectory, history, info, submission } = fieldsOf(value)
    const turns = listOf(steps).map(fieldsOf)
    log.rest(value, [Array.isArray(fieldsOf(value)['steps']) ? 'steps' : 'trajectory', 'history'])
    for (const [index, { action, observation, thought }] of turns.entries()) {
      log.turn()
      log.say(textOf(thought))
      if (typeof action !== 'string') log.skip('step without an action')
      const command = textOf(action)?.trim()
      // An answer in which no command was found leaves an empty one.
      if (!command) continue
      log.call(index, toolOf(command), { command })
      if (typeof observation === 'string') log.result(index, observation, false)
    }
    // Demonstrations may hold nothing but messages.
    if (turns.length === 0) readMessages(listOf(history), log)
    log.say(textOf(submission) ?? textOf(fieldsOf(info)['submission']))
  },
}

/** The program or command that an action begins with, behind assignments such as `DEBUG=1`. */
function toolOf(command: string): string {
  return /^(?:\w+=\S*\s+)*(\S+)/.exec(command)?.[1] ?? command
}
