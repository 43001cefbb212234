/**
 * How far the figures of a set can be trusted: 95 % confidence intervals over its cases.
 *
 * @module
 */
import type { CaseTrials } from '../evalset/pass.js'
import { scoreCases } from '../evalset/trials.js'
import { aggregateScores } from '../scoring/aggregate.js'
import { type Interval, intervalOf, MIN_CASES, resampleMeans, wilsonInterval } from '../scoring/interval.js'
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

/** 95 % confidence intervals, 0-1. Null where there is no figure, or all cases are alike, from which no interval follows. */
export interface SetIntervals {
  /** By Wilson where each case has one trial, else by cluster bootstrap over the cases. */
  readonly pass_rate: Interval | null
  /** By cluster bootstrap over the cases. */
  readonly aggregate: Interval | null
  /** By dimension, by cluster bootstrap over the cases where it was scored. */
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
  const [shareMeans = new Float64Array(), ...means] = resampleMeans([shares, ...columns])
  const aggregates = shareMeans.map((_, draw) => {
    const scores = names.map((name, place) => [name, means[place]?.[draw] ?? Number.NaN] as const)
    const drawn = Object.fromEntries(scores.filter(([, mean]) => isKnown(mean)))
    return aggregateScores(rubric, drawn, 0).aggregate ?? Number.NaN
  })
  const known = shares.filter(isKnown)
  const dimensions = names.map((name, place) => [name, toInterval(columns[place], means[place])])
  return {
    pass_rate: hasTrials
      ? toInterval(shares, shareMeans)
      : isEnough(shares)
        ? wilsonInterval(sum(known), known.length)
        : null,
    aggregate: withWidth(intervalOf(aggregates)),
    dimensions: Object.fromEntries(dimensions),
  }
}

function toInterval(
  column: Float64Array = new Float64Array(),
  means: Float64Array = new Float64Array(),
): Interval | null {
  return isEnough(column) ? withWidth(intervalOf(means)) : null
}

function isEnough(column: Float64Array): boolean {
  return column.filter(isKnown).length >= MIN_CASES
}

function isKnown(value: number): boolean {
  return !Number.isNaN(value)
}

/** Cases that are all alike say nothing of how much others would differ. */
function withWidth(interval: Interval | null): Interval | null {
  return interval === null || interval.upper - interval.lower < 1e-9 ? null : interval
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}
