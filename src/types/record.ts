/**
 * What tests leave for the reporter. Fractions are 0-1.
 *
 * @module
 */
import type { Bounds, Evidence, JudgedWith, Provenance, Verdict } from './judgement.js'
import type { Category } from './rubric.js'

/** State of one dimension of one eval case. */
export type DimensionState = 'scored' | 'fallback' | 'not_applicable' | 'unjudged'

/** One dimension of one eval case. */
export interface DimensionRecord {
  /** How the dimension ended. */
  readonly state: DimensionState
  /** 0-1; null unless `scored` or `fallback`. */
  readonly score: number | null
  /** The judge's reasons, or what the fallback found; empty without a score. */
  readonly justification: string
  /** Why it is `fallback`, `not_applicable` or `unjudged`. */
  readonly reason?: string
  /**
   * Without a judge only a guess: a 0 because the expected text does not stand there word for word, or nothing for want of a text.
   * Unjudged where a model scored anything in the set.
   */
  readonly weak?: boolean
  /** Quotes that the judge gave. */
  readonly evidence?: readonly Evidence[]
}

/**
 * What was judged, for people. Of each text at most 16,000 characters are kept, with both ends and a note of how many are
 * missing between them.
 */
export interface JudgedMaterial {
  /** What the agent was given: the case's input, the challenge. What is no text stands as JSON. */
  readonly input?: string
  /** What it is held against: the expected text, the gold patch, known issues or criteria, one a line. */
  readonly expected?: string
  /** What must not happen, one entry a line. */
  readonly must_not?: string
  /** What the agent answered. */
  readonly output?: string
  /** What it changed, as a unified diff. */
  readonly diff?: string
  /** What it did, one call a line as JSON, shortened as for the judge. */
  readonly tool_calls?: string
  /** The answer that it was compared with. */
  readonly other?: string
}

/** One case of an eval set, judged. */
export interface CaseRecord extends Omit<Provenance, 'settings'>, JudgedWith {
  /** Settings of the judge; not there when no model was asked. */
  readonly settings?: Provenance['settings']
  /** The case's id. */
  readonly id: string
  /** Line of the case in its set's file, from 1; not there in files of earlier versions. */
  readonly line?: number
  /** The case's labels. */
  readonly labels: readonly string[]
  /** Dimensions with a score, `scored` and `fallback` ones. */
  readonly scores: Readonly<Record<string, number>>
  /** Category of every dimension. */
  readonly categories: Readonly<Record<string, Category>>
  /** Reasons of all scored dimensions, one a line. */
  readonly justification: string
  /** Names of the dimensions without a score. */
  readonly unscored: readonly string[]
  /** Every dimension of the rubric, in its order. */
  readonly dimensions: Readonly<Record<string, DimensionRecord>>
  /** The subject's own failure. */
  readonly error?: string
  /** Milliseconds that the subject took. */
  readonly agent_ms?: number
  /** What the subject gave as `usage`: as it came, as far as it is plain JSON of at most 16,384 characters. */
  readonly agent_usage?: unknown
  /** What was judged; not there in files of earlier versions. */
  readonly material?: JudgedMaterial
  /** Which trial of the case, from 1; not there where a case has one only. */
  readonly trial?: number
  /** Which retry of the test, from 0. */
  readonly retry: number
  /** Which repeat of the test, from 0. */
  readonly repeat: number
}

/** What a matcher leaves on its test. Fractions are 0-1. */
export interface CheckRecord {
  /** The matcher's name. */
  readonly matcher: string
  /** What the judging came to, whatever `.not` makes of it. */
  readonly verdict: Verdict
  /** The assertion was written with `.not`. */
  readonly negated: boolean
  /** The assertion held. */
  readonly passed: boolean
  /** What had to be reached, such as `{ score: 0.75 }` or `{ recall: 0.75, precision: 0.5 }`. */
  readonly thresholds: Readonly<Record<string, number>>
  /** The thresholds are limits: counts, seconds or USD that must not be passed. */
  readonly at_most?: true
  /** What was reached; null where it is not known. */
  readonly values: Readonly<Record<string, number | null>>
  /** Ends of the first of `values`, where they are known. */
  readonly bounds: Bounds | null
  /** Why it is unjudged, or failed without being judged. */
  readonly reason?: string
  /** Line in the test's file that called the matcher, from 1; not there where the call stands in no such line. */
  readonly line?: number
  /** The judgement behind it, with its mode's own fields. */
  readonly judgement: Readonly<Record<string, unknown>>
  /** What was judged; not there where there was nothing, and in files of earlier versions. */
  readonly material?: JudgedMaterial
  /** Which retry of the test, from 0. */
  readonly retry: number
  /** Which repeat of the test, from 0. */
  readonly repeat: number
}
