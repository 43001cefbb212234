/**
 * What came of reading, as text to look at.
 */
import { InputError } from '../../src/errors.js'
import { readTrajectory } from '../../src/trajectory/read.js'

/** One line a run: calls with arguments and what came, then the rest. */
export function told(log: unknown): string {
  const { format, toolCalls, output, usage, steps, unknown } = readTrajectory(log)
  const calls = toolCalls.map(
    ({ tool, args, result_summary, error, timestamp }) =>
      `${tool}(${JSON.stringify(args)}) -> ${error === undefined ? result_summary : `failed: ${error}`}${timestamp ? ` at ${timestamp.slice(14, 19)}` : ''}`,
  )
  return [`${format}: ${calls.join('; ')}`, `  ${JSON.stringify({ output, steps, usage, unknown })}`].join('\n')
}

/** The same, or why it cannot be read; the list of formats is shortened. */
export function faultOf(log: unknown): string {
  try {
    return told(log)
  } catch (error) {
    if (error instanceof InputError)
      return error.message.replace(/to be a \.traj.* messages, but/, 'to be FORMATS, but')
    throw error
  }
}
