/**
 * How much a finding and a known issue are about the same thing, from 0 to 1, without a model.
 *
 * @module
 */
import type { BaselineIssue, Finding } from '../types.js'
import { comparePlaces, type PlaceRelation } from './place.js'
import { splitWords } from './words.js'

/** Added to the similarity of the texts for the relation of the places. */
const PLACE_EVIDENCE: Readonly<Record<PlaceRelation, number>> = { lines: 0.15, near: 0, elsewhere: -0.05, unknown: 0 }
/** Share of a finding's best score with another issue that counts against it: a finding is mostly about one thing. */
const RIVAL_SHARE = 0.2

/** Scores of all pairs, and the words behind them. */
export interface PairScores {
  /** `scores[issue][finding]`, 0-1. */
  readonly scores: readonly (readonly number[])[]
  /** The words that an issue and a finding share, the rarest first. */
  readonly sharedWords: (issue: number, finding: number) => string[]
}

/**
 * Scores every issue against every finding.
 *
 * Text: a quarter each of weighted Jaccard and weighted overlap coefficient, half of TF-IDF cosine. The weight of a word
 * is its inverse document frequency over the findings and issues at hand, `ln((n + 1) / (df + 1)) + 1`, so that words
 * which the whole pull request is about count little. To it comes the evidence of the places, and from the sum goes a
 * fifth of the finding's best sum with another issue.
 */
export function scorePairs(findings: readonly Finding[], baseline: readonly BaselineIssue[]): PairScores {
  const issueWords = baseline.map((issue) => splitWords(issue.description))
  const findingWords = findings.map((finding) => splitWords(finding.text))
  const weigh = weighWords([...issueWords, ...findingWords])
  const findingBags = findingWords.map((words) => new Bag(words, weigh))
  const issueBags = issueWords.map((words) => new Bag(words, weigh))
  const sums = baseline.map((issue, i) =>
    findings.map((finding, j) => {
      const text = compareBags(issueBags[i], findingBags[j])
      return text + PLACE_EVIDENCE[comparePlaces(issue, finding)]
    }),
  )
  return {
    scores: subtractRivals(sums),
    sharedWords: (i, j) => shareWords(issueBags[i], findingBags[j]).sort((a, b) => weigh(b) - weigh(a)),
  }
}

function weighWords(texts: readonly (readonly string[])[]): Weigh {
  const counts = new Map<string, number>()
  for (const words of texts) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => Math.log((texts.length + 1) / ((counts.get(word) ?? 0) + 1)) + 1
}

type Weigh = (word: string) => number

/** The words of one text with their weights. */
class Bag {
  /** Weight of each word: inverse document frequency. */
  readonly weights = new Map<string, number>()
  /** Weight times occurrences. */
  readonly vector = new Map<string, number>()
  readonly mass: number
  readonly norm: number

  constructor(words: readonly string[], weigh: Weigh) {
    for (const word of words) {
      const weight = this.weights.get(word) ?? weigh(word)
      this.weights.set(word, weight)
      this.vector.set(word, (this.vector.get(word) ?? 0) + weight)
    }
    this.mass = sum(this.weights.values())
    this.norm = Math.sqrt(sum(this.vector.values(), (value) => value ** 2))
  }
}

function compareBags(a: Bag | undefined, b: Bag | undefined): number {
  const shared = shareWords(a, b)
  if (!a || !b || shared.length === 0) return 0
  const mass = sum(shared, (word) => a.weights.get(word) ?? 0)
  const jaccard = mass / (a.mass + b.mass - mass)
  const overlap = mass / Math.min(a.mass, b.mass)
  const cosine = sum(shared, (word) => (a.vector.get(word) ?? 0) * (b.vector.get(word) ?? 0)) / (a.norm * b.norm)
  return (jaccard + overlap + 2 * cosine) / 4
}

function shareWords(a: Bag | undefined, b: Bag | undefined): string[] {
  return [...(a?.weights.keys() ?? [])].filter((word) => b?.weights.has(word))
}

function subtractRivals(sums: readonly (readonly number[])[]): number[][] {
  return sums.map((row, i) =>
    row.map((score, j) => {
      const rival = Math.max(0, ...sums.map((other, k) => (k === i ? 0 : (other[j] ?? 0))))
      return Math.min(1, Math.max(0, score - RIVAL_SHARE * rival))
    }),
  )
}

function sum<T>(items: Iterable<T>, value: (item: T) => number = Number): number {
  let total = 0
  for (const item of items) total += value(item)
  return total
}
