/**
 * `review-match`: an AI reviewer's findings against the comments of human reviewers on the same pull request. Every statement of
 * the judge needs a quote, and an answer with one that does not hold is not scored.
 *
 * @module
 */
import { linesOf } from '../citations/check.js'
import { layOut } from '../prompts/layout.js'
import { NO_SCORES, type ReviewScores, scoreReviewMatch } from '../scoring/review-match.js'
import type { UnjudgedPart } from '../types.js'
import type { Mode, Scored } from './mode.js'
import { type ArithmeticMismatch, mismatches } from './reply.js'
import { type AnswerCounts, countAnswer } from './review-match-check.js'
import { examineReply, type ReviewReading, readRecorded, withPaths } from './review-match-evidence.js'
import { type ReviewFile, type ReviewMatchInput, readReviewTask } from './review-match-input.js'
import { answerSchema, NOBODY, type ReviewAnswer } from './review-match-reply.js'

/** Output fields of `review-match`. */
export interface ReviewMatchFields {
  /** Number of the pull request, where it was given. */
  readonly pr?: number
  /** `unscorable`: no comment is addressable; `missing_reviews`: there is no comment. Neither enters a mean. */
  readonly status: 'scored' | 'unscorable' | 'missing_reviews'
  /** The status is `scored`. */
  readonly scorable: boolean
  /** Scores, 0-1; null unless `scored`. */
  readonly scores: ReviewScores
  /** False when no finding was matched, plausible or wrong, so that precision is 0 by rule. */
  readonly precision_defined: boolean
  /** Counts by class and rating. */
  readonly counts: AnswerCounts
  /** Every comment with its class; counts by class where a recorded answer has no more. */
  readonly human_comments: ReviewAnswer['human_comments']
  /** Pairs about one concern, one to one. */
  readonly matches: ReviewAnswer['matches']
  /** Findings without a match, rated. */
  readonly unmatched_agent: ReviewAnswer['unmatched_agent']
  /** Addressable comments without a match. */
  readonly unmatched_human: ReviewAnswer['unmatched_human']
  /** Citations of the answer, all of which hold. */
  readonly verified_citations: number
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
}

const TASK = `Compare the findings of an automatic reviewer with the comments that people made on the same pull request. The material "context" describes the pull request and holds its diff, "reviews" holds the comments of people, and "predictions" holds the findings of the automatic reviewer. Comments and findings stand under headings with their numbers. Every line of these materials begins with its number and a bar; both are put there by the test framework and are no part of the text.

Classes of comments:
- addressable: it asks for a change, and the diff still shows what it is about.
- resolved: it asks for a change, and the diff shows that the change has been made.
- contextual: it asks for no change of code: a question, thanks, a word on how to proceed.

A finding matches an addressable comment when both are about the same concern, so that whoever settles the one settles the other. The same file or the same line alone is no match. Each finding and each comment is in one match at most; of two candidates take the one nearer in meaning.

Ratings of findings without a match:
- justified: lines of the diff prove it.
- wrong: lines of the diff disprove it, or it is about something that is not there.
- plausible: everything else. A doubt on either side makes it plausible.

Every entry needs evidence: the material, the numbers of the first and the last line, and a quote copied character for character from those lines, without the number and the bar. Prefer a quote from one line; where you leave words out write [...]. One quote that does not stand where it says spoils the whole answer.`
const QUESTION = `Answer four lists.
- human_comments: every comment once, with its class.
- matches: every pair of a finding and an addressable comment about the same concern.
- unmatched_agent: every finding that is in no match, once, with its rating.
- unmatched_human: every addressable comment that is in no match, once.
In each entry give the evidence first. The category says what the concern is about. Give no counts.`

export const reviewMatch: Mode<ReviewMatchInput, ReviewReading, ReviewMatchFields> = {
  name: 'review-match',
  promptVersion: 'review-match-1',

  check: readReviewTask,

  requests(input) {
    if (input.comments.length === 0 || input.answer !== undefined) return []
    const material = (name: ReviewFile) => ({ name, text: numberLines(input.files[name]) })
    return [
      layOut({
        task: TASK,
        // Several agents, or versions of one, are judged on the same pull request.
        shared: [material('context'), material('reviews')],
        material: [material('predictions')],
        question: QUESTION,
        schema: answerSchema(input),
        items: input.findings.length + 2 * input.comments.length,
        label: input.pr === undefined ? 'review match' : `review match of pr-${input.pr}`,
      }),
    ]
  },

  read(input, value) {
    const parts = examineReply(input, value)
    return { parts, problems: problemsOf(parts) }
  },

  score(input, [answer]) {
    if (input.comments.length === 0) return withoutReviews(input)
    if (input.answer !== undefined) return scoreReading(input, readRecorded(input))
    if (answer !== undefined && 'parts' in answer) return scoreReading(input, answer.parts)
    return nothing(input, [{ part: 'answer', ...(answer?.unjudged ?? { reason: 'missing', detail: 'no answer' }) }])
  },
}

/** Numbers as they are counted in citations. */
function numberLines(text: string): string {
  return linesOf(text)
    .map((line, index) => `${index + 1}| ${line}`)
    .join('\n')
}

function problemsOf({ faults, failures }: ReviewReading): string[] {
  return [
    ...faults,
    ...failures.map(({ claimId, message }) => (claimId === undefined ? message : `${claimId}: ${message}`)),
  ]
}

/** All or nothing: with a contradiction or a citation that does not hold there is no score. */
function scoreReading(input: ReviewMatchInput, reading: ReviewReading): Scored<ReviewMatchFields> {
  const { answer, faults, failures, verified, theirs } = reading
  if (faults.length + failures.length > 0) {
    return nothing(input, [
      ...faults.map((detail) => ({ part: 'answer', reason: 'contradictory' as const, detail })),
      ...failures.map(({ reason, message, claimId }) => ({
        part: claimId ?? 'citations',
        reason: 'unverifiable' as const,
        detail: `${reason}: ${message}`,
      })),
    ])
  }
  const counts = countAnswer(answer)
  const { scores, scorable, precision_defined } = scoreReviewMatch(counts)
  const total = scores.f1 === null ? null : scores.f1 * 100
  const names = ['precision', 'recall', 'f1', 'value_rate'] as const
  return {
    fields: {
      ...identity(input),
      status: scorable ? 'scored' : 'unscorable',
      scorable,
      scores,
      precision_defined,
      counts,
      ...withPaths(input, answer),
      verified_citations: verified,
      arithmetic_mismatch: mismatches(names.map((name) => [name, theirs[name], scores[name]])),
    },
    judged: true,
    total,
    bounds: total === null ? OPEN : { lower: total, upper: total },
    unjudged: [],
    warnings: input.warnings,
  }
}

function withoutReviews(input: ReviewMatchInput): Scored<ReviewMatchFields> {
  return {
    fields: emptyFields(input, 'missing_reviews'),
    judged: true,
    total: null,
    bounds: OPEN,
    unjudged: [],
    warnings: input.warnings,
  }
}

function nothing(input: ReviewMatchInput, unjudged: readonly UnjudgedPart[]): Scored<ReviewMatchFields> {
  const fields = emptyFields(input, 'unscorable')
  return { fields, judged: false, total: null, bounds: OPEN, unjudged, warnings: input.warnings }
}

const OPEN = { lower: 0, upper: 100 }

function emptyFields(input: ReviewMatchInput, status: ReviewMatchFields['status']): ReviewMatchFields {
  return {
    ...identity(input),
    status,
    scorable: false,
    scores: NO_SCORES,
    precision_defined: false,
    counts: countAnswer(NOBODY),
    ...NOBODY,
    verified_citations: 0,
    arithmetic_mismatch: [],
  }
}

function identity({ pr }: ReviewMatchInput): Pick<ReviewMatchFields, 'pr'> {
  return pr === undefined ? {} : { pr }
}
