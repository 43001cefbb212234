/**
 * A judge that answers from a script: for tests, and for written samples that no model produced.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { CallError } from '../errors.js'
import type { JudgeModel, JudgeRequest } from './model.js'
import { completeReply, isPartialReply, orAborted, type PartialReply } from './partial-reply.js'

/** A judge's script. */
export interface ScriptedModelOptions {
  /** Default `scripted`. */
  readonly id?: string
  /** Default: a digest of the script where no `id` is given either, so that another script is not taken for this one. */
  readonly settings?: Readonly<Record<string, unknown>>
  /**
   * Answers in order of the questions, or a function of the question and its number from 0. An answer is a {@link JudgeReply} (only
   * `stop` is needed), a {@link CallError} for a failed attempt, or any other value, which becomes the value of an `ok` reply.
   * `undefined` is none.
   */
  readonly reply: readonly unknown[] | ((request: JudgeRequest, index: number) => unknown)
  /** Marks the replies as written samples. Default false. */
  readonly sample?: boolean
}

/**
 * A judge that answers from a script.
 *
 * A call fails as `rejected` where the script has no answer, as `aborted` as soon as its signal fires, and otherwise with
 * the {@link CallError} that the script names or throws.
 */
export function scriptedModel(options: ScriptedModelOptions): JudgeModel {
  const { id = 'scripted', reply: script, sample = false } = options
  const settings = options.settings ?? (options.id === undefined ? { script: digest(script) } : {})
  let asked = 0
  return {
    id,
    settings,
    async judge(request, { signal }) {
      const index = asked++
      const answer = await orAborted(signal, () =>
        typeof script === 'function' ? script(request, index) : script[index],
      )
      if (answer instanceof CallError) throw answer
      if (answer === undefined) {
        throw new CallError('rejected', `${id}: the script has no answer to question ${index} (${request.label}).`)
      }
      const reply: PartialReply = isPartialReply(answer) ? answer : { stop: 'ok', value: answer }
      return { ...completeReply(reply, id), ...(sample && { sample }) }
    },
  }
}

function digest(script: ScriptedModelOptions['reply']): string {
  const text = typeof script === 'function' ? String(script) : JSON.stringify(script)
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
