/**
 * Sums of tokens.
 *
 * @module
 */
import type { Usage } from './types.js'

/** No tokens. */
export const NO_USAGE: Usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }

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
