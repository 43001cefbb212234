/**
 * The result envelope of `vitest-judge judge`, and the checks before success (spec/judging.md, "Validation and the result
 * envelope").
 *
 * @module
 */
import type { Judged } from '../judge.js'
import { oneLine } from '../text.js'

/** What is printed for one task. */
export type Envelope =
  | { readonly success: true; readonly mode: string; readonly timestamp: string; readonly [field: string]: unknown }
  | Failure

/** What is printed where nothing was judged: no score of any kind. */
export interface Failure {
  readonly success: false
  readonly mode: string
  readonly error: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
}

/** A judgement of any mode. */
export type AnyJudged = Judged<object>
type Fields = Readonly<Record<string, unknown>>

/** Where nothing that is right gives 0; elsewhere 0 is no score but a fault. */
const ZERO_IS_A_SCORE: readonly string[] = ['ground-truth', 'review-match']
const RATINGS: readonly unknown[] = ['excellent', 'good', 'poor']

/** The envelope of a judgement; one that fails a check is a failure. */
export function envelopeOf(judged: AnyJudged): Envelope {
  if (!judged.success) return failure(judged.mode, judged.error)
  const fault = faultOf(judged)
  if (fault !== null) return failure(judged.mode, `${fault}. No score is estimated.`)
  const { success, mode, timestamp, ...fields } = judged
  return { success, mode, timestamp, scores: scoresOf(fields as Fields), ...fields }
}

/** A failure as of now. */
export function failure(mode: string, error: string): Failure {
  return { success: false, mode, error, timestamp: new Date().toISOString() }
}

function faultOf(judged: AnyJudged & { readonly success: true }): string | null {
  const { mode, timestamp, unjudged, requests, token_usage } = judged
  if (!/Z$/.test(timestamp) || Number.isNaN(Date.parse(timestamp))) return `the timestamp ${timestamp} is not valid`
  if (unjudged.length > 0) return openText(unjudged)
  if (requests > 0 && !(token_usage.input > 0 && token_usage.output > 0)) {
    return `the service reported ${token_usage.input} input and ${token_usage.output} output tokens`
  }
  return mode === 'coherence' ? ratingFault(judged as Fields) : totalFault(judged)
}

function ratingFault({ rating }: Fields): string | null {
  return RATINGS.includes(rating) ? null : `the rating ${rating} is none of ${RATINGS.join(', ')}`
}

function totalFault(judged: AnyJudged & { readonly success: true }): string | null {
  const { mode, total } = judged
  if (total === null && (judged as Fields).scorable === false) return null
  const least = ZERO_IS_A_SCORE.includes(mode) ? 0 : 1
  return total !== null && total >= least && total <= 100 ? null : `the total ${total} is not within ${least} to 100`
}

function openText(unjudged: AnyJudged['unjudged']): string {
  const details = [...new Set(unjudged.map(({ detail }) => oneLine(detail, 300)))]
  return `unjudged: ${details.slice(0, 3).join('; ')}${details.length > 3 ? `; and ${details.length - 3} more` : ''}`
}

/** Modes that have no `scores` of their own show their parts or sides. */
function scoresOf({ scores, ...fields }: Fields): unknown {
  if (scores !== undefined) return scores
  const sides = (fields.contestants ?? fields.teams) as Record<string, { weighted_total: unknown }> | undefined
  if (sides !== undefined) {
    return Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, side.weighted_total]))
  }
  if (fields.multiplier !== undefined) return { multiplier: fields.multiplier }
  const parts = ['detection', 'execution', 'quality', 'persona'].flatMap((name) => {
    const part = fields[name] as { subtotal: unknown } | null | undefined
    return part ? [[name, part.subtotal]] : []
  })
  return Object.fromEntries(parts)
}
