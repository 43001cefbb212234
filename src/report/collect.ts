/**
 * From what tests left in their `meta` to the results of a run.
 *
 * @module
 */

import { isEvalFile, isEvalSet } from '../evalset/file-names.js'
import { type ReasonKind, readCode } from '../evalset/reasons.js'
import { resolveGate } from '../evalset/rule.js'
import type { CaseRecord, CheckRecord, DimensionRecord } from '../types.js'
import { sumAgent } from './agent-spending.js'
import { buildResults, type FailedFile, type RedTest, type RunEnd } from './build-results.js'
import { buildSet } from './build-set.js'
import { type Baseline, compareWithBaseline, type RegressionRule } from './compare-gate.js'
import type { Comparable } from './compare-units.js'
import type { SetDescriptor } from './descriptor.js'
import type { CheckResult, RunInfo, RunResults, SetResult } from './results.js'
import { type Spending, sumSpending } from './spending.js'

/** A test file after its run, as far as records go. */
export interface JudgedFile {
  /** Relative to the project's root. */
  readonly file: string
  /** Name of its project, empty without projects. */
  readonly project: string
  /** Why it could not be run, or not to its end; null where it could. */
  readonly failure: string | null
  readonly set: SetDescriptor | null
  readonly tests: readonly {
    /** Vitest's own, the same in every run as long as the test stands in the same place. */
    readonly id: string
    readonly name: string
    readonly checks: readonly CheckRecord[]
    readonly cases: readonly CaseRecord[]
    /** Name of the error that made it red; null where it is not. */
    readonly fault: string | null
  }[]
}

/**
 * Null when nothing was to be judged. Sets and checks stand in the order of their files, in whatever order these ran.
 *
 * @param tellRun - Called only where something was.
 * @param end - How the run ended; by default well.
 * @param findBaseline - Called only where something was, with that and whether a gate goes by it; by default there is none.
 */
export function collectResults(
  judged: readonly JudgedFile[],
  tellRun: () => RunInfo,
  end: RunEnd = { interrupted: false, errors: [], missing: [] },
  findBaseline: (judged: Comparable, isNeeded: boolean) => Baseline | null = () => null,
): RunResults | null {
  const files = judged.toSorted((a, b) => order(a.file, b.file) || order(a.project, b.project))
  const failed = files.flatMap(describeFailure)
  if (!files.some(isJudged) && !files.some(isBrokenEval) && end.missing.length === 0) return null
  const run = tellRun()
  const sets = files.flatMap((file) => (file.set === null ? [] : [collectSet(file, file.set, run.finished)]))
  const checks = files.flatMap(({ file, project, tests }): CheckResult[] =>
    tests.flatMap(({ id, name, checks }) =>
      checks.map((check) => ({ ...check, file, project, test: name, test_id: id })),
    ),
  )
  // Every attempt was paid for, so every attempt counts.
  const cases = files.flatMap(({ tests }) => tests.flatMap((test) => test.cases))
  const judgements = checks.map(({ judgement }): Partial<Spending> => judgement)
  const usage = sumSpending([...judgements, ...cases])
  const partial = run.partial || failed.length > 0 || sets.some(({ gate }) => gate.partial !== null)
  const parts = { run: { ...run, partial }, sets, checks }
  const rules = files.flatMap(ruleOf)
  const baseline = findBaseline(parts, rules.length > 0)
  const { reasons, ...compared } = baseline === null ? { reasons: [] } : compareWithBaseline(baseline, parts, rules)
  // Told by the sets as they ran: no test says what a baseline does.
  const red = files.flatMap((file) => listRed(file, sets))
  const spent = { usage, agent: sumAgent(cases) }
  return buildResults({ ...parts, ...compared, ...spent, failed, red, end, unusable: reasons })
}

/** Only a set that may turn red is guarded. */
function ruleOf({ file, set: descriptor }: JudgedFile): RegressionRule[] {
  if (descriptor === null || descriptor.gate.noRegression === undefined) return []
  const { set, gate } = descriptor
  if (!resolveGate(set, gate).blocks) return []
  return [{ evalset: set.feature, file, noRegression: descriptor.gate.noRegression }]
}

/** An eval that could not run, or whose tests failed before anything was judged. */
function isBrokenEval({ file, failure, tests }: JudgedFile): boolean {
  return isEvalFile(file) && (failure !== null || tests.some(({ fault }) => fault !== null))
}

/** Red tests of which no set says why: a plain assertion, a hook, wrong input. */
function listRed(file: JudgedFile, sets: readonly SetResult[]): RedTest[] {
  if (!isJudged(file) && !isBrokenEval(file)) return []
  const set = sets.find((one) => one.file === file.file)
  const told = new Set(set?.blocked_cases.map((blocked) => blocked.case))
  return file.tests.flatMap(({ name, cases, checks, fault }) => {
    const id = cases.at(-1)?.id
    const isTold =
      id === undefined
        ? (set?.gate.passed === false && name.endsWith(' gate')) || checks.at(-1)?.verdict === 'unjudged'
        : told.has(id)
    if (fault === null || isTold) return []
    return [{ name, kind: blameFault(fault, set !== undefined) }]
  })
}

/** An error of ours is none of the agent; one about input is that of whoever wrote the test. */
function blameFault(fault: string, isOfSet: boolean): ReasonKind {
  if (fault === 'InputError') return 'config'
  return isOfSet || ['JudgeError', 'UnjudgedError'].includes(fault) ? 'not judged' : 'agent'
}

function isJudged({ set, tests }: JudgedFile): boolean {
  return set !== null || tests.some(({ checks }) => checks.length > 0)
}

/** A set that fails before it has tests is wrong in its file, its subject or the gate's settings. */
function describeFailure({ file, failure, tests }: JudgedFile): FailedFile[] {
  if (failure === null) return []
  return [{ file, config: isEvalSet(file) && tests.length === 0 ? failure : null }]
}

/** By code units, which is the same on every machine. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function collectSet({ file, tests }: JudgedFile, descriptor: SetDescriptor, timestamp: string): SetResult {
  const { set, gate, replay, planned, trials, mode, agentModel } = descriptor
  const records = tests.flatMap(({ cases }) => cases)
  const process = set.rubric.dimensions.filter(({ category }) => category === 'process')
  const looked = records.some(({ dimensions }) => process.some(({ name }) => wasLookedAt(dimensions[name])))
  return buildSet({
    set,
    file,
    mode: mode ?? (looked ? 'trajectory' : 'output'),
    timestamp,
    records,
    gate,
    replay,
    planned,
    ...(trials !== undefined && { trials }),
    ...(agentModel !== undefined && { agentModel }),
  })
}

/** A case whose subject failed or whose test ended says nothing of the mode. */
function wasLookedAt(record: DimensionRecord | undefined): boolean {
  if (record === undefined || record.state === 'not_applicable') return false
  return !['subject_failed', 'aborted'].includes(readCode(record))
}
