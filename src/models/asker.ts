/**
 * What the conductor asks: the broker itself, or a worker's line to it.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { JudgeReply, JudgeRequest } from './model.js'

/** A reply and where it came from. */
export interface Asked {
  readonly reply: JudgeReply
  readonly source: 'fresh' | 'recorded'
  /** Under this key {@link Asker.keep} stores the reply that was found good. */
  readonly key: string
}

/** Who answers, as far as it decides about answers. */
export interface JudgeIdentity {
  readonly model: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** Asks for the conductor; recordings, limit, deadline and retries are behind it. */
export interface Asker {
  readonly identity: JudgeIdentity
  /**
   * @param options - `fresh` passes the recording by, because it did not read.
   * @throws {@link CallError} when there is no reply.
   */
  ask(request: JudgeRequest, options: { readonly signal?: AbortSignal; readonly fresh?: boolean }): Promise<Asked>
  /** Records a reply that was read without a problem. */
  keep(key: string, reply: JudgeReply): Promise<void>
}

/** For modes that ask no model. */
export const NO_ASKER: Asker = {
  identity: { model: 'none', settings: {} },
  ask: () => Promise.reject(new CallError('no_judge', 'This mode asks no model.')),
  keep: () => Promise.resolve(),
}
