/**
 * The message of `toMatchHumanReview`.
 *
 * @module
 */
import type { ReviewMatchInput } from '../src/modes/review-match-input.js'
import { showScore } from '../src/score-text.js'
import { oneLine } from '../src/text.js'
import type { Bounds, Verdict } from '../src/types.js'
import { callText, excerpt, expectedScore, frame, judgeNote, type Row, renderRows } from './message.js'
import type { ReviewDecision, ReviewLimit } from './to-match-human-review.js'

/** What the message is made of. */
export interface HumanReviewMessage {
  readonly negated: boolean
  readonly verdict: Verdict
  readonly input: ReviewMatchInput
  readonly limits: readonly ReviewLimit[]
  readonly decision: ReviewDecision
}

const NAMES = { f1: 'F1', precision: 'precision', recall: 'recall', value_rate: 'value rate' }

/** Puts the message together: every limit, then every comment, then findings that match none. */
export function humanReviewMessage({ negated, verdict, input, limits, decision }: HumanReviewMessage): string {
  const { bounds, judged, by, open } = decision
  return frame({
    title: callText('toMatchHumanReview', 'review', 'comments', negated),
    comparisons: limits.map(({ score, limit }) => ({
      what: NAMES[score],
      expected: expectedScore(limit, negated),
      received: bounds === null ? '   open' : `   ${range(bounds[score], limit)}`,
    })),
    details: [...renderRows(commentRows(input, decision)), ...findingLines(input, decision)],
    notes: {
      Review: excerpt(input.findings.map(({ comment }) => comment).join('\n\n')),
      Judge: judged === null ? by : judgeNote(judged),
    },
    ...(verdict === 'unjudged' && { unjudged: /[.!?]$/.test(open) ? open : `${open}.` }),
  })
}

function range({ lower, upper }: Bounds, limit: number): string {
  return upper - lower < 1e-9 ? showScore(lower, limit) : `${showScore(lower, limit)} to ${showScore(upper, limit)}`
}

/** Comments that had to be matched: what the judge calls resolved or contextual is none of them. */
function commentRows({ comments, findings }: ReviewMatchInput, { judged, matched, bounds }: ReviewDecision): Row[] {
  if (bounds === null) return []
  const addressable = judged === null ? comments : comments.filter(({ id }) => addressableIds(judged).includes(id))
  return addressable.map(({ id, file, body }) => {
    const pair = judged?.matches.find((match) => match.human_comment === id)
    const byWords = matched.issues.find((issue) => issue.id === String(id))
    const finding = judged === null ? byWords?.finding : pair?.agent_finding
    const where = file === undefined ? '' : `  ${oneLine(file, 60)}`
    const text = `comment ${id}${where}  "${oneLine(body, 60)}"`
    const said = findings.find((one) => String(one.id) === String(finding))?.comment
    if (said !== undefined) return { state: 'met', weight: 0, text: `${text}  by finding ${finding}` }
    return {
      // What words do not find somebody else may.
      state: bounds.recall.lower < bounds.recall.upper ? 'open' : 'missed',
      weight: 0,
      text,
      reason: judged === null ? (byWords?.why ?? '') : 'no finding is about it',
    }
  })
}

function addressableIds({ human_comments, matches, unmatched_human }: NonNullable<ReviewDecision['judged']>): number[] {
  if (!Array.isArray(human_comments)) {
    return [...matches.map((match) => match.human_comment), ...unmatched_human.map(({ comment }) => comment)]
  }
  return human_comments.filter((one) => one.class === 'addressable').map(({ comment }) => comment)
}

function findingLines({ findings }: ReviewMatchInput, { judged, matched, bounds }: ReviewDecision): string[] {
  if (bounds === null) return []
  const rated =
    judged?.unmatched_agent ?? matched.unverified.map((id) => ({ finding: Number(id), rating: 'unmatched' }))
  return rated.map(({ finding, rating }) => {
    const said = findings.find(({ id }) => id === finding)?.comment ?? ''
    return `  + finding ${finding}  ${rating}  "${oneLine(said, 60)}"`
  })
}
