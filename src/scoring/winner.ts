/**
 * Who wins a comparison (spec/judging.md, "Compare").
 *
 * @module
 */
import type { Bounds } from '../types.js'
import { SLACK } from './decide.js'

/** Outcome of a comparison. */
export type Winner = 'first' | 'second' | 'tie'

/**
 * The winner by totals; equal totals are a tie.
 *
 * @param first - Ends of the first one's total.
 * @param second - In the same unit.
 * @returns Null where what is unjudged leaves the winner open.
 */
export function pickWinner(first: Bounds, second: Bounds): Winner | null {
  if (first.lower > second.upper + SLACK) return 'first'
  if (second.lower > first.upper + SLACK) return 'second'
  const ends = [first.lower, first.upper, second.lower, second.upper]
  return Math.max(...ends) - Math.min(...ends) <= SLACK ? 'tie' : null
}

/** What several orders come to. */
export interface Settled {
  /** Null where an order is open. */
  readonly winner: Winner | null
  /** Whether all orders name the same winner; null where that is not known, or there was one order only. */
  readonly consistent: boolean | null
}

/** The winner over all orders: the one that all name, else a tie, a tie against a win included. */
export function settleOrders(orders: readonly (Winner | null)[]): Settled {
  const [first = null] = orders
  if (orders.includes(null)) return { winner: null, consistent: null }
  if (orders.length < 2) return { winner: first, consistent: null }
  const consistent = orders.every((winner) => winner === first)
  return { winner: consistent ? first : 'tie', consistent }
}

/** Mean of totals, and of their ends. */
export function averageTotals(totals: readonly { readonly total: number | null; readonly bounds: Bounds }[]): {
  total: number | null
  bounds: Bounds
} {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const known = totals.flatMap(({ total }) => (total === null ? [] : [total]))
  const bounds = {
    lower: mean(totals.map((one) => one.bounds.lower)),
    upper: mean(totals.map((one) => one.bounds.upper)),
  }
  return { total: known.length === totals.length ? mean(known) : null, bounds }
}
