/**
 * Figures with their intervals, and the table behind them.
 *
 * @module
 */
import type { Bounds } from '../types.js'
import { bootstrap } from './bootstrap.js'
import { wilsonInterval } from './interval.js'
import { countValues, type Rating, type RatingPair } from './kappa.js'

/** A figure and the ends of its 95 % interval; null where the labels say nothing about it. */
export interface Figure extends Bounds {
  /** The figure itself. */
  readonly value: number
}

/** A share of a count. */
export interface Share extends Figure {
  /** How many are. */
  readonly count: number
  /** Of how many. */
  readonly of: number
}

/** What people said in rows, what the judge said in columns. */
export interface Confusion {
  /** In the order of rows and columns. */
  readonly values: readonly Rating[]
  /** How often. */
  readonly counts: readonly (readonly number[])[]
}

const MOST_VALUES = 12

/** A share with Wilson's interval; null of nothing. */
export function shareOf<T>(all: readonly T[], is: (one: T) => boolean): Share | null {
  if (all.length === 0) return null
  const count = all.filter(is).length
  return { value: count / all.length, ...wilsonInterval(count, all.length), count, of: all.length }
}

/** A statistic with its interval; whole clusters are resampled. Null where it or its interval is not defined. */
export function figure<T>(
  clusters: readonly (readonly T[])[],
  statistic: (sample: readonly T[]) => number | null,
): Figure | null {
  const value = statistic(clusters.flat())
  const bounds = value === null ? null : bootstrap(clusters, (sample) => statistic(sample.flat()))
  return value === null || bounds === null ? null : { value, ...bounds }
}

/** Null with more than twelve values, or none. */
export function confuse(pairs: readonly RatingPair[]): Confusion | null {
  const values = [...new Set(pairs.flat())].sort(byValue)
  if (values.length === 0 || values.length > MOST_VALUES) return null
  const counts = values.map((row) => values.map((column) => pairs.filter(([a, b]) => a === row && b === column).length))
  return { values, counts }
}

/** Yes before no, then numbers upwards, then words by code units. */
function byValue(a: Rating, b: Rating): number {
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(b) - Number(a)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const kinds = ['boolean', 'number', 'string']
  return kinds.indexOf(typeof a) - kinds.indexOf(typeof b) || (a < b ? -1 : 1)
}

/** Agreement of whoever always gives the most frequent label. */
export function majorityOf(pairs: readonly RatingPair[]): Share | null {
  const [most] = [...countValues(pairs.map(([label]) => label))].sort(([, a], [, b]) => b - a)
  return most === undefined ? null : shareOf(pairs, ([label]) => label === most[0])
}
