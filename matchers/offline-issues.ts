/**
 * Known issues without a judge, and what a judge need not be asked about.
 *
 * @module
 */
import type { BaselineFinding } from '../src/modes/solo-issues.js'
import { scoreDetection } from '../src/scoring/detection.js'
import type { Decision, Review } from './to-find-baseline-issues.js'

/** What the offline matcher settled before the judge was asked, and what that saved. */
export interface Settling {
  /** Issues settled as found. */
  readonly found: number
  /** Issues settled as not found. */
  readonly not_found: number
  /** Issues that are left to the judge. */
  readonly asked: number
  /** Pairs of an issue and a finding. */
  readonly pairs: number
  /** Those of them that nobody was asked about. */
  readonly pairs_settled: number
  /** 1 where nothing was left to ask. */
  readonly requests_saved: number
  /**
   * Input tokens less than of a request about every issue, at four characters each. Below 0 where telling the judge what is
   * already found takes more than asking; the answer is shorter all the same.
   */
  readonly estimated_input_tokens_saved: number
}

/** The verdict of words and places alone. */
export function decideOffline({ baseline, findings, matched }: Review): Decision {
  const detection = scoreDetection({
    issues: matched.issues.map(({ severity, found }) => ({ severity, found })),
    falsePositives: matched.unverified.length,
    novelValid: 0,
  })
  const { recall, precision } = detection.metrics
  return {
    issues: baseline.map((issue, index) => {
      const { found = false, why = '', uncertain = false, doubt } = matched.issues[index] ?? {}
      const note = doubt === undefined ? 'uncertain' : `uncertain: ${doubt}`
      return { issue, found, by: 'matcher', why: uncertain ? `${why} (${note})` : why }
    }),
    recall: { lower: recall, upper: recall },
    precision: { lower: precision, upper: precision },
    score: null,
    open: null,
    judgedBy: null,
    judgement: { mode: 'offline', total: null, detection, ...matched, findings },
  }
}

/** Every issue as it is without the judge: what is not settled is left to the model, and open. */
export function settledFindings(
  { baseline }: Review,
  settled: Readonly<Record<string, boolean>>,
): readonly BaselineFinding[] {
  return baseline.map(({ id, severity, category }) => ({
    id,
    severity,
    ...(category === undefined ? {} : { category }),
    found: settled[id] ?? null,
    evidence: null,
    by: Object.hasOwn(settled, id) ? 'matcher' : 'model',
  }))
}

/** Counts what was settled. */
export function countSettled(
  { baseline, findings }: Review,
  settled: Readonly<Record<string, boolean>>,
): Pick<Settling, 'found' | 'not_found' | 'asked' | 'pairs' | 'pairs_settled'> {
  const states = Object.values(settled)
  const found = states.filter((state) => state).length
  return {
    found,
    not_found: states.length - found,
    asked: baseline.length - states.length,
    pairs: baseline.length * findings.length,
    pairs_settled: states.length * findings.length,
  }
}
