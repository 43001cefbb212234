/**
 * Which known issues a review found.
 *
 * @module
 */
import type { BaselineIssue, Finding, Severity } from '../types.js'
import { assignPairs } from './assign.js'
import { comparePlaces, type PlaceRelation } from './place.js'
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
   * `found` may well be wrong: the score lies in the doubtful band, or the issue lost its finding to another issue. Ask a
   * model about these; the rest is clear.
   */
  readonly uncertain: boolean
  /** Why it counts as found or not, in words. */
  readonly why: string
  /** The finding with the best score for the issue, whether or not it was given to it; null where none has a word in common. */
  readonly nearest: FindingRef | null
}

/** What a review found. */
export interface MatchResult {
  /** One entry an issue, in the order of the baseline. */
  readonly issues: readonly MatchedIssue[]
  /** Findings that match no known issue. They may be right or wrong; their text cannot tell. */
  readonly unverified: readonly FindingRef[]
  /** Score from which a pair counts as a match. */
  readonly threshold: number
}

/** Options of {@link matchFindings}. */
export interface MatchOptions {
  /**
   * `human-review`: the baseline is the comments of human reviewers, which talk of the same code far more often than of
   * the same concern, so the threshold is higher. Default: a list of known issues.
   */
  readonly preset?: 'human-review'
}

/** Score from which a pair counts as a match; the best value lies on a plateau from .20 to .22 on three benchmarks. */
const THRESHOLD = 0.21
const HUMAN_REVIEW_THRESHOLD = 0.4
/**
 * From `from` to below `to` a score is doubtful. On three benchmarks with labels this band holds 16 % of the issues and 69 %
 * of the wrong answers; below it 0.7 % of the issues were found after all, above it 96.6 %. Under another threshold the
 * band moves along.
 */
const UNCERTAIN = { from: 0.14, to: 0.3 } as const

/**
 * Matches the findings of a review with known issues, one to one, so that what the scores of the pairs have above the
 * threshold is the highest possible in total.
 *
 * Synchronous, offline and deterministic; scores as in {@link scorePairs}. A finding that matches nothing is
 * *unverified*, never *false*.
 */
export function matchFindings(
  findings: readonly Finding[],
  baseline: readonly BaselineIssue[],
  options: MatchOptions = {},
): MatchResult {
  const threshold = options.preset === 'human-review' ? HUMAN_REVIEW_THRESHOLD : THRESHOLD
  const pairs = scorePairs(findings, baseline)
  // Only what is above the threshold counts, so that two doubtful pairs never replace a clear one.
  const gains = pairs.scores.map((row) =>
    row.map((score) => (score >= threshold ? score - threshold + Number.EPSILON : 0)),
  )
  const assigned = assignPairs(gains)
  const describe = { findings, baseline, pairs, assigned, threshold }
  const taken = new Set(assigned)
  return {
    issues: baseline.map((_, i) => describeIssue(describe, i)),
    unverified: findings.flatMap((_, j) => (taken.has(j) ? [] : [refOf(findings, j)])),
    threshold,
  }
}

interface Matching {
  readonly findings: readonly Finding[]
  readonly baseline: readonly BaselineIssue[]
  readonly pairs: PairScores
  readonly assigned: readonly (number | null)[]
  readonly threshold: number
}

function describeIssue(matching: Matching, i: number): MatchedIssue {
  const { findings, baseline, pairs, assigned, threshold } = matching
  const row = pairs.scores[i] ?? []
  const best = Math.max(0, ...row)
  const nearest = best > 0 ? row.indexOf(best) : null
  const own = assigned[i] ?? null
  const score = own === null ? best : (row[own] ?? 0)
  const offset = threshold - THRESHOLD
  return {
    id: baseline[i]?.id ?? '',
    severity: baseline[i]?.severity ?? 'medium',
    found: own !== null,
    score,
    finding: own === null ? null : refOf(findings, own),
    uncertain: (score >= UNCERTAIN.from + offset && score < UNCERTAIN.to + offset) || (own === null && score >= threshold),
    why: own === null ? explainMiss(matching, i, nearest) : explainMatch(matching, i, own),
    nearest: nearest === null ? null : refOf(findings, nearest),
  }
}

const PLACE_WORDS: Readonly<Record<PlaceRelation, string>> = {
  lines: ', on the same lines',
  near: ', in the same file',
  elsewhere: ', though elsewhere',
  unknown: '',
}

function explainMatch({ findings, baseline, pairs }: Matching, i: number, j: number): string {
  const issue = baseline[i]
  const finding = findings[j]
  const where = issue && finding ? PLACE_WORDS[comparePlaces(issue, finding)] : ''
  return `shares ${listWords(pairs, i, j)}${where}`
}

function explainMiss(matching: Matching, i: number, nearest: number | null): string {
  if (matching.findings.length === 0) return 'the review makes no finding'
  if (nearest === null) return 'no finding shares a word with it'
  const { pairs, assigned, baseline, threshold } = matching
  const score = pairs.scores[i]?.[nearest] ?? 0
  if (score < threshold)
    return `nearest shares ${listWords(pairs, i, nearest)}: ${format(score)}, below ${format(threshold)}`
  const other = baseline[assigned.indexOf(nearest)]?.id ?? ''
  return `nearest shares ${listWords(pairs, i, nearest)}, but it matches ${other} and counts once`
}

function listWords(pairs: PairScores, i: number, j: number): string {
  const words = pairs.sharedWords(i, j)
  const more = words.length > 4 ? ` and ${words.length - 4} more` : ''
  return words.length === 0 ? 'no word' : `${words.slice(0, 4).join(', ')}${more}`
}

function format(score: number): string {
  return score.toFixed(3)
}

function refOf(findings: readonly Finding[], j: number): FindingRef {
  return findings[j]?.id ?? j
}
