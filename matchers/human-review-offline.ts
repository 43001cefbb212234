/**
 * A review against human comments by words alone: for tests without a diff, and where no judge answers.
 *
 * @module
 */
import { type MatchResult, matchFindings } from '../src/findings/match.js'
import { findPlace } from '../src/findings/place.js'
import type { ReviewMatchInput } from '../src/modes/review-match-input.js'
import { type ReviewScores, scoreReviewMatch } from '../src/scoring/review-match.js'
import type { Bounds, Finding } from '../src/types.js'

/** Scores by name, as bounds. */
export type ScoreBounds = Readonly<Record<keyof ReviewScores, Bounds>>

/** Pairs findings with comments one to one. */
export function matchByWords({ findings, comments }: Pick<ReviewMatchInput, 'findings' | 'comments'>): MatchResult {
  return matchFindings(
    findings.map(({ id, file, comment }) => toFinding(id, file, comment)),
    comments.map(({ id, file, body }) => toFinding(id, file, body)),
    { preset: 'human-review' },
  )
}

function toFinding(id: number, file: string | undefined, text: string): Finding {
  return { id: String(id), text, ...findPlace(file ?? '') }
}

/** Scores with every comment counted as addressable and every finding without a match as plausible. Justified ones are not known. */
export function scoreByWords({ issues, unverified }: MatchResult): ScoreBounds {
  const matched = issues.filter(({ found }) => found).length
  const counts = { addressable: issues.length, matched, justified: 0, plausible: unverified.length, wrong: 0 }
  const { precision, recall, f1, value_rate } = scoreReviewMatch(counts).scores
  const exactly = (score: number | null) => ({ lower: score ?? 0, upper: score ?? 1 })
  return {
    f1: exactly(f1),
    precision: exactly(precision),
    recall: exactly(recall),
    value_rate: { lower: value_rate ?? 0, upper: 1 },
  }
}

/** What is certain by words: the clear pairs count, and whatever else may yet match, be justified or not be addressable. */
export function boundByWords({ issues, unverified }: MatchResult): ScoreBounds {
  const clear = issues.filter(({ found, uncertain }) => found && !uncertain).length
  const all = issues.filter(({ found }) => found).length + unverified.length
  const counts = { addressable: issues.length, matched: clear, justified: 0, plausible: all - clear, wrong: 0 }
  const { precision, recall, f1, value_rate } = scoreReviewMatch(counts).scores
  const atLeast = (score: number | null) => ({ lower: score ?? 0, upper: 1 })
  return { f1: atLeast(f1), precision: atLeast(precision), recall: atLeast(recall), value_rate: atLeast(value_rate) }
}
