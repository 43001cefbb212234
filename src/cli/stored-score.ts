/**
 * Scores of pull requests that lie in a folder, written by this command or by others.
 *
 * @module
 */
import { z } from 'zod'
import { NO_SCORES, type ReviewOutcome, type ReviewScores, scoreReviewMatch } from '../scoring/review-match.js'

/** A score as it was stored. */
export interface StoredScore {
  readonly outcome: ReviewOutcome
  /** Digest of the texts that it is about; undefined where others wrote it. */
  readonly inputs: string | undefined
}

const score = z.number().min(0).max(1).nullable()
const scoresSchema = z.object({ precision: score, recall: score, f1: score, value_rate: score })
const count = z.int().min(0)
const countsSchema = z.object({
  addressable: count,
  matched: count,
  justified: count,
  plausible: count,
  wrong: count,
})
/** Scores and counts that others wrote stand at the top. */
const storedSchema = z.object({
  success: z.boolean().optional(),
  mode: z.literal('review-match').optional(),
  scorable: z.boolean().optional(),
  scores: scoresSchema.optional(),
  counts: countsSchema.optional(),
  inputs: z.string().optional(),
})

/** Others round. */
const TOLERANCE = 0.001

/**
 * Reads a score, or says why it is none. It has to fit its counts; without them, F1 has to fit precision and recall.
 */
export function readStoredScore(text: string): StoredScore | string {
  const given = parse(text)
  const stored = storedSchema.safeParse(given)
  const scores = scoresSchema.safeParse(stored.data?.scores ?? given)
  if (!stored.success || !scores.success) return 'is no score of a pull request'
  const { success = true, scorable = scores.data.f1 !== null, inputs } = stored.data
  if (!success) return 'says that nothing was scored'
  const counts = stored.data.counts ?? countsSchema.safeParse(given).data
  const theirs = scorable ? scores.data : NO_SCORES
  const ours = counts === undefined ? { ...theirs, f1: f1Of(theirs) } : scoreReviewMatch(counts).scores
  const names = Object.keys(NO_SCORES) as (keyof ReviewScores)[]
  const wrong = names.find((name) => !fits(theirs[name], ours[name]))
  if (wrong !== undefined) {
    const base = counts === undefined ? 'its precision and recall' : 'its counts'
    return `says ${wrong} ${theirs[wrong]}, but ${base} give ${ours[wrong]}`
  }
  const kept = counts === undefined ? theirs : ours
  return { outcome: { status: kept.f1 === null ? 'unscorable' : 'scored', scores: kept }, inputs }
}

function f1Of({ precision, recall }: ReviewScores): number | null {
  return precision === null || recall === null ? null : (2 * precision * recall) / Math.max(0.001, precision + recall)
}

function fits(theirs: number | null, ours: number | null): boolean {
  return theirs === null || ours === null ? theirs === ours : Math.abs(theirs - ours) <= TOLERANCE
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
