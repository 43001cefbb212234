/**
 * A judge that answers from a script: for tests, and for written samples that no model produced.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { Usage } from '../types.js'
import type { JudgeModel, JudgeReply, JudgeRequest, StopKind } from './model.js'

/** A reply of which only `stop` is needed. Defaults: no value, no text, no tokens, served by the model's own id. */
export type PartialReply = Partial<JudgeReply> & Pick<JudgeReply, 'stop'>

/**
 * What a script may answer: a {@link PartialReply}, a {@link CallError} for a failed attempt, or any other value, which
 * becomes the value of an `ok` reply. `undefined` is no answer.
 */
export type ScriptedAnswer = unknown

/** A judge's script. */
export interface ScriptedOptions {
  /** Default `scripted`. */
  readonly id?: string
  /** Default none. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Answers in order of the questions, or a function of the question and its number from 0. */
  readonly reply:
    | readonly ScriptedAnswer[]
    | ((request: JudgeRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>)
  /** Marks the replies as written samples. Default false. */
  readonly sample?: boolean
}

const NO_TOKENS: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
const STOPS: readonly unknown[] = ['ok', 'truncated', 'refused', 'unparsable'] satisfies StopKind[]

/**
 * A judge that answers from a script.
 *
 * A call fails as `rejected` where the script has no answer, as `aborted` as soon as its signal fires, and otherwise with
 * the {@link CallError} that the script names or throws.
 */
export function scriptedModel(options: ScriptedOptions): JudgeModel {
  const { id = 'scripted', settings = {}, reply, sample = false } = options
  let asked = 0
  return {
    id,
    settings,
    async judge(request, { signal }) {
      const index = asked++
      const answer = await orAborted(signal, () => (typeof reply === 'function' ? reply(request, index) : reply[index]))
      if (answer instanceof CallError) throw answer
      if (answer === undefined) {
        throw new CallError('rejected', `${id}: the script has no answer to question ${index} (${request.label}).`)
      }
      return { ...toReply(answer, id), ...(sample && { sample }) }
    },
  }
}

function toReply(answer: unknown, id: string): JudgeReply {
  const reply: PartialReply = isPartialReply(answer) ? answer : { stop: 'ok', value: answer }
  const text = reply.value === undefined ? '' : JSON.stringify(reply.value)
  return { value: null, text, usage: NO_TOKENS, servedBy: id, ...reply }
}

function isPartialReply(answer: unknown): answer is PartialReply {
  return typeof answer === 'object' && answer !== null && 'stop' in answer && STOPS.includes(answer.stop)
}

async function orAborted(signal: AbortSignal, work: () => unknown): Promise<unknown> {
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
