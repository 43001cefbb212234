/**
 * Any function as a judge: for services and tools of which this package knows nothing.
 *
 * @module
 */
import { badInput, CallError } from '../errors.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from './model.js'
import { completeReply, isPartialReply } from './partial-reply.js'

/** A function that judges, and what its answers depend on. */
export interface FunctionModelOptions {
  /** Names the judge in records, and is part of the key of its recordings. Name the model where the function asks one. */
  readonly id: string
  /** Everything else that can change an answer, such as an effort; part of the recordings' key too. Default none. */
  readonly settings?: Readonly<Record<string, unknown>>
  /**
   * Answers a question; its `schema` is the shape of the answer. A text is read for the one answer in it: JSON, JSON in a
   * fence, prose around either, or a Markdown table. A {@link JudgeReply} (only `stop` is needed) can tell of a refusal or a
   * cut, and of tokens. Anything else is the answer itself. `undefined` is none.
   *
   * Thrown errors leave the question unjudged; a {@link CallError} says with `reason` whether to try again.
   */
  readonly judge: (request: JudgeRequest, options: { readonly signal: AbortSignal }) => unknown
}

/**
 * Any function, also an asynchronous one, as a judge. Recordings, limit, deadline, retries and budget are as for every judge.
 *
 * @throws {@link InputError} when `id` is empty or `judge` is no function.
 * @example
 * ```ts
 * const join = (parts) => parts.map(({ text }) => text).join('\n\n')
 * const judge = functionModel({
 *   id: 'house-judge',
 *   judge: async ({ system, user, schema }, { signal }) => JSON.parse(await ask(join(system), join(user), schema, signal)),
 * })
 * ```
 */
export function functionModel({ id, settings = {}, judge }: FunctionModelOptions): JudgeModel {
  if (typeof id !== 'string' || id === '') {
    throw badInput('functionModel', { place: '`id`', expected: 'a name', received: id })
  }
  if (typeof judge !== 'function') {
    throw badInput('functionModel', { place: '`judge`', expected: 'a function', received: judge })
  }
  return {
    id,
    settings,
    async judge(request, { signal }) {
      // Who asks does not wait longer than its signal; an answer that comes all the same is kept for the next run.
      return toReply(await judge(request, { signal }), id)
    },
  }
}

function toReply(answer: unknown, id: string): JudgeReply {
  if (answer === undefined) throw new CallError('rejected', `${id} gave no answer.`)
  if (typeof answer === 'string') return completeReply({ stop: 'unparsable', text: answer }, id)
  return completeReply(isPartialReply(answer) ? answer : { stop: 'ok', value: answer }, id)
}
