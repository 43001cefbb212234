/**
 * Which known issues need no question to a model, because the text of the review settles them.
 *
 * @module
 */
import type { BaselineIssue } from '../types.js'
import { type MatchResult, uncertainFrom } from './match.js'
import { scorePairs } from './similarity.js'
import { splitSentences, splitWords } from './words.js'

/** A review that was matched. */
export interface MatchedReview {
  readonly text: string
  readonly baseline: readonly BaselineIssue[]
  readonly matched: MatchResult
}

/** Lines with fewer words that carry meaning say too little to tell what they are about. */
const FEWEST_WORDS = 5
/** Share of the lines that share no word with any issue, from which the review is of another language or in other words. */
const MOST_FOREIGN = 1 / 3
/**
 * A review of fewer sentences an issue than this may name all of them in its own words, so that the words of the review or of
 * the issues have to be in the other to this share.
 */
const SHORT = 4
const LEAST_SHARED = 0.15
/** Longer reviews are not looked through; all that was not found is asked about. */
const MOST_CHARACTERS = 100_000
const MOST_SENTENCES = 2000

/**
 * Issues that are clearly found, and those that the review clearly does not speak of; the others are to be asked about.
 *
 * An issue is settled as not found where neither a finding nor any sentence of the review is near it: a review in prose may
 * speak of an issue outside of what was read as its findings. Words can only tell that where review and issues speak one
 * language and use some of the same words; small words do not count.
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
  if (sentences === null || sentences.length > MOST_SENTENCES) return new Set()
  if (!areInSameWords(text, sentences.length, baseline)) return new Set()
  const { scores } = scorePairs(
    sentences.map((sentence) => ({ text: sentence })),
    baseline,
  )
  return new Set(baseline.flatMap(({ id }, i) => ((scores[i] ?? []).every((score) => score < near) ? [id] : [])))
}

/** Whether all of the review is put in words in which the issues could be told. */
function areInSameWords(text: string, sentences: number, baseline: readonly BaselineIssue[]): boolean {
  const issues = stemsOf(baseline.map(({ description }) => description).join('\n'))
  const lines = text.split('\n').map(stemsOf)
  const full = lines.filter((line) => line.size >= FEWEST_WORDS)
  const foreign = full.filter((line) => shareIn(line, issues) === 0)
  if (foreign.length > 0 && foreign.length >= MOST_FOREIGN * full.length) return false
  const review = new Set(lines.flatMap((line) => [...line]))
  const shared = Math.max(shareIn(review, issues), shareIn(issues, review))
  return sentences >= SHORT * baseline.length || shared >= LEAST_SHARED
}

function stemsOf(text: string): Set<string> {
  return new Set(splitWords(text).map(({ stem }) => stem))
}

function shareIn(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...words].filter((word) => others.has(word)).length / Math.max(1, words.size)
}
