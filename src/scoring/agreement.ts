/**
 * How well a judge agrees with people, each figure with its interval, beside what no skill at all would reach and what people
 * reach among themselves.
 *
 * @module
 */

import { alpha, type Level } from './alpha.js'
import { type Confusion, confuse, type Figure, figure, majorityOf, type Share, shareOf } from './figures.js'
import { kappa, type Rating, type RatingPair } from './kappa.js'
import { spearman } from './ranks.js'
import { settleVotes } from './samples.js'

/** One thing that people rated and the judge judged. */
export interface RatedItem {
  /** What each person said, by name. */
  readonly labels: Readonly<Record<string, Rating>>
  /** What the judge said; null where it is unjudged. */
  readonly judge: Rating | null
  /** Characters of what was judged. */
  readonly length: number
  /** Items of one unit are resampled together: they were judged in one answer. */
  readonly unit: string
  /** Whether a number passes, where that is known. */
  passes(value: number): boolean
}

/** How well a judge agrees with people. */
export interface Agreement {
  /** Things with an agreed label and a verdict: those that the figures rest on. */
  readonly items: number
  /** Labels on which people tie, so that there is nothing to compare with. */
  readonly tied: number
  /** Things that the judge left unjudged. */
  readonly unjudged: number
  /** Words and yes or no are nominal, numbers ordinal. */
  readonly level: Level
  /** Null with more than twelve values. */
  readonly confusion: Confusion | null
  /** Share of equal answers (Wilson). */
  readonly agreement: Share | null
  /** Cohen's kappa, with quadratic weights for numbers (bootstrap by item). */
  readonly kappa: Figure | null
  /** Krippendorff's alpha of the judge and the agreed label (bootstrap by item). */
  readonly alpha: Figure | null
  /** Of what people pass, what the judge passes (Wilson); numbers pass by the threshold. */
  readonly true_positive_rate: Share | null
  /** Of what people fail, what the judge fails (Wilson). */
  readonly true_negative_rate: Share | null
  /** Agreement of a judge that always gives the most frequent label. */
  readonly majority_baseline: Share | null
  /** Spearman's correlation with the length of what is judged: of the judge, and of people, who may have reason to. */
  readonly length: { readonly judge: Figure | null; readonly people: Figure | null }
  /** What people reach among themselves, each against the agreed label of the others; null with one rater. */
  readonly ceiling: {
    readonly raters: number
    readonly agreement: Figure | null
    readonly kappa: Figure | null
    /** Krippendorff's alpha of all raters. */
    readonly alpha: Figure | null
  } | null
}

/** An item with its agreed label. */
interface Settled {
  readonly item: RatedItem
  readonly pair: RatingPair
}

/** All figures of one measure. Several people settle as samples do: the median of numbers, the majority of anything else. */
export function measureAgreement(items: readonly RatedItem[]): Agreement {
  const agreed = items.map((item) => ({ item, label: settleLabels(Object.values(item.labels)) }))
  const settled = agreed.flatMap(({ item, label }): Settled[] =>
    label === null || item.judge === null ? [] : [{ item, pair: [label, item.judge] }],
  )
  const level = items.every(({ labels }) => Object.values(labels).every((value) => typeof value === 'number'))
    ? 'ordinal'
    : 'nominal'
  const pairs = settled.map(({ pair }) => pair)
  return {
    items: settled.length,
    tied: agreed.filter(({ label }) => label === null).length,
    unjudged: items.filter(({ judge }) => judge === null).length,
    level,
    confusion: confuse(pairs),
    agreement: shareOf(pairs, equal),
    kappa: figure(byUnit(settled), (sample) => kappa(sample.map(({ pair }) => pair))),
    alpha: figure(byUnit(settled), (sample) => alphaOf(sample, level)),
    ...passRates(settled),
    majority_baseline: majorityOf(pairs),
    length: lengthsOf(settled),
    ceiling: ceilingOf(items, level),
  }
}

function alphaOf(settled: readonly Settled[], level: Level): number | null {
  return alpha(
    settled.map(({ pair }) => pair),
    level,
  )
}

function byUnit(settled: readonly Settled[]): Settled[][] {
  return groupBy(settled, ({ item }) => item.unit)
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group === undefined) groups.set(keyOf(one), [one])
    else group.push(one)
  }
  return [...groups.values()]
}

function settleLabels(labels: readonly Rating[]): Rating | null {
  return settleVotes(labels).value
}

function equal([a, b]: RatingPair): boolean {
  return a === b
}

function passRates(settled: readonly Settled[]): Pick<Agreement, 'true_positive_rate' | 'true_negative_rate'> {
  const binary = settled.flatMap(({ item, pair }) => {
    const [label, judge] = pair.map((value) => passOf(item, value))
    return label === undefined || judge === undefined || label === null || judge === null ? [] : [{ label, judge }]
  })
  return {
    true_positive_rate: shareOf(
      binary.filter(({ label }) => label),
      ({ judge }) => judge,
    ),
    true_negative_rate: shareOf(
      binary.filter(({ label }) => !label),
      ({ judge }) => !judge,
    ),
  }
}

function passOf(item: RatedItem, value: Rating): boolean | null {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' ? item.passes(value) : null
}

function lengthsOf(settled: readonly Settled[]): Agreement['length'] {
  const correlate = (side: 0 | 1) =>
    figure(byUnit(settled), (sample) => {
      const points = sample.map(({ item, pair }): [number, number] => [Number(pair[side]), item.length])
      return points.some(([value]) => Number.isNaN(value)) ? null : spearman(points)
    })
  return { people: correlate(0), judge: correlate(1) }
}

function ceilingOf(items: readonly RatedItem[], level: Level): Agreement['ceiling'] {
  const raters = new Set(items.flatMap(({ labels }) => Object.keys(labels))).size
  const several = items.filter(({ labels }) => Object.keys(labels).length > 1)
  if (several.length === 0) return null
  const units = groupBy(several, ({ unit }) => unit)
  const pairs = units.map((items) => items.flatMap(({ labels }) => againstOthers(Object.values(labels))))
  const all = units.map((items) => items.map(({ labels }) => Object.values(labels)))
  return {
    raters,
    agreement: figure(pairs, (sample) => shareOf(sample, equal)?.value ?? null),
    kappa: figure(pairs, kappa),
    alpha: figure(all, (sample) => alpha(sample, level)),
  }
}

/** Each label with the agreed one of the others, where they agree on one. */
function againstOthers(labels: readonly Rating[]): RatingPair[] {
  return labels.flatMap((label, index) => {
    const others = settleLabels(labels.filter((_, other) => other !== index))
    return others === null ? [] : [[others, label] as const]
  })
}
