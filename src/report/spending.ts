/**
 * What judging cost: requests, tokens, USD.
 *
 * @module
 */
import type { Usage } from '../types.js'
import { addUsage, NO_USAGE, sumCosts } from '../usage.js'

/** Requests and tokens, apart from those that recordings saved. */
export interface Spending {
  /** Requests of this run that a model answered. */
  readonly requests: number
  /** Requests of this run that failed; not there when none did. */
  readonly failed_requests?: number
  /** Tokens of those requests. */
  readonly token_usage: Usage
  /** Tokens of replies taken from recordings. */
  readonly recorded_usage: Usage
  /** USD paid in this run; null where a price is not known. */
  readonly cost_usd: number | null
  /** USD that the replies taken from recordings cost when they were made; null where a price is not known. */
  readonly recorded_cost_usd: number | null
}

/** Sum over records; what a record does not carry counts as nothing. */
export function sumSpending(records: readonly Partial<Spending>[]): Spending {
  const sum = (key: 'token_usage' | 'recorded_usage') =>
    records.reduce<Usage>((total, spent) => addUsage(total, spent[key] ?? NO_USAGE), NO_USAGE)
  const count = (key: 'requests' | 'failed_requests') => records.reduce((total, spent) => total + (spent[key] ?? 0), 0)
  const failed_requests = count('failed_requests')
  return {
    requests: count('requests'),
    ...(failed_requests > 0 && { failed_requests }),
    token_usage: sum('token_usage'),
    recorded_usage: sum('recorded_usage'),
    cost_usd: sumCosts(records.map(({ cost_usd = 0 }) => cost_usd)),
    recorded_cost_usd: sumCosts(records.map(({ recorded_cost_usd = 0 }) => recorded_cost_usd)),
  }
}
