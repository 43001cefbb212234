/**
 * A trajectory that was read before, perhaps kept as JSON since.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { fieldsOf } from './format.js'
import { checkToolCalls } from './tool-calls.js'
import type { Trajectory } from './trajectory.js'

const AMOUNTS = ['input_tokens', 'output_tokens', 'cost_usd', 'seconds']
const HINT = 'This has the fields of what readTrajectory gives: give that unchanged, or the log itself.'

/** Whether a value has the fields of a trajectory; what is in them is still to be checked. */
export function looksRead(value: unknown, formats: readonly string[]): value is { [K in keyof Trajectory]: unknown } {
  const { format, toolCalls, unknown, steps } = fieldsOf(value)
  const isKnown = formats.includes(String(format))
  return isKnown && Array.isArray(toolCalls) && unknown !== undefined && steps !== undefined
}

/** @throws {@link InputError} naming the first field that is not as {@link Trajectory} says. */
export function checkTrajectory(value: { [K in keyof Trajectory]: unknown }, what: string): Trajectory {
  const { toolCalls, unknown, steps, output, usage } = value
  const check = (holds: boolean, place: string, expected: string, received: unknown) => {
    if (!holds) throw badInput(what, { place: `\`${place}\``, expected, received, hint: HINT })
  }
  checkToolCalls(toolCalls, what, 'toolCalls')
  check(isObject(unknown) && Object.values(unknown).every(isCount), 'unknown', 'an object of counts', unknown)
  check(steps === null || isCount(steps), 'steps', 'a whole number from 0, or null', steps)
  check(output === undefined || typeof output === 'string', 'output', 'a text, or absent', output)
  const amounts = AMOUNTS.map((name) => fieldsOf(usage)[name])
  const isUsage = isObject(usage) && amounts.every((amount) => amount === undefined || isAmount(amount))
  check(
    usage === undefined || isUsage,
    'usage',
    `an object of numbers from 0 (${AMOUNTS.join(', ')}), or absent`,
    usage,
  )
  return value as Trajectory
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}

function isCount(value: unknown): boolean {
  return isAmount(value) && Number.isInteger(value)
}
