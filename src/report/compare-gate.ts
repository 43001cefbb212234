/**
 * What a comparison with the baseline means for the run's gate (`noRegression`).
 *
 * @module
 */
import { InputError } from '../errors.js'
import { listNames } from '../evalset/reasons.js'
import { oneLine } from '../text.js'
import { compareRuns, type GroupComparison, type RunComparison } from './compare-runs.js'
import { type Comparable, nameWithFile } from './compare-units.js'
import type { RunReason, RunResults } from './results.js'

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
  /** What speaks against the run. */
  readonly reasons: readonly RunReason[]
}

/** Compares a run with its baseline. One that was named and cannot be used closes the gate, whatever the rules. */
export function compareWithBaseline(
  baseline: Baseline,
  results: Comparable,
  rules: readonly RegressionRule[],
): Compared {
  if ('fault' in baseline) return refuse(baseline.name, baseline.fault)
  try {
    const compared = compareRuns(baseline.results, results, { name: baseline.name })
    const comparison = { ...compared, notes: [...compared.notes, ...noteUnknown(results, rules)] }
    return { comparison, reasons: rules.flatMap((rule) => listRegressions(rule, comparison)) }
  } catch (error) {
    if (error instanceof InputError) return refuse(baseline.name, error.message)
    throw error
  }
}

/** Whether a reason comes from here, and so from no set's own gate. */
export function isAboutBaseline({ text }: RunReason): boolean {
  return text.includes('the baseline')
}

function refuse(name: string, fault: string): Compared {
  const text = `the baseline ${oneLine(name, 100)} cannot be used: ${oneLine(fault, 400)}`
  return { reasons: [{ evalset: null, kind: 'config', text }] }
}

/** Whatever cannot be compared was not shown to be no regression. */
function listRegressions(
  { evalset, file, noRegression }: RegressionRule,
  { groups }: RunComparison,
): readonly RunReason[] {
  const names = [evalset, nameWithFile({ evalset, file })]
  const group = groups.find(({ kind, name }) => kind === 'set' && names.includes(name))
  if (group === undefined) return []
  const named = noRegression === true ? [] : noRegression
  const guarded = group.incomparable.filter((id) => group.verdict === 'refused' || named.includes(id))
  const red = group.turned_red.filter((id) => named.includes(id))
  const reasons: Omit<RunReason, 'evalset'>[] = []
  if (group.verdict === 'worse')
    reasons.push({ kind: 'agent', text: `is worse than the baseline: ${describeLoss(group)}` })
  if (red.length > 0) reasons.push({ kind: 'agent', text: `turned red since the baseline: ${listNames(red)}` })
  if (guarded.length > 0) {
    const why = group.notes.map((note) => oneLine(note, 200)).join(', ')
    const text = `cannot be compared with the baseline (${why}): ${listNames(guarded)}; make a new baseline`
    reasons.push({ kind: 'config', text })
  }
  return reasons.map((reason) => ({ evalset, ...reason }))
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
