/**
 * Which test is running. `this.task` of a matcher is another test when the global `expect` is used in `test.concurrent`; this
 * store is right there too.
 *
 * @module
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunnerTestCase } from 'vitest'

/** What is known of the running test. */
export interface Running {
  readonly task: RunnerTestCase
  /** Matchers under way, by their promise: those still there at the end were not awaited. */
  readonly pending: Map<Promise<unknown>, { readonly matcher: string; readonly called: Error }>
  /** Matchers whose `expect.soft` reports to another test. */
  readonly softMisuse: string[]
}

/** Filled by the set-up file for every attempt of every test. */
export const running: AsyncLocalStorage<Running> = new AsyncLocalStorage()
