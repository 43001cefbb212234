/**
 * Which cases and sets pass (spec/eval-sets.md, "Tests and gate").
 *
 * @module
 */
import { showFraction, showScore } from '../score-text.js'
import { aggregateScores, averageScores, toScores } from '../scoring/aggregate.js'
import type { CaseRecord, EvalSet, GateSettings } from '../types.js'
import { settleCases } from './case.js'
import { ADVISORY_ONLY, findLow, type LowParts } from './low.js'
import { explainPass, hasPass, type PassSettings } from './pass.js'
import { explainUnjudgedCases, type GateReason, listNames, MISSING, readCode } from './reasons.js'
import { resolveGate, type SetRule } from './rule.js'
import { nameTrial, scoreCases, unitOf } from './trials.js'

/** Why the closing test of a set is skipped. */
export const ALL_SKIPPED = 'every case of the set is skipped or still to be written'

/** How many trials of cases are there to run: of all cases but those that the set's file skips or leaves to be written. */
export function countPlanned({ cases }: EvalSet, trials: number): number {
  return cases.filter(({ run }) => run !== 'skip' && run !== 'todo').length * trials
}

/** What the gate has to know of the run. */
export interface GateContext {
  /** Nothing was asked, recordings only. */
  readonly replay: boolean
  /** As of {@link countPlanned}, those included that `only`, a filter or `bail` left out. */
  readonly planned: number
  /** How often each case is run. Default 1. */
  readonly trials?: number
}

/** What the closing gate test of a set ends in. */
export interface SetGate {
  /** No reason speaks against the set, or it does not block. */
  readonly passed: boolean
  /** Block-on dimensions whose mean is below the threshold. */
  readonly blocked_by: readonly string[]
  /** What speaks against the set; kept for sets that do not block. */
  readonly reasons: readonly GateReason[]
  /** Set when not all cases ran: n of m, each trial counted. */
  readonly partial: { readonly n: number; readonly m: number } | null
  /** Things to tell a reader that did not decide. */
  readonly notices: readonly string[]
}

/**
 * What the closing gate test of a set ends in.
 *
 * @param records - All attempts of all cases that ran; of several records of one trial the last attempt counts.
 * @throws {@link InputError} as {@link resolveGate} does.
 */
export function gateSet(
  set: EvalSet,
  records: readonly CaseRecord[],
  gate: GateSettings,
  context: GateContext,
): SetGate {
  const rule = resolveGate(set, gate)
  const cases = settleCases(set, records)
  const { trials = 1 } = context
  const low = hasPass(gate) ? comparePass(set, cases, gate, trials) : compareMeans(set, cases, rule)
  const reasons = [...low.reasons, ...listOpen(cases, rule), ...(context.replay ? listMissing(cases, rule) : [])]
  if (low.undecided && reasons.length === 0) {
    const text = low.notices.includes(ADVISORY_ONLY)
      ? 'nothing that may block was scored'
      : 'nothing was scored, so that there is no aggregate'
    reasons.push({ kind: 'not judged', text })
  }
  return {
    passed: !rule.blocks || reasons.length === 0,
    blocked_by: low.blocked_by,
    reasons,
    partial: cases.length < context.planned ? { n: cases.length, m: context.planned } : null,
    notices: [...rule.notices, ...low.notices],
  }
}

function compareMeans(set: EvalSet, cases: readonly CaseRecord[], rule: SetRule): LowParts {
  const low = findLow(set, cases, rule)
  return {
    ...low,
    reasons: [...low.reasons, ...listFailures(cases)],
    notices: [...low.notices, ...warnThreshold(set, cases, rule)],
  }
}

/** A trial in which the subject failed has failed, and that is all. */
function comparePass(set: EvalSet, cases: readonly CaseRecord[], gate: PassSettings, trials: number): LowParts {
  return { blocked_by: [], reasons: explainPass(set, cases, gate, trials), notices: [], undecided: false }
}

function listFailures(cases: readonly CaseRecord[]): readonly GateReason[] {
  const failed = cases.filter(({ error }) => error !== undefined).map(nameTrial)
  if (failed.length === 0) return []
  const text = `the subject failed in ${failed.length} of ${cases.length} ${unitOf(cases)}: ${listNames(failed)}`
  return [{ kind: 'agent', text }]
}

function listOpen(cases: readonly CaseRecord[], { blockOn }: SetRule): readonly GateReason[] {
  const tried = cases.filter(({ error }) => error === undefined)
  return blockOn.flatMap(({ name }): readonly GateReason[] => {
    const open = explainUnjudgedCases(name, tried)
    const scored = tried.some(({ scores }) => Object.hasOwn(scores, name))
    if (open.length > 0 || scored || (tried.length === 0 && cases.length > 0)) return open
    return [{ kind: 'not judged', text: `${name} is scored in none of ${cases.length} ${unitOf(cases)}` }]
  })
}

function listMissing(cases: readonly CaseRecord[], { binding }: SetRule): readonly GateReason[] {
  const missing = cases.flatMap((record) =>
    binding
      .filter(({ name }) => readCode(record.dimensions[name] ?? MISSING) === 'recording_missing')
      .map(({ name }) => `${nameTrial(record)} ${name}`),
  )
  if (missing.length === 0) return []
  return [{ kind: 'not judged', text: `recordings missing: ${listNames(missing)}` }]
}

function warnThreshold(set: EvalSet, cases: readonly CaseRecord[], { threshold }: SetRule): readonly string[] {
  const means = averageScores(set.rubric.dimensions, scoreCases(cases))
  const { aggregate_max: max } = aggregateScores(set.rubric, toScores(means), threshold)
  if (max === null || max >= threshold) return []
  return [
    `OUT OF REACH: the threshold ${showFraction(threshold)} lies above ${showScore(max, threshold)}, which is the most that this run can reach while inverted dimensions are subtracted; lower pass_threshold, or set invert_mode to "complement"`,
  ]
}
