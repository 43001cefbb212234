/**
 * The results of a run, from its sets and checks, and what the run's gate makes of them.
 *
 * @module
 */
import { blameCode, listNames, type ReasonKind } from '../evalset/reasons.js'
import { oneLine } from '../text.js'
import type { CaseRecord, UnjudgedPart } from '../types.js'
import { explainRed } from './build-set.js'
import { CANNOT_RUN, describeRunGate } from './gate-line.js'
import { type CheckResult, RESULTS_VERSION, type RunReason, type RunResults, type SetResult } from './results.js'
import { tallyChecks } from './tally.js'

/** How a run ended. */
export interface RunEnd {
  readonly interrupted: boolean
  /** What the errors outside of tests say. */
  readonly errors: readonly string[]
  /** Shards that a merge has nothing of, such as `1/4`. */
  readonly missing: readonly string[]
}

/** A red test of which no set says why. */
export interface RedTest {
  readonly name: string
  readonly kind: ReasonKind
}

/** A file of tests that did not run to its end. */
export interface FailedFile {
  /** Relative to the project's root. */
  readonly file: string
  /** What went wrong with an eval set before any of its cases could run; null for any other failure. */
  readonly config: string | null
}

/** Parts of a results file. */
export interface ResultParts extends Pick<RunResults, 'run' | 'sets' | 'checks' | 'usage' | 'agent' | 'comparison'> {
  /** What the comparison with the baseline says against the run as a whole. Default nothing. */
  readonly unusable?: readonly RunReason[]
  readonly failed: readonly FailedFile[]
  readonly red: readonly RedTest[]
  readonly end: RunEnd
}

/** The whole file, from its parts. */
export function buildResults({
  run,
  sets,
  checks,
  usage,
  agent,
  failed,
  red,
  end,
  ...compared
}: ResultParts): RunResults {
  const { comparison, unusable = [] } = compared
  const open = tallyChecks(checks).unjudged
  const reasons: RunReason[] = [
    ...sets.flatMap(listClosed),
    ...unusable,
    ...listUnjudged(open),
    ...listRed(red),
    ...listFailed(failed),
    ...(end.missing.length > 0 ? [aboutRun('not judged', `shards missing: ${listNames(end.missing)}`)] : []),
    ...(end.errors.length > 0
      ? [aboutRun('not judged', `errors outside of tests: ${describeErrors(end.errors)}`)]
      : []),
    ...(end.interrupted ? [aboutRun('not judged', 'the run was interrupted')] : []),
  ]
  const results = {
    version: RESULTS_VERSION,
    run,
    sets,
    checks,
    unjudged: { checks: open.length, cases: sets.flatMap(({ cases }) => cases.filter(hasUnjudged)).length },
    usage,
    agent,
    ...(comparison !== undefined && { comparison }),
    gate: { passed: reasons.length === 0, reasons },
  } as const
  return { ...results, gate: { ...results.gate, line: describeRunGate(results) } }
}

/** `2, the first: Worker exited unexpectedly` */
function describeErrors(errors: readonly string[]): string {
  return `${errors.length}${errors.length === 1 ? '' : ', the first'}: ${oneLine(errors[0] ?? '', 300)}`
}

/** Why a set speaks against the run. */
function listClosed(set: SetResult): RunReason[] {
  const reasons = set.gate.passed ? explainRed(set) : set.gate.reasons
  return reasons.map((reason) => ({ evalset: set.evalset, ...reason }))
}

function listUnjudged(open: readonly CheckResult[]): RunReason[] {
  return [...groupBy(open, blameCheck)].map(([kind, { length }]) =>
    aboutRun(kind, `${length} ${length === 1 ? 'check has' : 'checks have'} no verdict`),
  )
}

/** By the first part of the judgement that is open. */
function blameCheck({ judgement }: CheckResult): ReasonKind {
  const [first] = (judgement as { unjudged?: readonly Partial<UnjudgedPart>[] }).unjudged ?? []
  return blameCode(first?.reason ?? '')
}

function listRed(red: readonly RedTest[]): RunReason[] {
  return [...groupBy(red, ({ kind }) => kind)].map(([kind, tests]) => {
    const names = listNames(tests.map(({ name }) => name))
    const what = kind === 'config' ? 'cannot be judged as written' : 'failed'
    return aboutRun(kind, `${tests.length} ${tests.length === 1 ? 'test' : 'tests'} ${what}: ${names}`)
  })
}

function listFailed(failed: readonly FailedFile[]): RunReason[] {
  const broken = failed.flatMap(({ file, config }) => {
    if (config === null) return []
    return [aboutRun('config', `${oneLine(file, 100)} ${CANNOT_RUN}: ${oneLine(config, 600)}`)]
  })
  const others = failed.filter(({ config }) => config === null).map(({ file }) => file)
  if (others.length === 0) return broken
  return [...broken, aboutRun('not judged', `not run to its end: ${listNames(others)}`)]
}

/** A reason against the run as a whole. */
export function aboutRun(kind: ReasonKind, text: string): RunReason {
  return { evalset: null, kind, text }
}

function groupBy<T, K>(values: readonly T[], keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}

function hasUnjudged({ dimensions }: CaseRecord): boolean {
  return Object.values(dimensions).some(({ state }) => state === 'unjudged')
}
