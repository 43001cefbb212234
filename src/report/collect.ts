/**
 * From what tests left in their `meta` to the results of a run.
 *
 * @module
 */
import { readCode } from '../evalset/reasons.js'
import type { CaseRecord, CheckRecord, DimensionRecord, Usage } from '../types.js'
import { addUsage, NO_USAGE, sumCosts } from '../usage.js'
import type { SetDescriptor } from './descriptor.js'
import {
  buildResults,
  buildSet,
  type CheckResult,
  type RunInfo,
  type RunResults,
  type SetResult,
  type Spending,
} from './results.js'

/** A test file after its run, as far as records go. */
export interface JudgedFile {
  /** Relative to the project's root. */
  readonly file: string
  readonly set: SetDescriptor | null
  readonly tests: readonly {
    readonly name: string
    readonly checks: readonly CheckRecord[]
    readonly cases: readonly CaseRecord[]
  }[]
}

/** Null when nothing was judged. */
export function collectResults(files: readonly JudgedFile[], run: RunInfo): RunResults | null {
  const sets = files.flatMap((file) => (file.set === null ? [] : [collectSet(file, file.set, run.finished)]))
  const checks = files.flatMap(({ file, tests }): CheckResult[] =>
    tests.flatMap(({ name, checks }) => checks.map((check) => ({ ...check, file, test: name }))),
  )
  if (sets.length === 0 && checks.length === 0) return null
  const partial = run.partial || sets.some(({ gate }) => gate.partial !== null)
  return buildResults({ run: { ...run, partial }, sets, checks, usage: sumSpending(files) })
}

function collectSet({ file, tests }: JudgedFile, descriptor: SetDescriptor, timestamp: string): SetResult {
  const { set, gate, replay, planned, mode } = descriptor
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
  })
}

/** A case whose subject failed or whose test ended says nothing of the mode. */
function wasLookedAt(record: DimensionRecord | undefined): boolean {
  if (record === undefined || record.state === 'not_applicable') return false
  return !['subject_failed', 'aborted'].includes(readCode(record))
}

/** Every attempt was paid for, so every attempt counts. */
function sumSpending(files: readonly JudgedFile[]): Spending {
  const tests = files.flatMap(({ tests }) => tests)
  const judgements = tests.flatMap(({ checks }) => checks.map(({ judgement }) => judgement as Partial<Spending>))
  const all: Partial<Spending>[] = [...judgements, ...tests.flatMap(({ cases }) => cases)]
  const sum = (key: 'token_usage' | 'recorded_usage') =>
    all.reduce<Usage>((total, spent) => addUsage(total, spent[key] ?? NO_USAGE), NO_USAGE)
  return {
    requests: all.reduce((total, { requests = 0 }) => total + requests, 0),
    token_usage: sum('token_usage'),
    recorded_usage: sum('recorded_usage'),
    cost_usd: sumCosts(all.map(({ cost_usd = 0 }) => cost_usd)),
    recorded_cost_usd: sumCosts(all.map(({ recorded_cost_usd = 0 }) => recorded_cost_usd)),
  }
}
