/**
 * Why a known issue counts as found or not, in words.
 *
 * @module
 */
import type { BaselineIssue, Finding } from '../types.js'
import { mayDeny } from './denial.js'
import { comparePlaces, namesOtherFile, type PlaceRelation } from './place.js'
import type { PairScores } from './similarity.js'

/** An assignment with what led to it. */
export interface Matching {
  readonly findings: readonly Finding[]
  readonly baseline: readonly BaselineIssue[]
  readonly pairs: PairScores
  /** Index of the finding of each issue, or null. */
  readonly assigned: readonly (number | null)[]
  readonly threshold: number
  /** The review says of itself that it found nothing, or that nobody looked. */
  readonly disclaimed: boolean
}

const PLACE_WORDS: Readonly<Record<PlaceRelation, string>> = {
  lines: ', on the same lines',
  near: ', in the same file',
  elsewhere: ', though elsewhere',
  unknown: '',
}
const MOST_WORDS = 4

/** What an issue and its finding have in common. */
export function explainMatch(matching: Matching, i: number, j: number): string {
  return `shares ${listCommon(matching, i, j)}`
}

/** What speaks against a pair whose words fit well; null where nothing does. */
export function explainDoubt({ findings, baseline, disclaimed }: Matching, i: number, j: number): string | null {
  const issue = baseline[i]
  const finding = findings[j]
  if (!issue || !finding) return null
  if (mayDeny(issue.description, finding.text)) return 'it may deny it'
  if (disclaimed) return 'the review may claim nothing'
  return namesOtherFile(issue, finding) ? 'it names another file' : null
}

/** How close the nearest finding came to an issue that was not found. */
export function explainMiss(matching: Matching, i: number, nearest: number | null): string {
  const { findings, baseline, pairs, assigned, threshold } = matching
  if (findings.length === 0) return 'the review makes no finding'
  if (nearest === null) return 'no finding shares a word with it'
  const score = pairs.scores[i]?.[nearest] ?? 0
  const common = `the nearest finding shares ${listCommon(matching, i, nearest)}`
  if (score < threshold) return `${common}; score ${score.toFixed(3)}, below ${threshold}`
  return `${common}, but it already counts for ${baseline[assigned.indexOf(nearest)]?.id}`
}

function listCommon({ findings, baseline, pairs }: Matching, i: number, j: number): string {
  const words = pairs.sharedWords(i, j)
  const more = words.length > MOST_WORDS ? ` and ${words.length - MOST_WORDS} more` : ''
  const issue = baseline[i]
  const finding = findings[j]
  const place = issue && finding ? PLACE_WORDS[comparePlaces(issue, finding)] : ''
  return `${words.slice(0, MOST_WORDS).join(', ') || 'no word'}${more}${place}`
}
