/**
 * Known issues, and what a review says.
 *
 * @module
 */

/** Severity of a known issue. */
export type Severity = 'critical' | 'high' | 'medium' | 'low'

/** A place in the code under review. */
export interface Location {
  /** Path as the review or baseline writes it. */
  readonly file: string
  /** First line, counted from 1. */
  readonly line?: number
  /** Last line, included. */
  readonly lineEnd?: number
}

/** A known issue that a review should find. */
export interface BaselineIssue {
  /** Unique within its baseline. */
  readonly id: string
  /** What is wrong, in words; findings are compared with it. */
  readonly description: string
  /** How grave; critical weighs 15, high 10, medium 5, low 2. */
  readonly severity: Severity
  /** The group's own name where it was no severity. */
  readonly category?: string
  /** Free text, such as "lines 54-55" or "src/a.ts:12-14". */
  readonly location?: string
  /** Places in the code. */
  readonly locations?: readonly Location[]
}

/** One point that a review makes. */
export interface Finding {
  /** Name in results; without it the index in the list counts. */
  readonly id?: string
  /** What the finding says. */
  readonly text: string
  /** Path as the review writes it. */
  readonly file?: string
  /** First line, counted from 1. */
  readonly line?: number
  /** Last line, included. */
  readonly lineEnd?: number
  /** As the review puts it. */
  readonly severity?: string
}
