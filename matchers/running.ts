/**
 * Which test is running. `this.task` of a matcher is another test when the global `expect` is used in `test.concurrent`; this
 * store is right there too.
 *
 * @module
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunnerTestCase, TestContext } from 'vitest'
import type { CallSite } from './call-site.js'

/** One call of a matcher. */
export interface Call {
  readonly matcher: string
  readonly called: CallSite
  /** Settles with the call, and never rejects. */
  readonly end: Promise<unknown>
  settled: boolean
  awaited: boolean
}

/** What is known of the running test. */
export interface Running {
  readonly task: RunnerTestCase
  /** Ends the judging of this attempt: that of Vitest is one for all attempts of a test, and fires once. */
  readonly signal: AbortSignal
  /** The test has ended; what is called now belongs to nobody. */
  ended: boolean
  readonly calls: Call[]
  /** Calls whose `expect.soft` would have reported to another test. */
  readonly softMisuse: Pick<Call, 'matcher' | 'called'>[]
}

/** Filled by the set-up file for every attempt of every test. */
export const running: AsyncLocalStorage<Running> = new AsyncLocalStorage()

/** Tests that run now; null without the set-up file, which alone sees them begin and end. */
export const tests: { running: number | null } = { running: null }

/** The signal that ends what the running attempt of a test does. */
export function signalOf(context: TestContext): AbortSignal {
  return running.getStore()?.signal ?? context.signal
}
