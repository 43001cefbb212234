/**
 * What every way to judge has in common: check the input, build the requests, read a reply, score what was read. All four
 * are pure; the conductor in judge.ts does the asking.
 *
 * @module
 */
import type { JudgeRequest } from '../models/model.js'
import type { Bounds, UnjudgedPart, UnjudgedReason } from '../types.js'

/** What one reply gave. */
export interface Reading<R> {
  readonly parts: R
  /** What is missing or wrong, in words for the judge; with any, it is asked once more. */
  readonly problems: readonly string[]
}

/** The reply to one request as it was read, or why there is none. */
export type Answer<R> =
  | { readonly parts: R }
  | { readonly unjudged: { readonly reason: UnjudgedReason; readonly detail: string } }

/** The outcome of a mode's arithmetic. Scores are 0-100. */
export interface Scored<F> {
  /** The mode's own output fields. */
  readonly fields: F
  /** Anything at all was judged; otherwise there is no judgement. */
  readonly judged: boolean
  readonly total: number | null
  readonly bounds: Bounds
  readonly unjudged: readonly UnjudgedPart[]
  readonly warnings: readonly string[]
}

/** One way to judge. */
export interface Mode<I, R, F> {
  readonly name: string
  /** Changes whenever a prompt of the mode does; null when no model is asked. */
  readonly promptVersion: string | null
  /** What the user wants it judged by and how, where that is not the same in every task; its digest goes into the record. */
  rubric?(input: I): unknown
  /** @throws {@link InputError} */
  check(task: unknown): I
  /** One request for each question; empty when no model is asked. */
  requests(input: I): JudgeRequest[]
  /** Reads the JSON of the reply to request `index`. Never throws. */
  read(input: I, value: unknown, index: number): Reading<R>
  /** @param answers - In the order of the requests. */
  score(input: I, answers: readonly Answer<R>[]): Scored<F>
}
