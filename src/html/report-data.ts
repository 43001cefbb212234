/**
 * What the page shows, as plain JSON: worked out here, only laid out there. Lists and not objects by name, so that no name that
 * an agent or a judge chose is ever a key.
 *
 * @module
 */
import type { RunComparison } from '../report/compare-runs.js'
import type { RunInfo, RunReason } from '../report/results.js'
import type { Evidence, JudgedMaterial, Verdict } from '../types.js'

/** The whole page. */
export interface ReportData {
  /** Name of the results file. */
  readonly file: string
  readonly run: RunInfo
  readonly gate: { readonly passed: boolean; readonly line: string; readonly reasons: readonly RunReason[] }
  /** What the run took, in words. */
  readonly facts: readonly Fact[]
  /** Sets, then matchers. */
  readonly groups: readonly ReportGroup[]
  readonly comparison: RunComparison | null
  /** One for each group of this run that earlier runs have too. */
  readonly trends: readonly Trend[]
  /** What a reader should know of the page itself. */
  readonly notes: readonly string[]
}

/** A name and what it is, both for people. */
export type Fact = readonly [name: string, text: string]

/** An eval set, or all calls of one matcher. */
export interface ReportGroup {
  readonly kind: 'set' | 'checks'
  readonly name: string
  /** The set's file; null for matchers. */
  readonly file: string | null
  readonly passed: boolean
  /** What it came to, in words. */
  readonly verdict: string
  readonly facts: readonly Fact[]
  readonly reasons: readonly string[]
  readonly columns: readonly Column[]
  readonly rows: readonly Row[]
}

/** A dimension, or a figure of a matcher. */
export interface Column {
  readonly name: string
  /** Lower is better. */
  readonly invert: boolean
  /** It must not be low. */
  readonly blocks: boolean
  /** What it looks at and weighs, in words. */
  readonly note: string
  readonly mean: Cell
}

/** What became of a case since the baseline. */
export type Change = 'turned red' | 'turned green' | 'worse' | 'improved' | 'new'

/** A case, or a test with its calls of a matcher. */
export interface Row {
  /** Unique within the group: the id, shortened. */
  readonly key: string
  readonly labels: readonly string[]
  readonly status: Verdict
  /** Some of its trials passed, and some failed. */
  readonly flickers: boolean
  readonly change: Change | null
  /** At least one. */
  readonly trials: readonly Trial[]
}

/** One run of a case, or one call of a matcher. */
export interface Trial {
  /** Where a row has several. */
  readonly name: string
  readonly status: Verdict
  /** Why it did not pass. */
  readonly reasons: readonly string[]
  /** One for each column. */
  readonly cells: readonly Cell[]
  /** What was judged one by one, in full. */
  readonly parts: readonly Part[]
  readonly material: JudgedMaterial
  readonly facts: readonly Fact[]
  /** The rest of the record as JSON; empty where the parts say it all. */
  readonly record: string
}

/** How a figure came to be. `none`: there is no such figure. */
export type CellState = 'scored' | 'fallback' | 'not_applicable' | 'unjudged' | 'none'

/** One figure. */
export interface Cell {
  readonly state: CellState
  /** What is shown of it. */
  readonly text: string
  /** 0-1, 1 is best, whatever the direction of the figure; null without one. */
  readonly quality: number | null
  /** It misses its threshold. */
  readonly low?: boolean
}

/** One thing that was judged, with its reasons. */
export interface Part extends Cell {
  readonly name: string
  /** What it is, in words. */
  readonly note: string
  readonly justification: string
  /** Why it is not scored by the judge. */
  readonly reason: string
  readonly evidence: readonly Evidence[]
}

/** How a group did over the runs of a folder, the oldest first. */
export interface Trend {
  readonly kind: ReportGroup['kind']
  readonly name: string
  readonly runs: readonly TrendRun[]
  readonly lines: readonly TrendLine[]
}

/** A run in a trend. */
export interface TrendRun {
  readonly file: string
  /** ISO 8601, UTC. */
  readonly started: string
  /** Commit and branch, in words; empty where they are not known. */
  readonly git: string
  /** USD; null where a price is not known. */
  readonly cost: number | null
  readonly partial: boolean
}

/** One figure over the runs, 0-1; null where a run does not have it. */
export interface TrendLine {
  readonly name: string
  readonly invert: boolean
  readonly values: readonly (number | null)[]
}
