/**
 * Replies that a user's own code gives: completed, and given up as soon as the call is aborted.
 *
 * @module
 */
import { CallError, show } from '../errors.js'
import { showCount } from '../text.js'
import type { Usage } from '../types.js'
import { NO_USAGE } from '../usage.js'
import type { JudgeReply, StopKind } from './model.js'

/** A reply of which only `stop` is needed. Defaults: no value, no text, no tokens, served by the model's own id. */
export type PartialReply = Partial<JudgeReply> & Pick<JudgeReply, 'stop'>

const STOPS: readonly unknown[] = ['ok', 'truncated', 'refused', 'unparsable'] satisfies StopKind[]

/** Whether an answer is a reply, and no value. */
export function isPartialReply(answer: unknown): answer is PartialReply {
  return typeof answer === 'object' && answer !== null && 'stop' in answer && STOPS.includes(answer.stop)
}

/** The whole reply of the model with this id. */
export function completeReply(reply: PartialReply, id: string): JudgeReply {
  const text = reply.value === undefined ? '' : JSON.stringify(reply.value)
  return { value: null, usage: NO_USAGE, servedBy: id, ...reply, text: reply.text ?? text }
}

/** No answer to a question of ours comes near it; one that is longer would fill recordings, results and memory. */
const MAX_LENGTH = 1_000_000

/** A reply that is too long is none, whatever it holds. */
function withoutExcess(reply: JudgeReply): JudgeReply {
  const length = Math.max(reply.text.length, (JSON.stringify(reply.value) ?? '').length)
  if (length <= MAX_LENGTH) return reply
  const detail = `it has ${showCount(length)} characters, more than the ${showCount(MAX_LENGTH)} that an answer may have`
  return { ...reply, stop: 'unparsable', value: null, text: '', detail }
}

/**
 * A reply as a judge gave it, completed where that is harmless.
 *
 * @throws {@link CallError} `rejected` that names what is wrong.
 */
export function checkReply(reply: unknown, id: string): JudgeReply {
  if (!isPartialReply(reply)) {
    throw new CallError(
      'rejected',
      `${id}: expected a reply with \`stop\` (${STOPS.join(', ')}), but received ${show(reply)}.`,
    )
  }
  const whole = completeReply(reply, id)
  const counts = Object.keys(NO_USAGE) as (keyof Usage)[]
  const stray = counts.find((name) => !isCount((whole.usage as Partial<Usage> | null)?.[name]))
  if (stray === undefined) return withoutExcess(whole)
  throw new CallError(
    'rejected',
    `${id}: expected \`usage\` to be { ${counts.join(', ')} }, all numbers from 0, but received ${show(whole.usage)}.`,
  )
}

/** As recordings are read. */
function isCount(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) >= 0
}

/**
 * What the work gives, or the end of the call when the signal fires first, whether the work listens to it or not.
 *
 * @throws {@link CallError} `aborted`
 */
export async function orAborted(signal: AbortSignal, work: () => unknown): Promise<unknown> {
  const aborted = new CallError('aborted', 'The question was withdrawn.')
  if (signal.aborted) throw aborted
  const listening = new AbortController()
  const withdrawn = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(aborted), { signal: listening.signal })
  })
  try {
    return await Promise.race([withdrawn, work()])
  } finally {
    listening.abort()
  }
}
