/**
 * The judge as a function, for plain code.
 *
 * @module
 */

import { conduct, type Judged } from './judge.js'
import { localBroker } from './local.js'
import { type FieldsOf, modeOf } from './modes/registry.js'
import type { JudgeOptions } from './options.js'
import { panelOf } from './panel.js'
import { checkSampling, type SamplingOptions } from './sampling.js'

/** How to judge one task. */
export interface JudgeCallOptions extends SamplingOptions {
  /** Ends the judging. */
  readonly signal?: AbortSignal
}

/** Judges a task: `{ mode: 'solo', ... }` or another mode, with the fields of that mode (`snake_case`). */
export type Judge = <const T extends { readonly mode: string }>(
  task: T,
  options?: JudgeCallOptions,
) => Promise<Judged<FieldsOf<T>>>

/**
 * A judge with its own limit, recordings and deadline. Keys come from the options or the environment.
 *
 * @throws {@link InputError} that names the option which is wrong.
 * @example
 * ```ts
 * const judge = createJudge({ judgeModel: 'tier-balanced', recordings: 'off' })
 * const judgement = await judge({ mode: 'solo', challenge, response })
 * ```
 */
export function createJudge(options: JudgeOptions = {}): Judge {
  const broker = localBroker(options)
  return async (given, callOptions = {}) => {
    const { mode, task } = modeOf(given)
    checkSampling('judge', callOptions)
    const { judges = options.judges, ...asking } = callOptions
    return (await conduct(mode, task, broker, { ...asking, ...(judges && { judges: panelOf(judges) }) })) as Judged<
      FieldsOf<typeof given>
    >
  }
}

let shared: Judge | undefined

/** {@link createJudge} with default options, one for the process. */
export const judge: Judge = (task, options) => {
  shared ??= createJudge()
  return shared(task, options)
}
