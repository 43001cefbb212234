/**
 * Which known issues a review found.
 *
 * @module
 */
import { type Detection, SEVERITY_WEIGHTS, scoreDetection } from '../scoring/detection.js'
import type { BaselineIssue, Bounds, Finding, Severity } from '../types.js'
import { assignPairs } from './assign.js'
import { readBaseline } from './baseline.js'
import { disclaims } from './denial.js'
import { explainDoubt, explainMatch, explainMiss, type Matching } from './explain.js'
import { extractFindings } from './extract.js'
import { type PairScores, scorePairs } from './similarity.js'

/** A finding in a result: its id, else its index from 0. */
export type FindingRef = string | number

/** What became of one known issue. */
export interface MatchedIssue {
  /** The issue's id. */
  readonly id: string
  /** The issue's severity. */
  readonly severity: Severity
  /** A finding was given to it. */
  readonly found: boolean
  /** 0-1: of the pair that was made, else of the best pair that the issue could have had. */
  readonly score: number
  /** The finding that names the issue, else null. */
  readonly finding: FindingRef | null
  /**
   * `found` may well be wrong: the score lies in the doubtful band, the issue lost its finding to another issue, or there is
   * a `doubt`. Ask a model about these; of the rest, what is found is clear, and what is not found is clearly in none of the
   * findings.
   */
  readonly uncertain: boolean
  /**
   * What speaks against a pair whose words fit, in words: the finding may deny the issue or names another file, or the review
   * says that it found nothing or that nobody looked. Missing where nothing does.
   */
  readonly doubt?: string
  /** Why it counts as found or not, in words. */
  readonly why: string
  /** The finding with the best score for the issue, whether or not it was given to it; null where none has a word in common. */
  readonly nearest: FindingRef | null
}

/** How much of the issues was found, weighted by severity: critical 15, high 10, medium 5, low 2. Shares are 0-1. */
export interface MatchMetrics extends Readonly<Detection['metrics']> {
  /** With all uncertain issues counted as not found, and as found. */
  readonly recall_bounds: Bounds
  /** Share of the findings that match an issue: with those that match none counted as wrong (`precision`), and as right. */
  readonly precision_bounds: Bounds
}

/** What a review found. */
export interface MatchResult {
  /** One entry an issue, in the order of the baseline. */
  readonly issues: readonly MatchedIssue[]
  /** Findings that match no known issue. They may be right or wrong; their text cannot tell. */
  readonly unverified: readonly FindingRef[]
  /** Score from which a pair counts as a match. */
  readonly threshold: number
  /** What the issues come to, by the arithmetic of the issue checklist; every unverified finding counts as wrong. */
  readonly metrics: MatchMetrics
}

/** Options of {@link matchFindings}. */
export interface MatchFindingsOptions {
  /**
   * `human-review`: the baseline is the comments of human reviewers, which talk of the same code far more often than of
   * the same concern, so the threshold is higher: 0.4. Default: a list of known issues.
   */
  readonly preset?: 'human-review'
  /** The whole review, where the findings were read from it: "I had no time to look" stands in none of them. */
  readonly text?: string
}

/** Score from which a pair counts as a match. On three benchmarks the best value lies on a plateau from .20 to .22. */
const THRESHOLD = 0.21
const HUMAN_REVIEW_THRESHOLD = 0.4
/**
 * Distance from the threshold within which a score is doubtful, below and above: .10 to .30. On three benchmarks with
 * 1,184 labelled issues the uncertain ones, those with a doubt included, are 27 % of all and hold 82 % of the wrong answers.
 * Of the others 97 % of those found and all of those not found are right; bench/findings.mjs measures it.
 */
const DOUBT = { below: 0.11, above: 0.09 } as const

/**
 * Matches the findings of a review with known issues, one to one, so that what the scores of the pairs have above the
 * threshold is the highest possible in total. Where more than about 350 issues and as many findings all compete with one another, pairs are
 * made the best first instead.
 *
 * Synchronous, offline and deterministic; for the scores see {@link scorePairs}. A finding that matches nothing is
 * *unverified*, never *false*.
 *
 * @param review - Findings, or anything that {@link extractFindings} reads.
 * @param known - Known issues as a flat list, or `{ critical: [{ id, description, location? }], ... }`; or human comments in the
 * shape of findings, which have no severity and count as medium.
 * @throws {@link InputError} when the issues are not such.
 */
export function matchFindings(
  review: readonly Finding[] | string | object,
  known: readonly BaselineIssue[] | readonly Finding[] | object,
  options: MatchFindingsOptions = {},
): MatchResult {
  const findings = isFindings(review) ? review : extractFindings(review)
  const baseline = isBaseline(known) ? known : isFindings(known) ? known.map(toIssue) : readBaseline(known)
  const threshold = options.preset === 'human-review' ? HUMAN_REVIEW_THRESHOLD : THRESHOLD
  const pairs = scorePairs(findings, baseline)
  const assigned = assignPairs(gainsOf(pairs.scores, threshold))
  const { text = typeof review === 'string' ? review : '' } = options
  const matching: Matching = { findings, baseline, pairs, assigned, threshold, disclaimed: disclaims(text) }
  const taken = new Set(assigned)
  const matched = baseline.map((issue, i) => describeIssue(matching, issue, i))
  const unverified = findings.flatMap(({ id }, j) => (taken.has(j) ? [] : [id ?? j]))
  return { issues: matched, unverified, threshold, metrics: measure(matched, unverified.length) }
}

/** Whether a value is findings as they are, and no other form of a review. */
export function isFindings(review: unknown): review is readonly Finding[] {
  return Array.isArray(review) && review.every((item) => typeof (item as Finding | null)?.text === 'string')
}

function isBaseline(issues: readonly BaselineIssue[] | object): issues is readonly BaselineIssue[] {
  return (
    Array.isArray(issues) &&
    issues.every((issue) => typeof issue?.description === 'string' && Object.hasOwn(SEVERITY_WEIGHTS, issue.severity))
  )
}

function measure(issues: readonly MatchedIssue[], unverified: number): MatchMetrics {
  const score = (isFound: (issue: MatchedIssue) => boolean, falsePositives: number) =>
    scoreDetection({
      issues: issues.map((issue) => ({ severity: issue.severity, found: isFound(issue) })),
      falsePositives,
      novelValid: 0,
    }).metrics
  const found = issues.filter((issue) => issue.found).length
  const metrics = score((issue) => issue.found, unverified)
  return {
    ...metrics,
    recall_bounds: {
      lower: score((issue) => issue.found && !issue.uncertain, 0).recall,
      upper: score((issue) => issue.found || issue.uncertain, 0).recall,
    },
    precision_bounds: { lower: metrics.precision, upper: found + unverified > 0 ? 1 : 0 },
  }
}

function toIssue({ id, text, file, line, lineEnd }: Finding, index: number): BaselineIssue {
  const lines = { ...(line !== undefined && { line }), ...(lineEnd !== undefined && { lineEnd }) }
  const locations = file === undefined ? {} : { locations: [{ file, ...lines }] }
  return { id: id ?? String(index), description: text, severity: 'medium', ...locations }
}

/** Score from which a pair is doubtful; what lies below is clearly about other things. */
export function uncertainFrom({ threshold }: Pick<MatchResult, 'threshold'>): number {
  return threshold - DOUBT.below
}

/** Only what is above the threshold counts, so that two doubtful pairs never replace a clear one. */
function gainsOf(scores: PairScores['scores'], threshold: number): number[][] {
  return scores.map((row) => row.map((score) => (score >= threshold ? score - threshold + Number.EPSILON : 0)))
}

function describeIssue(matching: Matching, { id, severity }: BaselineIssue, i: number): MatchedIssue {
  const { findings, pairs, assigned, threshold } = matching
  const row = pairs.scores[i] ?? []
  const best = row.reduce((at, score, j) => (score > (row[at] ?? 0) ? j : at), 0)
  const nearest = (row[best] ?? 0) > 0 ? best : null
  const own = assigned[i] ?? null
  const score = row[own ?? best] ?? 0
  const isDoubtful = score >= uncertainFrom(matching) && score < threshold + DOUBT.above
  const doubt = own === null ? null : explainDoubt(matching, i, own)
  const refOf = (j: number | null): FindingRef | null => (j === null ? null : (findings[j]?.id ?? j))
  return {
    id,
    severity,
    found: own !== null,
    score,
    finding: refOf(own),
    uncertain: isDoubtful || doubt !== null || (own === null && score >= threshold),
    ...(doubt !== null && { doubt }),
    why: own === null ? explainMiss(matching, i, nearest) : explainMatch(matching, i, own),
    nearest: refOf(nearest),
  }
}
