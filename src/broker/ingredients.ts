/**
 * The key of a recording: a digest of all that can change an answer, and of nothing else.
 *
 * @module
 */
import { canonicalJson, digest, sharedDigest } from '../digest.js'
import type { JudgeIdentity } from '../models/asker.js'
import type { JudgeRequest } from '../models/model.js'

/** Grows when the meaning of a recorded reply changes; old recordings then no longer answer. */
export const RECORDING_FORMAT = 1

/** What a recording answers to. Texts stand as digests, so that a recording shows no prompt. */
export interface Ingredients {
  readonly model: string
  readonly settings: Readonly<Record<string, unknown>>
  /** The part of the prompt that never changes. */
  readonly contract: string
  /** Task, rubric, challenge: what all cases share. */
  readonly rubric: string
  /** What is judged. */
  readonly case: string
  /** What is asked about it. */
  readonly question: string
  readonly schema: string
  readonly max_output_tokens: number
  readonly sample: number
}

/** Cache marks, labels, addresses and keys are no ingredients: they change no answer. */
export function ingredientsOf(identity: JudgeIdentity, request: JudgeRequest): Ingredients {
  const [contract, ...common] = request.system.map(({ text }) => text)
  const [material, ...asked] = request.user.map(({ text }) => text)
  return {
    model: identity.model,
    settings: identity.settings,
    contract: sharedDigest(contract),
    rubric: sharedDigest(common),
    case: digest(material),
    question: sharedDigest(asked),
    schema: sharedDigest(request.schema),
    max_output_tokens: request.maxOutputTokens,
    sample: request.sample,
  }
}

/** 32 hexadecimal digits. */
export function keyOf(ingredients: Ingredients): string {
  return digest({ format: RECORDING_FORMAT, ...ingredients }).slice(0, 32)
}

/** Names of the ingredients that differ. */
export function differences(a: Ingredients, b: Ingredients): string[] {
  return Object.keys(a).filter((name) => {
    const key = name as keyof Ingredients
    return canonicalJson(a[key]) !== canonicalJson(b[key])
  })
}
