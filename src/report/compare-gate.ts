/**
 * What a comparison with the baseline means for the run's gate (`noRegression`).
 *
 * @module
 */
import { suggest } from '../check.js'
import { InputError } from '../errors.js'
import { type GateReason, listNames } from '../evalset/reasons.js'
import { oneLine } from '../text.js'
import { isWhole, wasAskedFor } from './asked.js'
import { aboutRun } from './build-results.js'
import { closeSet } from './build-set.js'
import { compareRuns, type GroupComparison, type RunComparison } from './compare-runs.js'
import { type Comparable, nameWithFile } from './compare-units.js'
import { LEAST_PAIRS } from './compare-verdict.js'
import type { RunReason, RunResults, SetResult } from './results.js'

/** A baseline that was named: its results, or why there are none. */
export type Baseline = { readonly name: string } & (
  | {
      readonly results: RunResults
      /** Whether a set of it has to run. Not there where a baseline is the run before: what is gone from that one was taken out since. */
      readonly isGuarded?: (set: Pick<SetResult, 'evalset' | 'draft'>) => boolean
    }
  | { readonly fault: string }
)

/** `noRegression` of the sets that block. */
export interface RegressionRule {
  /** The set's `feature`. */
  readonly evalset: string
  /** The set's file, by which two of one name are told apart. */
  readonly file: string
  readonly noRegression: true | readonly string[]
}

/** What the baseline says of a run. */
export interface Compared {
  readonly comparison?: RunComparison
  /** The sets, closed where they lost what they must not. */
  readonly sets: readonly SetResult[]
  /** What speaks against the run as a whole. */
  readonly reasons: readonly RunReason[]
}

/** Compares a run with its baseline. One that was named and cannot be used closes the gate, whatever the rules. */
export function compareWithBaseline(
  baseline: Baseline,
  results: Comparable,
  rules: readonly RegressionRule[],
): Compared {
  const { sets } = results
  if ('fault' in baseline) return { sets, reasons: refuse(baseline.name, baseline.fault) }
  try {
    const compared = compareRuns(baseline.results, results, { name: baseline.name })
    const missing = listMissing(baseline.results, results, compared)
    const unknown = listMistyped(baseline.results, results, rules)
    const isSure = isWhole(results.run)
    const guarded = listGuarded(sets, compared, rules)
    const notes = [...compared.notes, ...(isSure ? [] : unknown), ...noteNew(guarded), ...noteFew(guarded)]
    const comparison = { ...compared, notes: [...notes, ...noteMissing(missing)] }
    return {
      comparison,
      sets: sets.map((set, index) => guardSet(set, comparison.groups[index], rules, results.run.partial)),
      reasons: [
        ...refuseMissing(missing.filter((set) => baseline.isGuarded?.(set))),
        ...(isSure ? unknown.map((text) => aboutRun('config', text)) : []),
      ],
    }
  } catch (error) {
    if (error instanceof InputError) return { sets, reasons: refuse(baseline.name, error.message) }
    throw error
  }
}

/** Whether a reason says that the baseline is none. */
export function isAboutBaseline({ evalset, text }: RunReason): boolean {
  return evalset === null && text.startsWith(UNUSABLE)
}

const UNUSABLE = 'the baseline'

function refuse(name: string, fault: string): readonly RunReason[] {
  const text = `${UNUSABLE} ${oneLine(name, 100)} cannot be used: ${oneLine(fault, 400)}`
  return [aboutRun('config', text)]
}

/** Groups stand in the order of the sets. */
function guardSet(
  set: SetResult,
  group: GroupComparison | undefined,
  rules: readonly RegressionRule[],
  isPartial: boolean,
): SetResult {
  const rule = ruleOf(set, rules)
  if (rule === undefined || group === undefined) return set
  const reasons = [...listLosses(rule, group), ...listUnknown(rule, group, { isPartial, isGreen: set.gate.passed })]
  return reasons.length === 0 ? set : closeSet(set, reasons)
}

function ruleOf({ evalset, file }: SetResult, rules: readonly RegressionRule[]): RegressionRule | undefined {
  return rules.find((rule) => rule.evalset === evalset && rule.file === file)
}

function listLosses({ noRegression }: RegressionRule, group: GroupComparison): readonly GateReason[] {
  const red = group.turned_red.filter((id) => noRegression !== true && noRegression.includes(id))
  const texts = [
    ...(group.verdict === 'worse' ? [`is worse than the baseline: ${describeLoss(group)}`] : []),
    ...(red.length > 0 ? [`turned red since the baseline: ${listNames(red)}`] : []),
  ]
  return texts.map((text) => ({ kind: 'agent', text }))
}

/** Whatever cannot be compared was not shown to be no regression. */
function listUnknown(
  { noRegression }: RegressionRule,
  group: GroupComparison,
  { isPartial, isGreen }: { readonly isPartial: boolean; readonly isGreen: boolean },
): readonly GateReason[] {
  const named = (ids: readonly string[]) => ids.filter((id) => noRegression !== true && noRegression.includes(id))
  const guarded = (ids: readonly string[]) => (group.pairs === 0 ? ids : named(ids))
  const { now = [], before = [], both = [] } = group.no_verdict ?? {}
  const unknown: readonly (readonly [why: string, ids: readonly string[]])[] = [
    [group.notes.map((note) => oneLine(note, 200)).join(', '), guarded(group.incomparable)],
    ['it has no verdict on them', guarded([...before, ...both])],
    // A set that is closed already says why by itself.
    ['they have no verdict now', isGreen ? named(now) : []],
    ['it does not have them', named(group.new)],
    // What a part of a run does not have may only not have run.
    ['they did not run', isPartial ? [] : named(group.gone)],
  ]
  return unknown.flatMap(([why, ids]) => (ids.length === 0 ? [] : [refuseCases(why, ids)]))
}

function refuseCases(why: string, ids: readonly string[]): GateReason {
  const text = `cannot be compared with the baseline (${why}): ${listNames(ids)}; make a new baseline`
  return { kind: 'config', text }
}

/** `0.12 less per case, 7 of 24 cases turned red`. */
function describeLoss({ difference, pairs, turned_red }: GroupComparison): string {
  const loss = difference === null ? [] : [`${(-difference).toFixed(2)} less per case`]
  const red = turned_red.length === 0 ? [] : [`${turned_red.length} of ${pairs} cases turned red`]
  return [...loss, ...red].join(', ')
}

/**
 * A name that is mistyped, or given to another set, would guard nothing. The same names for several sets may each be a case of any of them.
 */
function listMistyped(
  baseline: RunResults,
  { run, sets }: Comparable,
  rules: readonly RegressionRule[],
): readonly string[] {
  if (run.partial) return []
  const lists = new Map(rules.map(({ noRegression }) => [JSON.stringify(noRegression), noRegression]))
  return [...lists].flatMap(([text, noRegression]) => {
    const own = rules.filter((rule) => JSON.stringify(rule.noRegression) === text)
    const cases = [...baseline.sets, ...sets]
      .filter((set) => own.some(({ evalset, file }) => set.file === file || set.evalset === evalset))
      .flatMap((set) => set.cases)
    return tellUnknown(noRegression, new Set(cases.map(({ id }) => id)))
  })
}

function tellUnknown(noRegression: RegressionRule['noRegression'], known: ReadonlySet<string>): readonly string[] {
  const unknown = noRegression === true ? [] : [...new Set(noRegression)].filter((id) => !known.has(id))
  if (unknown.length === 0) return []
  const near = suggest(unknown[0] ?? '', [...known])
  const hint = near === undefined ? '' : `. ${oneLine(near, 80)}`
  return [`noRegression names what is no case of these sets, nor of the baseline: ${listNames(unknown)}${hint}`]
}

/** A set that the baseline does not have can lose nothing, which is no proof that it did not. */
function noteNew(guarded: readonly Guarded[]): readonly string[] {
  const names = guarded.flatMap(({ group: { name, verdict, no_verdict = {} } }) =>
    verdict === 'nothing to compare' && Object.values(no_verdict).flat().length === 0 ? [name] : [],
  )
  return names.length === 0 ? [] : [`noRegression has nothing in this baseline to compare with: ${listNames(names)}`]
}

/** What no test could tell would never close the gate. */
function noteFew(guarded: readonly Guarded[]): readonly string[] {
  const names = guarded.flatMap(({ rule, group: { name, pairs } }) =>
    rule.noRegression === true && pairs > 0 && pairs < LEAST_PAIRS ? [name] : [],
  )
  if (names.length === 0) return []
  return [
    `with fewer than ${LEAST_PAIRS} cases to compare no loss can be told from chance, so noRegression: true closes no gate: ${listNames(names)}; name cases in it, or add some`,
  ]
}

/** The comparison of a set, and the rule that guards it. */
interface Guarded {
  readonly rule: RegressionRule
  readonly group: GroupComparison
}

function listGuarded(
  sets: readonly SetResult[],
  { groups }: RunComparison,
  rules: readonly RegressionRule[],
): readonly Guarded[] {
  return sets.flatMap((set, index) => {
    const [rule, group] = [ruleOf(set, rules), groups[index]]
    return rule === undefined || group === undefined ? [] : [{ rule, group }]
  })
}

/** Sets of the baseline that a run was asked for and does not have. Of a run that was cut nobody can tell. */
function listMissing(baseline: RunResults, { run, sets }: Comparable, { groups }: RunComparison): readonly SetResult[] {
  // A run without paths runs evals only where these are always included.
  if (run.partial || (run.filters.length === 0 && sets.length === 0)) return []
  const gone = groups.slice(sets.length).filter(({ kind }) => kind === 'set')
  return baseline.sets.filter(({ file }) => gone.some((group) => group.file === file) && wasAskedFor(file, run))
}

function noteMissing(missing: readonly SetResult[]): readonly string[] {
  return missing.length === 0
    ? []
    : [`IN THE BASELINE, AND DID NOT RUN: ${listNames(missing.map(({ evalset }) => evalset))}`]
}

function refuseMissing(missing: readonly SetResult[]): readonly RunReason[] {
  return missing.map(({ evalset, file }) => {
    const name = oneLine(nameWithFile({ evalset, file }), 100)
    const text = `${name} is in the baseline and did not run, so noRegression cannot hold; make a new baseline if it is gone for good`
    return aboutRun('config', text)
  })
}
