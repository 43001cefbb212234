/**
 * Numbers that look random and are the same in every run and on every machine.
 *
 * @module
 */

/**
 * Numbers from 0 to just below 1: Mulberry32 by T. Ettinger, which is in the public domain. It passes the tests that matter for
 * drawing cases, and nothing here is a secret.
 */
export function randomNumbers(seed = 0x5eed): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
