/**
 * Leaves records on the running test, where the reporter finds them.
 *
 * @module
 */
import type { RunnerTestCase } from 'vitest'
import type { SetDescriptor } from '../src/report/descriptor.js'
import type { PeerMeta } from '../src/report/eval-meta.js'
import type { CaseRecord, CheckRecord } from '../src/types.js'

/** What this package leaves in the `meta` of a test. */
export interface JudgeMeta {
  /** One entry for each matcher call. */
  checks?: CheckRecord[]
  /** The judged case of an eval set; one entry for each attempt. */
  cases?: CaseRecord[]
  /** The eval set that the test's file is. The `meta` of the file itself comes only with its end. */
  set?: SetDescriptor
}

/** Which attempt of the test is running: Vitest counts from 0 and keeps the records of all. */
export function attemptOf(task: RunnerTestCase | undefined): { retry: number; repeat: number } {
  return { retry: task?.result?.retryCount ?? 0, repeat: task?.result?.repeatCount ?? 0 }
}

/** Adds a record. Only plain JSON survives the way to the reporter; a function in it would lose the whole file's results. */
export function leaveRecord<K extends 'checks' | 'cases'>(
  task: RunnerTestCase | undefined,
  kind: K,
  record: NonNullable<JudgeMeta[K]>[number],
): void {
  if (task === undefined) return
  const meta = task.meta as { judge?: JudgeMeta }
  meta.judge ??= {}
  const list = (meta.judge[kind] ?? []) as unknown[]
  list.push(JSON.parse(JSON.stringify(record)))
  meta.judge[kind] = list as JudgeMeta[K]
}

/** The records of matcher calls that a test has so far, of all attempts. */
export function checksOf(task: RunnerTestCase | undefined): readonly CheckRecord[] {
  return (task?.meta as { judge?: JudgeMeta } | undefined)?.judge?.checks ?? []
}

/** Tells the reporter which set a file is; under a filter any of its tests may be the only one that runs. */
export function describeSet(task: RunnerTestCase, set: SetDescriptor): void {
  const meta = task.meta as { judge?: JudgeMeta }
  meta.judge ??= {}
  meta.judge.set ??= set
}

/** Leaves the same in the form of vitest-evals. What others left there stays. */
export function leavePeerMeta(task: RunnerTestCase | undefined, make: (before: Partial<PeerMeta>) => PeerMeta): void {
  if (task === undefined) return
  const meta = task.meta as Partial<PeerMeta>
  Object.assign(meta, JSON.parse(JSON.stringify(make(meta))))
}
