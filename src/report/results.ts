/**
 * The results file of a run (spec/eval-sets.md, "Results and score table"): its types, and how it is put together.
 * The schema to read it with is in results-schema.ts.
 *
 * @module
 */
import { keepLastAttempts, settleCases } from '../evalset/case.js'
import type { EvalMode } from '../evalset/defaults.js'
import { type GateContext, gateSet, type SetGate } from '../evalset/gate.js'
import { type GateReason, listNames } from '../evalset/reasons.js'
import { resolveGate } from '../evalset/rule.js'
import { type RecommendedAction, recommendActions } from '../scoring/actions.js'
import {
  type Aggregate,
  aggregateScores,
  averageCategories,
  averageScores,
  type DimensionMean,
  toScores,
} from '../scoring/aggregate.js'
import type { CaseRecord, Category, CheckRecord, EvalSet, GateSettings } from '../types.js'
import { type Spending, sumSpending } from './spending.js'

/** Where and when a run took place. */
export interface RunInfo {
  /** ISO 8601, UTC. */
  readonly started: string
  /** ISO 8601, UTC. */
  readonly finished: string
  /** Version of Vitest. */
  readonly vitest: string
  /** Version of Node. */
  readonly node: string
  /** Version of this package. */
  readonly vitest_judge: string
  /** Not all that was asked for ran to its end, or a name pattern left tests out: never a baseline. */
  readonly partial: boolean
  /** Paths that Vitest was given. */
  readonly filters: readonly string[]
}

/** A dimension of a case that the deterministic fallback scored. */
export interface FallbackEntry {
  /** The case's id. */
  readonly case: string
  /** The dimension's name. */
  readonly dimension: string
  /** Why the judge did not answer. */
  readonly reason: string
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
  /** The last attempt of each case that ran. */
  readonly cases: readonly CaseRecord[]
  /** Dimensions that the deterministic fallback scored. */
  readonly fallbacks: readonly FallbackEntry[]
  /** Means over the cases, by dimension. */
  readonly dimensions: Readonly<Record<string, DimensionMean>>
  /** Category of each dimension, as in the cases. */
  readonly categories: Readonly<Record<string, Category>>
  /** Weighted mean quality of each category, 0-1, higher is better; null where nothing of it was scored. */
  readonly category_scores: Readonly<Record<Category, number | null>>
  /** By dimension. */
  readonly recommended_actions: Readonly<Record<string, RecommendedAction>>
  /** Block-on dimensions whose mean is below the threshold. */
  readonly blocked_by: readonly string[]
  /** What the gate came to, and why. */
  readonly gate: SetGate
  /** Requests and tokens of all attempts. */
  readonly usage: Spending
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

/** A reason that speaks against the run, and the set it is about; null where it is about checks. */
export interface RunReason extends GateReason {
  /** The set's `feature`, or null. */
  readonly evalset: string | null
}

/** The results file. */
export interface RunResults {
  /** Of this form. */
  readonly version: 1
  /** Where and when. */
  readonly run: RunInfo
  /** Every eval set that ran. */
  readonly sets: readonly SetResult[]
  /** Every matcher call, all attempts. */
  readonly checks: readonly CheckResult[]
  /** How many could not be judged: checks, and cases with at least one such dimension; last attempts only. */
  readonly unjudged: { readonly checks: number; readonly cases: number }
  /** Requests and tokens, all attempts. */
  readonly usage: Spending
  /** Fails closed: a set that does not pass, or a check that is unjudged. */
  readonly gate: { readonly passed: boolean; readonly reasons: readonly RunReason[] }
}

/** What is known of a set after its run. */
export interface SetRun extends GateContext {
  readonly set: EvalSet
  readonly file: string
  readonly mode: EvalMode
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** All attempts of all cases that ran. */
  readonly records: readonly CaseRecord[]
  readonly gate: GateSettings
  readonly agentModel?: string
}

/**
 * The result of one set: means, aggregate, recommended actions and gate.
 *
 * @throws {@link InputError} when the user blocks on a name that is no dimension of the rubric.
 */
export function buildSet({ set, file, mode, timestamp, records, gate, agentModel, ...context }: SetRun): SetResult {
  const { threshold, blockOn } = resolveGate(set, gate)
  const cases = settleCases(set, records)
  const { dimensions } = set.rubric
  const means = averageScores(
    dimensions,
    cases.map(({ scores }) => scores),
  )
  const scores = toScores(means)
  const blocking = blockOn.map(({ name }) => name)
  const judgedGate = gateSet(set, records, gate, context)
  return {
    timestamp,
    evalset: set.feature,
    file,
    draft: set.draft,
    mode,
    judge_model: nameJudge(cases),
    ...(agentModel !== undefined && { agent_model: agentModel }),
    rubric: { ...set.rubric, pass_threshold: threshold },
    block_on: blocking,
    cases,
    fallbacks: cases.flatMap(listFallbacks),
    dimensions: means,
    ...aggregateScores(set.rubric, scores, threshold),
    categories: Object.fromEntries(dimensions.map(({ name, category }) => [name, category])),
    category_scores: averageCategories(dimensions, scores),
    recommended_actions: recommendActions(dimensions, scores, threshold, blocking),
    blocked_by: judgedGate.blocked_by,
    gate: judgedGate,
    usage: sumSpending(records),
  }
}

function nameJudge(cases: readonly CaseRecord[]): string {
  const models = new Set(cases.flatMap(({ model }) => model ?? []))
  return models.size === 0 ? 'deterministic-fallback' : [...models].join(', ')
}

function listFallbacks({ id, dimensions }: CaseRecord): FallbackEntry[] {
  return Object.entries(dimensions)
    .filter(([, { state }]) => state === 'fallback')
    .map(([dimension, { reason = '' }]) => ({ case: id, dimension, reason }))
}

/** How a run ended. */
export interface RunEnd {
  readonly interrupted: boolean
  /** How many errors there were outside of tests. */
  readonly errors: number
}

/** Parts of a results file. */
export interface ResultParts extends Pick<RunResults, 'run' | 'sets' | 'checks' | 'usage'> {
  /** Files that could not be run, or not to their end. */
  readonly failed: readonly string[]
  readonly end: RunEnd
}

/** The whole file, from its parts. */
export function buildResults({ run, sets, checks, usage, failed, end }: ResultParts): RunResults {
  const open = keepLastAttempts(checks, ({ project, test_id }) => `${project}\n${test_id}`).filter(
    ({ verdict }) => verdict === 'unjudged',
  )
  const reasons: RunReason[] = sets
    .filter(({ gate }) => !gate.passed)
    .flatMap(({ evalset, gate }) => gate.reasons.map((reason) => ({ evalset, ...reason })))
  if (open.length > 0) {
    const text = `the judge left ${open.length} ${open.length === 1 ? 'check' : 'checks'} unjudged`
    reasons.push({ evalset: null, kind: 'not judged', text })
  }
  if (failed.length > 0) reasons.push(notRun(`not run to its end: ${listNames(failed)}`))
  if (end.errors > 0) reasons.push(notRun(`errors outside of tests: ${end.errors}`))
  if (end.interrupted) reasons.push(notRun('the run was interrupted'))
  return {
    version: 1,
    run,
    sets,
    checks,
    unjudged: { checks: open.length, cases: sets.flatMap(({ cases }) => cases.filter(hasUnjudged)).length },
    usage,
    gate: { passed: reasons.length === 0, reasons },
  }
}

function notRun(text: string): RunReason {
  return { evalset: null, kind: 'not judged', text }
}

function hasUnjudged({ dimensions }: CaseRecord): boolean {
  return Object.values(dimensions).some(({ state }) => state === 'unjudged')
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
