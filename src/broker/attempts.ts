/**
 * How often a call is tried, and how long it waits in between.
 *
 * @module
 */
import { CallError } from '../errors.js'

/** Attempts that one call gets before its failure stands. */
const MAX_ATTEMPTS = 8
/** Where nobody listens: enough for a service that is back within five seconds. */
const MAX_UNREACHABLE = 5
const BACKOFF = { first: 500, longest: 8_000 }

/** The attempts of all calls of a run. */
export class Attempts {
  /** A call found nobody through all its attempts, and none has found anybody since: the others get one each. */
  #isGone = false

  /** Notes how an attempt ended; without an error it was answered. */
  note(error?: unknown): void {
    if (!(error instanceof CallError && error.unreachable)) this.#isGone = false
  }

  /**
   * Whether a failure may pass, and the call has attempts left.
   *
   * @param alone - In how many of the last tries in a row nobody listened.
   */
  mayTryAgain(error: unknown, tries: number, alone: number): error is CallError {
    if (!(error instanceof CallError) || !PASSING.has(error.reason)) return false
    if (error.unreachable && alone >= MAX_UNREACHABLE) this.#isGone = true
    return tries < MAX_ATTEMPTS && !(error.unreachable && this.#isGone)
  }
}

const PASSING: ReadonlySet<string> = new Set(['overloaded', 'transient'])

/** The error of the last of several attempts. */
export function afterTries(error: unknown, tries: number): unknown {
  if (!(error instanceof CallError) || tries === 1) return error
  return new CallError(error.reason, `${error.message} (${tries} attempts)`, { cause: error })
}

/** Half a second, doubled with every try up to 8 s, up to a quarter less so that calls do not come back all at once. */
export function backoff(tries: number): number {
  return Math.min(BACKOFF.first * 2 ** (tries - 1), BACKOFF.longest) * (1 - Math.random() / 4)
}
