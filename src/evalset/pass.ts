/**
 * `pass@k` and `pass^k` of a set: what its trials say, and whether that is enough for the gate.
 *
 * @module
 */
import { showFraction, showScore } from '../score-text.js'
import { SLACK } from '../scoring/decide.js'
import { mean } from '../scoring/mean.js'
import { passAllK, passAtK } from '../scoring/pass-at-k.js'
import type { CaseRecord, EvalSet, GateSettings, PassGate } from '../types.js'
import { outcomeOfTrial, type TrialOutcome } from './outcome.js'
import { blameLow, type GateReason, listNames } from './reasons.js'
import { groupByCase } from './trials.js'

/** Chances, 0-1, that of k trials at least one passes, and that all do. At index 0 stands k = 1. */
export interface PassRates {
  /** `pass@k` for k from 1 to the number of trials; null where fewer than k trials were judged. */
  readonly pass_at: readonly (number | null)[]
  /** `pass^k` for the same k. */
  readonly pass_all: readonly (number | null)[]
}

/** The trials of one case, by how they ended. */
export interface CaseTrials extends PassRates {
  /** The case's id. */
  readonly case: string
  /** How many trials passed. */
  readonly passed: number
  /** How many failed. */
  readonly failed: number
  /** How many could not be judged; they are neither. */
  readonly unjudged: number
}

/** What the trials of a set come to: means over its cases, each case weighing alike. */
export interface SetTrials extends PassRates {
  /** How often each case was to be run. */
  readonly trials: number
  /** What the gate asks of them, where it does. */
  readonly gate?: PassGate
  /** Ids of the cases of which some trials passed and some failed. */
  readonly flickering: readonly string[]
  /** The trials of each case, in the order of the cases. */
  readonly cases: readonly CaseTrials[]
}

/**
 * Counts the trials of each case.
 *
 * @param records - Settled: one a trial.
 * @param hasPassed - Which ends count as passed; the others but `unjudged` count as failed.
 */
export function tallyTrials(
  set: EvalSet,
  records: readonly CaseRecord[],
  gate: GateSettings,
  trials: number,
  hasPassed: (outcome: TrialOutcome) => boolean = (outcome) => outcome === 'pass',
): SetTrials {
  const cases = groupByCase(records).map((own): CaseTrials => {
    const outcomes = own.map((record) => outcomeOfTrial(set, record, gate))
    const passed = outcomes.filter(hasPassed).length
    const unjudged = outcomes.filter((outcome) => outcome === 'unjudged').length
    const judged = outcomes.length - unjudged
    const rates = (chance: typeof passAtK) =>
      Array.from({ length: trials }, (_, index) => chance(judged, passed, index + 1))
    const id = own[0]?.id ?? ''
    return { case: id, passed, failed: judged - passed, unjudged, pass_at: rates(passAtK), pass_all: rates(passAllK) }
  })
  const means = (kind: keyof PassRates) =>
    Array.from({ length: trials }, (_, index) => mean(cases.flatMap((one) => one[kind][index] ?? [])))
  return {
    trials,
    ...(gate.pass !== undefined && { gate: gate.pass }),
    pass_at: means('pass_at'),
    pass_all: means('pass_all'),
    flickering: cases.filter(({ passed, failed }) => passed > 0 && failed > 0).map((one) => one.case),
    cases,
  }
}

/** One of the {@link PassRates}. */
export interface PassFigure {
  /** `pass@3` or `pass^3`. */
  readonly name: string
  readonly kind: keyof PassRates
  readonly k: number
}

/** Which figure a gate is about. */
export function readPassGate(pass: PassGate): PassFigure {
  return 'at' in pass
    ? { name: `pass@${pass.at}`, kind: 'pass_at', k: pass.at }
    : { name: `pass^${pass.all}`, kind: 'pass_all', k: pass.all }
}

/** Settings of a gate that goes by trials. */
export type PassSettings = GateSettings & { readonly pass: PassGate }

/** Whether a gate goes by trials instead of means. */
export function hasPass(gate: GateSettings): gate is PassSettings {
  return gate.pass !== undefined
}

/** Why the trials of a set are not enough for its gate; nothing where they are. */
export function explainPass(
  set: EvalSet,
  records: readonly CaseRecord[],
  gate: PassSettings,
  trials: number,
): GateReason[] {
  const { name, kind, k } = readPassGate(gate.pass)
  const { min } = gate.pass
  const tally = tallyTrials(set, records, gate, trials)
  const value = tally[kind][k - 1] ?? null
  if (value === null) return [{ kind: 'not judged', text: `${name} is not known: no case has ${k} judged trials` }]
  if (value >= min - SLACK) return []
  const low = tally.cases.filter((one) => (one[kind][k - 1] ?? 1) < min - SLACK)
  const names = low.map(({ case: id, passed, failed }) => `${id} passed ${passed} of ${passed + failed}`)
  const text = `${name} is ${showScore(value, min)}, below ${showFraction(min)} (low in ${low.length} of ${tally.cases.length} cases: ${listNames(names)})`
  const raised = tallyTrials(set, records, gate, trials, (outcome) => outcome === 'pass' || outcome === 'weak')
  return [blameLow(text, (raised[kind][k - 1] ?? 0) >= min - SLACK)]
}
