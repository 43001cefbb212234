/**
 * Which checks count, and how they ended.
 *
 * @module
 */
import { keepLastAttempts } from '../evalset/case.js'
import type { CheckResult } from './results.js'

/** Checks by how they ended. Unjudged ones are neither. */
export interface Tally {
  readonly held: readonly CheckResult[]
  readonly failed: readonly CheckResult[]
  readonly unjudged: readonly CheckResult[]
}

/** The checks of the last attempt of each test. */
export function keepLastChecks(checks: readonly CheckResult[]): readonly CheckResult[] {
  return keepLastAttempts(checks, ({ project, test_id }) => `${project}\n${test_id}`)
}

/** The checks of the last attempt of each test, by how they ended. */
export function tallyChecks(checks: readonly CheckResult[]): Tally {
  const last = keepLastChecks(checks)
  const judged = last.filter(({ verdict }) => verdict !== 'unjudged')
  return {
    held: judged.filter(({ passed }) => passed),
    failed: judged.filter(({ passed }) => !passed),
    unjudged: last.filter(({ verdict }) => verdict === 'unjudged'),
  }
}

/** `4 passed, 1 failed, 2 unjudged`; what is unjudged is named only where there is any. */
export function describeTally({ held, failed, unjudged }: Tally): string {
  const open = unjudged.length > 0 ? `, ${unjudged.length} unjudged` : ''
  return `${held.length} passed, ${failed.length} failed${open}`
}
