/**
 * How far the figures of a set can be trusted: 95 % confidence intervals over its cases.
 *
 * @module
 */
import type { CaseTrials } from '../evalset/pass.js'
import { scoreCases } from '../evalset/trials.js'
import { aggregateScores } from '../scoring/aggregate.js'
import {
  type Interval,
  intervalOf,
  intervalOfAlike,
  isAlike,
  MIN_CASES,
  resampleMeans,
  wilsonInterval,
  wilsonOfShares,
} from '../scoring/interval.js'
import type { CaseRecord, EvalSet } from '../types.js'

/** How often the cases of a set pass, and how far that and its means would lie apart for other cases of the kind. */
export interface SetStatistics {
  /** How many cases ran. */
  readonly cases: number
  /** Mean over the cases of the share of their judged trials that passed, 0-1; null where none was judged. */
  readonly pass_rate: number | null
  /** Null where there are fewer cases than intervals need. */
  readonly intervals: SetIntervals | null
}

/** 95 % confidence intervals, 0-1. Null where there are too few figures. */
export interface SetIntervals {
  /** By Wilson, over trials with their effective number. */
  readonly pass_rate: Interval | null
  /** By bootstrap over the cases; where these are all alike, by the rule of three. */
  readonly aggregate: Interval | null
  /** By dimension, as the aggregate, over the cases where it was scored. */
  readonly dimensions: Readonly<Record<string, Interval | null>>
}

/**
 * The statistics of a set.
 *
 * @param records - Settled: one a trial.
 * @param tallied - The trials of each case, in the same order.
 */
export function describeStatistics(
  rubric: EvalSet['rubric'],
  records: readonly CaseRecord[],
  tallied: readonly CaseTrials[],
): SetStatistics {
  const cases = scoreCases(records)
  const shares = Float64Array.from(tallied, ({ passed, failed }) => passed / (passed + failed))
  const known = shares.filter(isKnown)
  return {
    cases: cases.length,
    pass_rate: known.length === 0 ? null : sum(known) / known.length,
    intervals:
      cases.length < MIN_CASES ? null : describeIntervals(rubric, cases, shares, records.length > cases.length),
  }
}

function describeIntervals(
  rubric: EvalSet['rubric'],
  cases: readonly CaseRecord['scores'][],
  shares: Float64Array,
  hasTrials: boolean,
): SetIntervals {
  const names = rubric.dimensions.map(({ name }) => name)
  const columns = names.map((name) => Float64Array.from(cases, (scores) => scores[name] ?? Number.NaN))
  const areAlike = columns.every((column) => isAlike(column.filter(isKnown)))
  const means = areAlike ? [] : resampleMeans(columns)
  const intervals = columns.map((column, place) => intervalOfColumn(column.filter(isKnown), means[place]))
  const dimensions = Object.fromEntries(names.map((name, place) => [name, intervals[place] ?? null]))
  return {
    pass_rate: intervalOfRate(shares, hasTrials),
    aggregate: areAlike ? aggregateEnds(rubric, columns) : intervalOf(aggregateDraws(rubric, means), cases.length),
    dimensions,
  }
}

/** The aggregate of each draw, from the draw's means; a draw may have none of the cases in which a dimension was scored. */
function aggregateDraws(rubric: EvalSet['rubric'], means: readonly Float64Array[]): Float64Array {
  const known = new Map<string, (draw: number) => number>()
  return Float64Array.from(means[0] ?? [], (_, draw) => {
    let unscored = ''
    for (const [place, own] of means.entries()) if (Number.isNaN(own[draw])) unscored += `${place} `
    const aggregate = known.get(unscored) ?? linearise(rubric, means, draw)
    known.set(unscored, aggregate)
    return aggregate(draw)
  })
}

/**
 * The aggregate of all draws in which the same dimensions are scored as in this one. Before it is clamped it is linear in the scores,
 * so that those of scores of 0 and 1 tell it for all.
 */
function linearise(rubric: EvalSet['rubric'], means: readonly Float64Array[], draw: number): (draw: number) => number {
  const scored = rubric.dimensions.flatMap(({ name }, place) => {
    const own = means[place]
    return own === undefined || Number.isNaN(own[draw]) ? [] : [{ name, own }]
  })
  const rawOf = (one: string | null) => {
    const scores = Object.fromEntries(scored.map(({ name }) => [name, Number(name === one)]))
    return aggregateScores(rubric, scores, 0).aggregate_raw ?? Number.NaN
  }
  const start = rawOf(null)
  const terms = scored.map(({ name, own }) => ({ slope: rawOf(name) - start, own }))
  return (other) => {
    let raw = start
    for (const { slope, own } of terms) raw += slope * (own[other] ?? Number.NaN)
    return Math.min(1, Math.max(0, raw))
  }
}

/** Where all cases are alike: the aggregates of the worst and of the best ends of all dimensions. */
function aggregateEnds(rubric: EvalSet['rubric'], columns: readonly Float64Array[]): Interval | null {
  const end = (isBest: boolean) => {
    const scores = rubric.dimensions.flatMap(({ name, invert }, place) => {
      const [first, ...others] = columns[place]?.filter(isKnown) ?? []
      if (first === undefined) return []
      const { lower, upper } = intervalOfAlike(first, others.length + 1)
      return [[name, isBest === invert ? lower : upper] as const]
    })
    return aggregateScores(rubric, Object.fromEntries(scores), 0).aggregate
  }
  const [lower, upper] = [end(false), end(true)]
  return lower === null || upper === null ? null : { lower, upper }
}

function intervalOfColumn(known: Float64Array, means: Float64Array = new Float64Array()): Interval | null {
  if (known.length < MIN_CASES) return null
  return isAlike(known) ? intervalOfAlike(known[0] ?? 0, known.length) : intervalOf(means, known.length)
}

function intervalOfRate(shares: Float64Array, hasTrials: boolean): Interval | null {
  const known = shares.filter(isKnown)
  if (known.length < MIN_CASES) return null
  return hasTrials ? wilsonOfShares(known) : wilsonInterval(sum(known), known.length)
}

function isKnown(value: number): boolean {
  return !Number.isNaN(value)
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
