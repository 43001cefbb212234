/**
 * `toMatchHumanReview`: a review against the comments of people on the same pull request, by a judge or by words alone.
 *
 * @module
 */
import { badInput, InputError } from '../src/errors.js'
import { UNAVAILABLE } from '../src/evalset/fallback.js'
import type { MatchResult } from '../src/findings/match.js'
import { conduct, type Judged } from '../src/judge.js'
import { type ReviewMatchFields, reviewMatch } from '../src/modes/review-match.js'
import { type ReviewMatchInput, readReviewTask } from '../src/modes/review-match-input.js'
import { hasComments, hasFindings } from '../src/modes/review-match-markdown.js'
import { allOf, decide } from '../src/scoring/decide.js'
import type { ReviewScores } from '../src/scoring/review-match.js'
import { isBlank, oneLine } from '../src/text.js'
import type { Bounds, Finding, Verdict } from '../src/types.js'
import { humanReviewMessage } from './human-review-message.js'
import { boundByWords, matchByWords, type ScoreBounds, scoreByWords } from './human-review-offline.js'
import type { MatcherContext, Outcome } from './matcher.js'
import { judgeNote, unjudgedText } from './message.js'
import { noAnswer } from './no-answer.js'
import { checkOptions } from './options.js'
import { withOwnJudges } from './own-judges.js'
import { readReview } from './received-review.js'
import type { HumanReviewOptions } from './types.js'

const NAME = 'toMatchHumanReview'
const LIMITS = { minF1: 'f1', minPrecision: 'precision', minRecall: 'recall', minValueRate: 'value_rate' } as const
const DEFAULT_F1 = 0.5
const WITH_CONTEXT = ['minValueRate', 'pr', 'prefilter', 'judge', 'judges'] as const
const NOTHING_ADDRESSABLE =
  'no human comment asks for a change that the diff still needs, so there is nothing to measure by'

/** A score and the fraction that it must reach. */
export interface ReviewLimit {
  readonly score: keyof ReviewScores
  readonly limit: number
}

/** A review compared with human comments. */
export interface ReviewDecision {
  /** Null where nothing can be measured. */
  readonly bounds: ScoreBounds | null
  /** Pairs by words; what is shown where no judge answered. */
  readonly matched: MatchResult
  /** The judge's answer, where it gave one that can be used. */
  readonly judged: (Judged<ReviewMatchFields> & { success: true }) | null
  /** Who decided, in words. */
  readonly by: string | null
  /** Why there may be no verdict. */
  readonly open: string
  readonly judgement: object
}

/** See `JudgeMatchers.toMatchHumanReview`. */
export async function matchHumanReview(
  received: unknown,
  [comments, options = {}]: [comments: string | readonly object[], options?: HumanReviewOptions],
  context: MatcherContext,
): Promise<Outcome> {
  checkArguments(options)
  const asking = withOwnJudges(NAME, options, context)
  const limits = limitsOf(options)
  const thresholds = Object.fromEntries(limits.map(({ score, limit }) => [score, limit]))
  if (typeof received === 'string' && isBlank(received)) {
    return noAnswer({ matcher: NAME, subject: 'review', argument: 'comments', thresholds, empty: 'the review' })
  }
  const task = taskOf(received, comments, options)
  const input = readReviewTask(task)
  const { context: given, reviews, predictions } = input.files
  const decision = await decideReview(task, input, limits, options, asking)
  const { bounds, judgement, open } = decision
  const verdict: Verdict = bounds === null ? 'unjudged' : verdictOf(bounds, limits)
  const [first] = limits
  return {
    verdict,
    thresholds,
    values: Object.fromEntries(limits.map(({ score }) => [score, exact(bounds?.[score])])),
    bounds: first === undefined ? null : (bounds?.[first.score] ?? null),
    ...(verdict === 'unjudged' && { reason: open }),
    judgement,
    material: { ...(options.context !== undefined && { input: given }), expected: reviews, output: predictions },
    message: (negated) => humanReviewMessage({ negated, verdict, input, limits, decision }),
  }
}

function checkArguments(options: HumanReviewOptions): void {
  const fractions = Object.keys(LIMITS)
  checkOptions(NAME, options, [...fractions, 'context', 'pr', 'prefilter', 'judge', 'judges'], fractions)
  const early = WITH_CONTEXT.find((name) => options[name] !== undefined)
  if (options.context !== undefined || early === undefined) return
  throw new InputError(
    `${NAME}: \`${early}\` has an effect only with \`context\`, the pull request that a judge decides by. Add it, or leave \`${early}\` out.`,
  )
}

function limitsOf(options: HumanReviewOptions): ReviewLimit[] {
  const given = Object.entries(LIMITS).flatMap(([name, score]) => {
    const limit = options[name as keyof typeof LIMITS]
    return limit === undefined ? [] : [{ score, limit }]
  })
  return given.length > 0 ? given : [{ score: 'f1', limit: DEFAULT_F1 }]
}

/** Markdown with the blocks of the mode goes to the judge as it is; every other form as the findings or comments in it. */
function taskOf(received: unknown, comments: unknown, { context, pr }: HumanReviewOptions): object {
  const isBlocks = typeof received === 'string' && hasFindings(received)
  return {
    mode: 'review-match',
    // Without it nobody is asked, so it is shown to nobody.
    context: context ?? 'none',
    predictions: isBlocks ? received : { findings: readReview(NAME, received).findings.map(fromFinding) },
    reviews: readComments(comments),
    ...(pr !== undefined && { pr }),
  }
}

function fromFinding({ text, ...place }: Finding): object {
  return { comment: text, ...placeText(place) }
}

function placeText({ file, line, lineEnd }: Omit<Finding, 'text'>): { file?: string } {
  if (file === undefined) return {}
  const lines = [line, lineEnd].filter((one) => one !== undefined).join('-')
  return { file: lines === '' ? file : `${file}:${lines}` }
}

function readComments(comments: unknown): unknown {
  if (typeof comments === 'string' && hasComments(comments)) return comments
  if (Array.isArray(comments) && comments.every(isPlainComment)) return comments
  const found = typeof comments === 'string' || Array.isArray(comments) ? readReview(NAME, comments).findings : null
  if (found !== null) return found.map(({ text, ...place }) => ({ body: text, ...placeText(place) }))
  throw badInput(NAME, {
    place: 'the comments',
    expected: 'a list of `{ user?, file?, body }`, or Markdown with `## Comment K (by user)`',
    received: comments,
  })
}

function isPlainComment(comment: unknown): boolean {
  const { body, ...others } = (comment ?? {}) as Record<string, unknown>
  return typeof body === 'string' && Object.keys(others).every((name) => ['id', 'user', 'file'].includes(name))
}

async function decideReview(
  task: object,
  input: ReviewMatchInput,
  limits: readonly ReviewLimit[],
  { context, prefilter = false }: HumanReviewOptions,
  { asker, options: conducting }: MatcherContext,
): Promise<ReviewDecision> {
  const matched = matchByWords(input)
  const offline = (bounds: ScoreBounds, by: string, why: object, open = ''): ReviewDecision => {
    const judgement = { mode: 'offline', total: null, ...why, ...matched, findings: input.findings }
    return { bounds, matched, judged: null, by, open, judgement }
  }
  if (input.comments.length === 0) {
    return { bounds: null, matched, judged: null, by: null, open: 'there are no human comments', judgement: {} }
  }
  if (context === undefined) return offline(scoreByWords(matched), 'none: compared by words alone', {})
  const certain = boundByWords(matched)
  if (prefilter && verdictOf(certain, limits) === 'pass') {
    return offline(certain, 'none: clear by words alone', { prefilter: true })
  }
  const judged = await conduct(reviewMatch, task, await asker(), conducting)
  if (judged.success) return fromJudge(judged, matched)
  const [why] = judged.unjudged
  if (why !== undefined && UNAVAILABLE.includes(why.reason)) {
    const open = `no judge answered (${oneLine(why.detail, 300).replace(/\.$/, '')}), and words alone do not decide`
    return offline(
      certain,
      'none answered: compared by words alone',
      { fallback: `${why.reason}: ${why.detail}` },
      open,
    )
  }
  const open = unjudgedText(judged.unjudged)
  return { bounds: null, matched, judged: null, by: judgeNote(judged), open, judgement: judged }
}

function fromJudge(judged: Judged<ReviewMatchFields> & { success: true }, matched: MatchResult): ReviewDecision {
  const { f1, precision, recall, value_rate } = judged.scores
  const base = { matched, judged, by: null, open: NOTHING_ADDRESSABLE, judgement: judged }
  if (f1 === null || precision === null || recall === null || value_rate === null) return { ...base, bounds: null }
  const exactly = (score: number) => ({ lower: score, upper: score })
  const bounds = {
    f1: exactly(f1),
    precision: exactly(precision),
    recall: exactly(recall),
    value_rate: exactly(value_rate),
  }
  return { ...base, bounds }
}

function verdictOf(bounds: ScoreBounds, limits: readonly ReviewLimit[]): Verdict {
  return allOf(limits.map(({ score, limit }) => decide(bounds[score], limit)))
}

/** The value itself where the bounds meet. */
function exact(bounds: Bounds | undefined): number | null {
  return bounds !== undefined && bounds.upper - bounds.lower < 1e-9 ? bounds.lower : null
}
