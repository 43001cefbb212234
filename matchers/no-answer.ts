/**
 * An agent that answered nothing: its own failure whatever was asked for, and nothing to ask a judge about.
 *
 * @module
 */
import type { Outcome } from './matcher.js'
import { callText, frame } from './message.js'

/** The call in which nothing was received. */
export interface EmptyCall {
  readonly matcher: string
  /** As in {@link callText}. */
  readonly subject: string
  readonly argument: string
  /** What had to be reached. */
  readonly thresholds: Readonly<Record<string, number>>
  /** What is empty. Default: the output. */
  readonly empty?: string
}

/** Why an answer without anything to see in it fails. */
export function nothingIn(what: string): string {
  return `${what} is empty: there is nothing to judge, and nobody was asked`
}

/** A fail in which everything that had to be reached is 0. */
export function noAnswer({ matcher, subject, argument, thresholds, empty = 'the output' }: EmptyCall): Outcome {
  const reason = nothingIn(empty)
  return {
    verdict: 'fail',
    thresholds,
    values: Object.fromEntries(Object.keys(thresholds).map((name) => [name, 0])),
    bounds: null,
    reason,
    judgement: { mode: 'offline', total: null, reason },
    message: (negated) =>
      frame({
        title: callText(matcher, subject, argument, negated),
        comparisons: [{ what: 'output', expected: 'a text', received: 'nothing' }],
        details: [`  ${reason}.`],
        notes: {},
      }),
  }
}
