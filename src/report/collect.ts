/**
 * From what tests left in their `meta` to the results of a run.
 *
 * @module
 */
import { readCode } from '../evalset/reasons.js'
import type { CaseRecord, CheckRecord, DimensionRecord } from '../types.js'
import type { SetDescriptor } from './descriptor.js'
import {
  buildResults,
  buildSet,
  type CheckResult,
  type RunEnd,
  type RunInfo,
  type RunResults,
  type SetResult,
} from './results.js'
import { type Spending, sumSpending } from './spending.js'

/** A test file after its run, as far as records go. */
export interface JudgedFile {
  /** Relative to the project's root. */
  readonly file: string
  /** Name of its project, empty without projects. */
  readonly project: string
  /** It could not be run, or not to its end. */
  readonly failed: boolean
  readonly set: SetDescriptor | null
  readonly tests: readonly {
    /** Vitest's own, the same in every run as long as the test stands in the same place. */
    readonly id: string
    readonly name: string
    readonly checks: readonly CheckRecord[]
    readonly cases: readonly CaseRecord[]
  }[]
}

/**
 * Null when nothing was judged.
 *
 * @param end - How the run ended; by default well.
 */
export function collectResults(
  files: readonly JudgedFile[],
  run: RunInfo,
  end: RunEnd = { interrupted: false, errors: 0 },
): RunResults | null {
  const sets = files.flatMap((file) => (file.set === null ? [] : [collectSet(file, file.set, run.finished)]))
  const checks = files.flatMap(({ file, project, tests }): CheckResult[] =>
    tests.flatMap(({ id, name, checks }) =>
      checks.map((check) => ({ ...check, file, project, test: name, test_id: id })),
    ),
  )
  if (sets.length === 0 && checks.length === 0) return null
  // Every attempt was paid for, so every attempt counts.
  const tests = files.flatMap((file) => file.tests)
  const judgements = checks.map(({ judgement }): Partial<Spending> => judgement)
  const usage = sumSpending([...judgements, ...tests.flatMap(({ cases }) => cases)])
  const failed = files.filter((file) => file.failed).map(({ file }) => file)
  const partial = run.partial || failed.length > 0 || sets.some(({ gate }) => gate.partial !== null)
  return buildResults({ run: { ...run, partial }, sets, checks, usage, failed, end })
}

function collectSet({ file, tests }: JudgedFile, descriptor: SetDescriptor, timestamp: string): SetResult {
  const { set, gate, replay, planned, mode, agentModel } = descriptor
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
    ...(agentModel !== undefined && { agentModel }),
  })
}

/** A case whose subject failed or whose test ended says nothing of the mode. */
function wasLookedAt(record: DimensionRecord | undefined): boolean {
  if (record === undefined || record.state === 'not_applicable') return false
  return !['subject_failed', 'aborted'].includes(readCode(record))
}
