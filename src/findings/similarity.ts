/**
 * How much a finding and a known issue are about the same thing, from 0 to 1, without a model.
 *
 * @module
 */
import type { BaselineIssue, Finding } from '../types.js'
import { comparePlaces, type PlaceRelation } from './place.js'
import { splitWords, type Word } from './words.js'

/** Added to the similarity of the texts for the relation of the places. */
const PLACE_EVIDENCE: Readonly<Record<PlaceRelation, number>> = { lines: 0.15, near: 0, elsewhere: -0.05, unknown: 0 }
/** Share of a finding's best score with another issue that counts against it: a finding is mostly about one thing. */
const RIVAL_SHARE = 0.2

/** Scores of all pairs, and the words behind them. */
export interface PairScores {
  /** `scores[issue][finding]`, 0-1. */
  readonly scores: readonly (readonly number[])[]
  /** The words of an issue that a finding has too, the rarest first. */
  readonly sharedWords: (issue: number, finding: number) => string[]
}

/**
 * Scores every issue against every finding.
 *
 * Text: a quarter each of weighted Jaccard and weighted overlap coefficient, half of TF-IDF cosine. The weight of a word
 * is its inverse document frequency over the findings and issues at hand, `ln((n + 1) / (df + 1)) + 1`, so that words
 * which the whole pull request is about count little. Place: +0.15 for overlapping lines, -0.05 for another file or
 * lines far away. From the sum goes a fifth of the finding's best sum with another issue.
 */
export function scorePairs(findings: readonly Finding[], baseline: readonly BaselineIssue[]): PairScores {
  const issueWords = baseline.map((issue) => splitWords(issue.description))
  const findingWords = findings.map((finding) => splitWords(finding.text))
  const weigh = weighWords([...issueWords, ...findingWords])
  const issueBags = issueWords.map((words) => new Bag(words, weigh))
  const findingBags = findingWords.map((words) => new Bag(words, weigh))
  const sums = baseline.map((issue, i) =>
    findings.map((finding, j) => {
      const text = compareBags(issueBags[i], findingBags[j])
      return text + PLACE_EVIDENCE[comparePlaces(issue, finding)]
    }),
  )
  return { scores: subtractRivals(sums), sharedWords: (i, j) => nameShared(issueBags[i], findingBags[j]) }
}

type Weigh = (stem: string) => number

function weighWords(texts: readonly (readonly Word[])[]): Weigh {
  const counts = new Map<string, number>()
  for (const words of texts) {
    for (const stem of new Set(words.map((word) => word.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return (stem) => Math.log((texts.length + 1) / ((counts.get(stem) ?? 0) + 1)) + 1
}

/** The words of one text with their weights, by stem. */
class Bag {
  /** As the text first has them. */
  readonly names: Map<string, string> = new Map()
  readonly weights: Map<string, number> = new Map()
  /** Weight times occurrences. */
  readonly vector: Map<string, number> = new Map()
  readonly mass: number
  readonly norm: number

  constructor(words: readonly Word[], weigh: Weigh) {
    for (const { stem, text } of words) {
      const weight = weigh(stem)
      if (!this.names.has(stem)) this.names.set(stem, text)
      this.weights.set(stem, weight)
      this.vector.set(stem, (this.vector.get(stem) ?? 0) + weight)
    }
    this.mass = sum(this.weights.values())
    this.norm = Math.sqrt(sum(this.vector.values(), (value) => value ** 2))
  }
}

function compareBags(a: Bag | undefined, b: Bag | undefined): number {
  const shared = shareStems(a, b)
  if (!a || !b || shared.length === 0) return 0
  const mass = sum(shared, (stem) => a.weights.get(stem) ?? 0)
  const jaccard = mass / (a.mass + b.mass - mass)
  const overlap = mass / Math.min(a.mass, b.mass)
  const cosine = sum(shared, (stem) => (a.vector.get(stem) ?? 0) * (b.vector.get(stem) ?? 0)) / (a.norm * b.norm)
  return (jaccard + overlap + 2 * cosine) / 4
}

function shareStems(a: Bag | undefined, b: Bag | undefined): string[] {
  return [...(a?.weights.keys() ?? [])].filter((stem) => b?.weights.has(stem))
}

function nameShared(issue: Bag | undefined, finding: Bag | undefined): string[] {
  const rarestFirst = (a: string, b: string): number => (issue?.weights.get(b) ?? 0) - (issue?.weights.get(a) ?? 0)
  const stems = shareStems(issue, finding).sort(rarestFirst)
  return stems.map((stem) => issue?.names.get(stem) ?? stem)
}

function subtractRivals(sums: readonly (readonly number[])[]): number[][] {
  const best: { first: number; second: number }[] = (sums[0] ?? []).map(() => ({ first: 0, second: 0 }))
  for (const row of sums) {
    best.forEach((top, j) => {
      const score = row[j] ?? 0
      if (score > top.first) best[j] = { first: score, second: top.first }
      else if (score > top.second) best[j] = { ...top, second: score }
    })
  }
  return sums.map((row) =>
    row.map((score, j) => {
      const { first, second } = best[j] ?? { first: 0, second: 0 }
      const rival = score === first ? second : first
      return Math.min(1, Math.max(0, score - RIVAL_SHARE * rival))
    }),
  )
}

function sum<T>(items: Iterable<T>, value: (item: T) => number = Number): number {
  let total = 0
  for (const item of items) total += value(item)
  return total
}
