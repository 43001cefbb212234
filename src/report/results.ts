/**
 * The results file of a run (spec/eval-sets.md, "Results and score table"): its types. The schema is in results-schema.ts,
 * the way to read a file of any version in read-results.ts.
 *
 * @module
 */
import type { EvalMode } from '../evalset/defaults.js'
import type { SetGate } from '../evalset/gate.js'
import type { SetTrials } from '../evalset/pass.js'
import type { GateReason } from '../evalset/reasons.js'
import type { RecommendedAction } from '../scoring/actions.js'
import type { Aggregate, DimensionMean } from '../scoring/aggregate.js'
import type { CaseRecord, Category, CheckRecord, EvalSet } from '../types.js'
import type { AgentSpending } from './agent-spending.js'
import type { RunComparison } from './compare-runs.js'
import type { Spending } from './spending.js'
import type { SetStatistics } from './statistics.js'

/** Version of the form of results files. */
export const RESULTS_VERSION = 2

/** What was under test, as git tells it. */
export interface GitState {
  /** The commit's full hash. */
  readonly commit: string
  /** Null where no branch is checked out. */
  readonly branch: string | null
  /** A tracked file differs from the commit; null where there was no git to ask, only a CI's variables. */
  readonly dirty: boolean | null
  /** The project's root within the repository, such as `packages/app/`; empty at its top, not there without git. */
  readonly folder?: string
}

/** Where and when a run took place. */
export interface RunInfo {
  /** ISO 8601, UTC. */
  readonly started: string
  /** ISO 8601, UTC. */
  readonly finished: string
  /** Milliseconds from start to end. */
  readonly duration_ms: number
  /** Version of Vitest. */
  readonly vitest: string
  /** Version of Node. */
  readonly node: string
  /** Version of this package. */
  readonly vitest_judge: string
  /** Not all that was asked for ran to its end, or a name pattern, tags, a line or a shard left tests out: never a baseline. */
  readonly partial: boolean
  /** Paths that Vitest was given. */
  readonly filters: readonly string[]
  /** What else left files out, such as `--project evals`; not there where nothing did. */
  readonly narrowed_by?: readonly string[]
  /** Not there outside of git. */
  readonly git?: GitState
}

/** A dimension of a case that the deterministic fallback scored. */
export interface FallbackEntry {
  /** The case's id. */
  readonly case: string
  /** Which trial of it, from 1; not there where a case has one only. */
  readonly trial?: number
  /** The dimension's name. */
  readonly dimension: string
  /** Why the judge did not answer. */
  readonly reason: string
}

/** A case whose own test is red, so that it blocks whatever the means over all cases are. */
export interface BlockedCase {
  /** The case's id. */
  readonly case: string
  /** Which trial of it, from 1; not there where a case has one only. */
  readonly trial?: number
  /** Why. */
  readonly reasons: readonly GateReason[]
}

/** One eval set, judged. */
export interface SetResult extends Aggregate {
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** The set's `feature`. */
  readonly evalset: string
  /** The set's file, relative to the project's root. */
  readonly file: string
  /** A draft is scored and does not block. */
  readonly draft: boolean
  /** What was looked at. */
  readonly mode: EvalMode
  /** Models that scored anything, or `deterministic-fallback`. */
  readonly judge_model: string
  /** Name of the model under test, where the user gave it. */
  readonly agent_model?: string
  /** What was judged by; `pass_threshold` is the one that held. */
  readonly rubric: EvalSet['rubric'] & { readonly pass_threshold: number }
  /** Names of the dimensions that block. */
  readonly block_on: readonly string[]
  /** The last attempt of each case that ran; with several trials, of each trial. */
  readonly cases: readonly CaseRecord[]
  /** Dimensions that the deterministic fallback scored. */
  readonly fallbacks: readonly FallbackEntry[]
  /** Means over the cases, by dimension. Of several trials of a case first their mean is taken. */
  readonly dimensions: Readonly<Record<string, DimensionMean>>
  /** Pass rate and confidence intervals; not there in files of earlier versions. */
  readonly statistics?: SetStatistics
  /** What the trials came to; not there where each case was run once, unless the gate asks for it. */
  readonly trials?: SetTrials
  /** Category of each dimension, as in the cases. */
  readonly categories: Readonly<Record<string, Category>>
  /** Weighted mean quality of each category, 0-1, higher is better; null where nothing of it was scored. */
  readonly category_scores: Readonly<Record<Category, number | null>>
  /** By dimension. */
  readonly recommended_actions: Readonly<Record<string, RecommendedAction>>
  /** Block-on dimensions whose mean is below the threshold. */
  readonly blocked_by: readonly string[]
  /** Cases whose own tests are red; none with `gate.on: 'set'`, nor in a draft or advisory set. */
  readonly blocked_cases: readonly BlockedCase[]
  /** What the gate came to, and why, a loss that `noRegression` forbids included; `line` says it on one line, fit for a pull request. */
  readonly gate: SetGate & { readonly line: string }
  /** Requests and tokens of the judge, all attempts. */
  readonly usage: Spending
  /** Time and tokens of the agent under test, all attempts. */
  readonly agent: AgentSpending
}

/** A matcher's record, with the test that it belongs to. */
export interface CheckResult extends CheckRecord {
  /** The test's file, relative to the project's root. */
  readonly file: string
  /** Name of its project, empty without projects. */
  readonly project: string
  /** The test's full name. */
  readonly test: string
  /** Vitest's id of the test. */
  readonly test_id: string
}

/** A reason that speaks against the run, and the set it is about. */
export interface RunReason extends GateReason {
  /** The set's `feature`; null where the reason is about checks, files or the run as a whole. */
  readonly evalset: string | null
}

/** The results file. */
export interface RunResults {
  /** Of this form. */
  readonly version: 2
  /** Where and when. */
  readonly run: RunInfo
  /** Every eval set that ran. */
  readonly sets: readonly SetResult[]
  /** Every matcher call, all attempts. */
  readonly checks: readonly CheckResult[]
  /** How many could not be judged: checks, and cases (each trial counted) with at least one such dimension; last attempts only. */
  readonly unjudged: { readonly checks: number; readonly cases: number }
  /** Requests and tokens of the judge, all attempts. */
  readonly usage: Spending
  /** Time and tokens of the agent in all eval sets, all attempts. */
  readonly agent: AgentSpending
  /** How it differs from the baseline; not there where none was named, or there was none yet. */
  readonly comparison?: RunComparison
  /**
   * Fails closed: a set that does not pass or cannot run, a case whose own test is red, a check that is unjudged, a loss that
   * `noRegression` forbids, a baseline that cannot be used, a run that did not end well. Checks that failed are red tests, and not named here. `line` says it on one line, fit for a pull request.
   */
  readonly gate: { readonly passed: boolean; readonly reasons: readonly RunReason[]; readonly line: string }
}

/**
 * Name of a results file: UTC, without colons, with a suffix where the name is taken.
 *
 * @param isTaken - Whether a file of that name is already there.
 */
export function resultsFileName(date: Date, isTaken: (name: string) => boolean): string {
  const stem = `results-${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  let name = `${stem}.json`
  for (let count = 2; isTaken(name); count++) name = `${stem}-${count}.json`
  return name
}

/** The names that are of results files, the newest first: `results-2026-11-29T22-11-00Z-2.json` is later than without `-2`. */
export function newestResults(names: readonly string[]): string[] {
  const named = names.flatMap((file) => {
    const [, time, count = '1'] = /^results-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)(?:-(\d+))?\.json$/.exec(file) ?? []
    return time === undefined ? [] : [{ file, time, count: Number(count) }]
  })
  named.sort((a, b) => (a.time === b.time ? b.count - a.count : a.time < b.time ? 1 : -1))
  return named.map(({ file }) => file)
}
