/**
 * What the conductor asks: the broker itself, or a worker's line to it.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from './model.js'

/** A reply and where it came from. */
export interface Asked {
  readonly reply: JudgeReply
  /** `unread`: paid for before, by whoever ended before reading it. */
  readonly source: 'fresh' | 'unread' | 'recorded'
  /** Under this key {@link Asker.keep} stores the reply that was found good. */
  readonly key: string
  /** What the reply costs, or cost when it was recorded, in USD; null where the price is not known. */
  readonly usd: number | null
  /** Requests that were sent for it before and failed; not there where none did. */
  readonly failed?: number
}

/** How to ask. */
export interface AskOptions {
  readonly signal?: AbortSignal
  /** Pass the recording by, because it did not read. */
  readonly fresh?: boolean
  /** Ask this judge instead of the run's; it is called in the process that asks. */
  readonly judge?: JudgeModel
  /** Ask Claude by this tier or model id instead of the run's judge, with the run's key. */
  readonly model?: string
}

/** Who answers, as far as it decides about answers. */
export interface JudgeIdentity {
  readonly model: string
  readonly settings: Readonly<Record<string, unknown>>
  /** The tier by which the model was named; no part of a recording's key. */
  readonly alias?: string
}

/** Claude by a tier or a model id, and how that one is known. */
export interface NamedJudge {
  readonly name: string
  readonly identity: JudgeIdentity
}

/** Asks for the conductor; recordings, limit, deadline and retries are behind it. */
export interface Asker {
  readonly identity: JudgeIdentity
  /** @throws {@link CallError} when there is no reply. */
  ask(request: JudgeRequest, options: AskOptions): Promise<Asked>
  /** Records a reply that was read without a problem, and forgets one that was not (null). */
  keep(key: string, reply: JudgeReply | null): Promise<void>
}

/** For modes that ask no model. */
export const NO_ASKER: Asker = {
  identity: { model: 'none', settings: {} },
  ask: () => Promise.reject(new CallError('no_judge', 'This mode asks no model.')),
  keep: () => Promise.resolve(),
}
