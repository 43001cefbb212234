/**
 * `toFindBaselineIssues`: known issues in a review, offline or with a judge for what is uncertain.
 *
 * @module
 */
import { badInput, InputError } from '../src/errors.js'
import { readBaseline } from '../src/findings/baseline.js'
import { type MatchResult, matchFindings } from '../src/findings/match.js'
import type { BaselineFinding } from '../src/modes/solo-issues.js'
import { allOf, decide } from '../src/scoring/decide.js'
import { isBlank } from '../src/text.js'
import type { BaselineIssue, Bounds, Finding, Verdict } from '../src/types.js'
import { findingsMessage } from './find-issues-message.js'
import { judgeIssues } from './judge-issues.js'
import type { MatcherContext, Outcome } from './matcher.js'
import { noAnswer } from './no-answer.js'
import { decideOffline } from './offline-issues.js'
import { checkOptions } from './options.js'
import { withOwnJudges } from './own-judges.js'
import { readReview } from './received-review.js'
import type { BaselineOptions } from './types.js'

const NAME = 'toFindBaselineIssues'
const FRACTIONS = ['minRecall', 'minPrecision', 'minScore']
const JUDGE_ONLY = ['challenge', 'code', 'character', 'bonusIssues', 'minScore', 'judges']
const OPTIONS = [...FRACTIONS, 'mustFind', 'judge', ...JUDGE_ONLY]

/** A review with what is known of it. */
export interface Review {
  readonly text: string
  readonly findings: readonly Finding[]
  readonly baseline: readonly BaselineIssue[]
  readonly matched: MatchResult
}

/** One known issue, decided. */
export interface DecidedIssue {
  readonly issue: BaselineIssue
  /** Null when unjudged. */
  readonly found: boolean | null
  /** Who decided. */
  readonly by: BaselineFinding['by']
  /** Why, in words. */
  readonly why: string
}

/** What was found, by the matcher or with the judge. */
export interface Decision {
  readonly issues: readonly DecidedIssue[]
  readonly recall: Bounds
  readonly precision: Bounds
  /** Whole score as a fraction; null without a judge. */
  readonly score: Bounds | null
  /** Why parts are unjudged. */
  readonly open: string | null
  /** Who judged; null offline. */
  readonly judgedBy: string | null
  readonly judgement: object
}

/** Something asserted or only shown: its ends, null where it is not known, and what it must reach. */
export type Limit = readonly [name: string, bounds: Bounds | null, limit: number | undefined]

/** See `JudgeMatchers.toFindBaselineIssues`. */
export async function findBaselineIssues(
  received: unknown,
  [given, options = {}]: [issues: object, options?: BaselineOptions],
  context: MatcherContext,
): Promise<Outcome> {
  const baseline = readBaseline(given)
  checkArguments(options, baseline)
  const { judge, judges } = options
  const asking = withOwnJudges(NAME, { judges, ...(typeof judge === 'object' && { judge }) }, context)
  const { minRecall = 0.75, minPrecision, minScore, mustFind = [] } = options
  const asserted = { recall: minRecall, precision: minPrecision, score: minScore }
  const thresholds = Object.fromEntries(
    Object.entries(asserted).flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit]])),
  )
  const { text, findings } = readReview(NAME, received)
  if (isBlank(text)) return noAnswer({ matcher: NAME, subject: 'review', argument: 'issues', thresholds })
  const review = { text, findings, baseline, matched: matchFindings(findings, baseline, { text }) }
  const decision = options.judge ? await judgeIssues(review, options, asking) : decideOffline(review)
  const limits = (['recall', 'precision', 'score'] as const).map(
    (name): Limit => [name, decision[name], asserted[name]],
  )
  const held = limits.flatMap(([, bounds, limit]) => (bounds && limit !== undefined ? [decide(bounds, limit)] : []))
  const verdict = allOf([...held, ...mustFind.map((id) => verdictOn(id, decision))])
  const values = Object.fromEntries(limits.flatMap(([name, bounds]) => (bounds ? [[name, exact(bounds)]] : [])))
  return {
    verdict,
    thresholds,
    values,
    bounds: decision.recall,
    ...(verdict === 'unjudged' ? { reason: decision.open ?? 'an issue that must be found is unjudged' } : {}),
    judgement: decision.judgement,
    material: { input: options.challenge, expected: listIssues(baseline), output: text },
    message: (negated) => findingsMessage({ negated, verdict, review, decision, limits, mustFind }),
  }
}

function checkArguments(options: BaselineOptions, baseline: readonly BaselineIssue[]): void {
  checkOptions(NAME, options, OPTIONS, FRACTIONS)
  const early = JUDGE_ONLY.find((name) => (options as Record<string, unknown>)[name] !== undefined)
  if (!options.judge && early !== undefined) {
    throw new InputError(
      `${NAME}: \`${early}\` has an effect only with \`judge: true\`, which asks a model. Add it, or leave \`${early}\` out.`,
    )
  }
  if (options.mustFind !== undefined && !Array.isArray(options.mustFind)) {
    throw badInput(NAME, { place: '`mustFind`', expected: 'a list of ids', received: options.mustFind })
  }
  const unknown = options.mustFind?.find((id) => !baseline.some((issue) => issue.id === id))
  if (unknown === undefined) return
  throw badInput(NAME, {
    place: 'every id in `mustFind`',
    expected: `one of the issues (${baseline.map(({ id }) => id).join(', ')})`,
    received: unknown,
  })
}

/** `- id (severity): description`, one a line. */
function listIssues(baseline: readonly BaselineIssue[]): string {
  return baseline.map(({ id, severity, description }) => `- ${id} (${severity}): ${description}`).join('\n')
}

function verdictOn(id: string, { issues }: Decision): Verdict {
  const found = issues.find(({ issue }) => issue.id === id)?.found ?? null
  if (found === null) return 'unjudged'
  return found ? 'pass' : 'fail'
}

/** The value itself where the bounds meet. */
function exact({ lower, upper }: Bounds): number | null {
  return upper - lower < 1e-9 ? lower : null
}
