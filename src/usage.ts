/**
 * Sums of tokens and costs.
 *
 * @module
 */
import type { Usage } from './types.js'

/** No tokens. */
export const NO_USAGE: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }

/** Day on which the built-in prices were last compared with the service's pages, ISO 8601. */
export const PRICES_AS_OF = '2026-11-29'

/** Sum of costs in USD; one that is not known leaves the sum unknown. */
export function sumCosts(costs: readonly (number | null)[]): number | null {
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0)
}

/** Tokens of a text, as long as nobody has counted them: a quarter of its characters. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4)
}

/** The parts of a request that are sent as text. */
interface Sent {
  readonly system: readonly { readonly text: string }[]
  readonly user: readonly { readonly text: string }[]
  readonly schema: object
}

/** Input tokens of a request, estimated. */
export function estimateInput({ system, user, schema }: Sent): number {
  const texts = [...system, ...user].map(({ text }) => text)
  return [...texts, JSON.stringify(schema)].reduce((sum, text) => sum + estimateTokens(text), 0)
}

/** Sum of tokens. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    cache_write_1h: a.cache_write_1h + b.cache_write_1h,
  }
}
