/**
 * What a comparison with the baseline means for the run's gate (`noRegression`).
 *
 * @module
 */
import { InputError } from '../errors.js'
import { type GateReason, listNames } from '../evalset/reasons.js'
import { oneLine } from '../text.js'
import { closeSet } from './build-set.js'
import { compareRuns, type GroupComparison, type RunComparison } from './compare-runs.js'
import { type Comparable, nameWithFile } from './compare-units.js'
import type { RunReason, RunResults, SetResult } from './results.js'

/** A baseline that was named: its results, or why there are none. */
export type Baseline = { readonly name: string } & ({ readonly results: RunResults } | { readonly fault: string })

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
    const notes = [...compared.notes, ...noteUnknown(results, rules), ...noteNew(compared, rules)]
    const comparison = { ...compared, notes }
    return { comparison, sets: sets.map((set) => guardSet(set, comparison, rules)), reasons: [] }
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
  return [{ evalset: null, kind: 'config', text }]
}

function guardSet(set: SetResult, comparison: RunComparison, rules: readonly RegressionRule[]): SetResult {
  const own = rules.filter(({ evalset, file }) => evalset === set.evalset && file === set.file)
  const reasons = own.flatMap((rule) => listRegressions(rule, comparison))
  return reasons.length === 0 ? set : closeSet(set, reasons)
}

/** Whatever cannot be compared was not shown to be no regression. */
function listRegressions(rule: RegressionRule, comparison: RunComparison): readonly GateReason[] {
  const group = groupOf(rule, comparison)
  if (group === undefined) return []
  const named = rule.noRegression === true ? [] : rule.noRegression
  const guarded = group.incomparable.filter((id) => group.verdict === 'refused' || named.includes(id))
  const red = group.turned_red.filter((id) => named.includes(id))
  const reasons: GateReason[] = []
  if (group.verdict === 'worse')
    reasons.push({ kind: 'agent', text: `is worse than the baseline: ${describeLoss(group)}` })
  if (red.length > 0) reasons.push({ kind: 'agent', text: `turned red since the baseline: ${listNames(red)}` })
  if (guarded.length > 0) {
    const why = group.notes.map((note) => oneLine(note, 200)).join(', ')
    const text = `cannot be compared with the baseline (${why}): ${listNames(guarded)}; make a new baseline`
    reasons.push({ kind: 'config', text })
  }
  return reasons
}

function groupOf(rule: RegressionRule, { groups }: RunComparison): GroupComparison | undefined {
  const names = [rule.evalset, nameWithFile(rule)]
  return groups.find(({ kind, name }) => kind === 'set' && names.includes(name))
}

/** `0.12 less per case, 7 of 24 cases turned red`. */
function describeLoss({ difference, pairs, turned_red }: GroupComparison): string {
  const loss = difference === null ? [] : [`${(-difference).toFixed(2)} less per case`]
  const red = turned_red.length === 0 ? [] : [`${turned_red.length} of ${pairs} cases turned red`]
  return [...loss, ...red].join(', ')
}

/** A name that is mistyped would guard nothing. */
function noteUnknown({ run, sets }: Comparable, rules: readonly RegressionRule[]): readonly string[] {
  if (run.partial) return []
  const known = new Set(sets.flatMap(({ cases }) => cases.map(({ id }) => id)))
  const named = rules.flatMap(({ noRegression }) => (noRegression === true ? [] : noRegression))
  const unknown = [...new Set(named)].filter((id) => !known.has(id))
  return unknown.length === 0 ? [] : [`noRegression names what is no case of these sets: ${listNames(unknown)}`]
}

/** A set that the baseline does not have can lose nothing, which is no proof that it did not. */
function noteNew(comparison: RunComparison, rules: readonly RegressionRule[]): readonly string[] {
  const open = rules.filter((rule) => groupOf(rule, comparison)?.verdict === 'nothing to compare')
  const names = [...new Set(open.map(({ evalset }) => evalset))]
  return names.length === 0 ? [] : [`noRegression has nothing in this baseline to compare with: ${listNames(names)}`]
}
