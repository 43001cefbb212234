/**
 * The one interface to whatever answers. One attempt a call; recordings, limits, retries, budget and validation live
 * above it.
 *
 * @module
 */
import type { Usage } from '../types.js'

/** A JSON schema in the subset that structured outputs accept: objects closed, every property required. */
export type JsonSchema = { readonly [key: string]: unknown }

/** A block of a prompt. */
export interface PromptPart {
  /** Never empty. */
  readonly text: string
  /** The prefix up to here is shared by other requests, and this is how long it is worth keeping. */
  readonly cache?: '5m' | '1h'
}

/** One question to a judge. */
export interface JudgeRequest {
  /** Contract, then what all cases share. */
  readonly system: readonly PromptPart[]
  /** The case, then the question. */
  readonly user: readonly PromptPart[]
  /** Shape of the answer. */
  readonly schema: JsonSchema
  /** Most tokens of the answer. */
  readonly maxOutputTokens: number
  /** Which of several samples of the same question this is, from 0. Never sent; part of the recording's key. */
  readonly sample: number
  /** For people: what is asked about. Never sent, not part of the key. */
  readonly label: string
}

/** How an answer ended. */
export type StopKind = 'ok' | 'truncated' | 'refused' | 'unparsable'

/** One answer. Billed whatever `stop` says, so `usage` is always there. */
export interface JudgeReply {
  /** How the answer ended. */
  readonly stop: StopKind
  /** The answer as JSON, not validated; null unless `stop` is `ok`. */
  readonly value: unknown
  /** The answer as text. */
  readonly text: string
  /** Why it is not `ok`. */
  readonly detail?: string
  /** Tokens as the service reported them. */
  readonly usage: Usage
  /** Name of the model that answered, as the service says. */
  readonly servedBy: string
  /** Set on written samples that no model produced. */
  readonly sample?: boolean
  /** Answered in a batch, at half of the price. @internal */
  readonly batched?: boolean
}

/** How a judge is asked in batches of the Message Batches API. @internal */
export interface BatchSide {
  /** Address of the service; null: the public one. */
  readonly baseURL: string | null
  /** Whether the judge asks with this key. */
  hasKey(key: string): boolean
  /** What a row of a batch sends. */
  body(request: JudgeRequest): object
  /**
   * Reads the message of a row as that of a single call.
   *
   * @throws {@link CallError} for what is no message.
   */
  read(message: unknown): JudgeReply
}

/** Whatever answers. */
export interface JudgeModel {
  /** Part of the recording's key: `claude-haiku-5-5`. */
  readonly id: string
  /** Everything else that can change an answer; part of the recording's key. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The tier by which the model was named, such as `tier-fast`; for records only. */
  readonly alias?: string
  /** Only where it can be asked in batches: Claude with an API key. @internal */
  readonly batch?: BatchSide
  /**
   * Makes exactly one attempt.
   *
   * @throws {@link CallError} when there is no answer.
   */
  judge(request: JudgeRequest, options: { readonly signal: AbortSignal }): Promise<JudgeReply>
}

/** Whether a value has what a judge needs. */
export function isJudgeModel(value: unknown): value is JudgeModel {
  const { id, settings, judge } = (value ?? {}) as Partial<JudgeModel>
  return typeof id === 'string' && typeof settings === 'object' && typeof judge === 'function'
}
