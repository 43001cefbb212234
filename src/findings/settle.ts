/**
 * Which known issues need no question to a model, because the text of the review settles them.
 *
 * @module
 */
import type { BaselineIssue } from '../types.js'
import { type MatchResult, uncertainFrom } from './match.js'
import { scorePairs } from './similarity.js'
import { runningWords, splitSentences } from './words.js'

/** A review that was matched. */
export interface MatchedReview {
  readonly text: string
  readonly baseline: readonly BaselineIssue[]
  readonly matched: MatchResult
}

/**
 * Share of the words of the review or of the issues that the other has too, from which both are of one language. Small words
 * make up most of it; across languages only names of code are shared.
 */
const SAME_LANGUAGE = 0.2
/** Longer reviews are not looked through; all that was not found is asked about. */
const MOST_CHARACTERS = 100_000
const MOST_SENTENCES = 2000

/**
 * Issues that are clearly found, and those that the review clearly does not speak of; the others are to be asked about.
 *
 * An issue is settled as not found where neither a finding nor any sentence of the review is near it: a review in prose may
 * speak of an issue outside of what was read as its findings. Words can only tell that where review and issues are of one
 * language.
 *
 * @returns By id, whether it is found.
 */
export function settleIssues({ text, baseline, matched }: MatchedReview): Readonly<Record<string, boolean>> {
  const clear = matched.issues.filter(({ uncertain }) => !uncertain)
  const missed = new Set(clear.flatMap(({ id, found }) => (found ? [] : [id])))
  const unrelated = missed.size === 0 ? new Set() : unrelatedTo(text, baseline, uncertainFrom(matched))
  return Object.fromEntries(
    clear.flatMap(({ id, found }) => (found || unrelated.has(id) ? [[id, found] as const] : [])),
  )
}

/** Ids of the issues that no sentence is near. */
function unrelatedTo(text: string, baseline: readonly BaselineIssue[], near: number): ReadonlySet<string> {
  const sentences = text.length > MOST_CHARACTERS ? null : splitSentences(text)
  if (sentences === null || sentences.length > MOST_SENTENCES || !areOneLanguage(text, baseline)) return new Set()
  const { scores } = scorePairs(
    sentences.map((sentence) => ({ text: sentence })),
    baseline,
  )
  return new Set(baseline.flatMap(({ id }, i) => ((scores[i] ?? []).every((score) => score < near) ? [id] : [])))
}

function areOneLanguage(text: string, baseline: readonly BaselineIssue[]): boolean {
  const review = runningWords(text)
  const issues = baseline.flatMap(({ description }) => runningWords(description))
  return Math.max(shareIn(review, issues), shareIn(issues, review)) >= SAME_LANGUAGE
}

function shareIn(words: readonly string[], others: readonly string[]): number {
  const known = new Set(others)
  return words.filter((word) => known.has(word)).length / Math.max(1, words.length)
}
