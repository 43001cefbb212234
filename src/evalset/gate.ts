/**
 * Which cases and sets pass (spec/eval-sets.md, "Tests and gate").
 *
 * @module
 */
import { showFraction, showScore } from '../score-text.js'
import { aggregateScores, averageScores, isBelow, toScores } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { CaseRecord, EvalSet, GateSettings, Verdict } from '../types.js'
import { settleCases } from './case.js'
import { findLow } from './low.js'
import {
  blameLow,
  describeLow,
  explainFailure,
  explainUnjudged,
  explainUnjudgedCases,
  type GateReason,
  listNames,
  MISSING,
  readCode,
} from './reasons.js'
import { resolveGate, type SetRule } from './rule.js'

/** What the test of a case ends in. */
export interface CaseOutcome {
  readonly outcome: Verdict
  /** Whether a test may turn red by it: not for draft and advisory sets, nor with `gate.on: 'set'`. */
  readonly blocks: boolean
  /** Empty when the outcome is `pass`; a dimension that failed comes before one that is unjudged. */
  readonly reasons: readonly GateReason[]
}

/**
 * What the test of one case ends in: `fail` when the subject failed or a block-on dimension is below the threshold,
 * else `unjudged` when a block-on dimension is unjudged, else `pass`. A `weak` zero fails with the reason
 * `judge unavailable`.
 */
export function judgeCase(set: EvalSet, record: CaseRecord, gate: GateSettings): CaseOutcome {
  const { threshold, blockOn, ...rule } = resolveGate(set, gate)
  const blocks = rule.blocks && gate.on === 'case'
  if (record.error !== undefined) return { outcome: 'fail', blocks, reasons: [explainFailure(record.error)] }
  const [settled = record] = settleCases(set, [record])
  const states = blockOn.map((dimension) => ({ dimension, found: settled.dimensions[dimension.name] ?? MISSING }))
  const low = states.flatMap(({ dimension, found }): GateReason[] => {
    if (found.score === null || !isBelow(dimension, found.score, threshold)) return []
    const { kind, text } = blameLow(describeLow(dimension, found.score, threshold), found.weak === true)
    return [{ kind, text: `${text}: ${oneLine(found.justification, 300)}` }]
  })
  const open = states
    .filter(({ found }) => found.state === 'unjudged')
    .map(({ dimension, found }) => explainUnjudged(dimension.name, found))
  const outcome = low.length > 0 ? 'fail' : open.length > 0 ? 'unjudged' : 'pass'
  return { outcome, blocks, reasons: [...low, ...open] }
}

/** How many cases of a set are there to run: all but those that its file skips or leaves to be written. */
export function countPlanned({ cases }: EvalSet): number {
  return cases.filter(({ run }) => run !== 'skip' && run !== 'todo').length
}

/** What the gate has to know of the run. */
export interface GateContext {
  /** Nothing was asked, recordings only. */
  readonly replay: boolean
  /** Cases of the set as of {@link countPlanned}, those included that `only`, a filter or `bail` left out. */
  readonly planned: number
}

/** What the closing gate test of a set ends in. */
export interface SetGate {
  /** No reason speaks against the set, or it does not block. */
  readonly passed: boolean
  /** Block-on dimensions whose mean is below the threshold. */
  readonly blocked_by: readonly string[]
  /** What speaks against the set; kept for sets that do not block. */
  readonly reasons: readonly GateReason[]
  /** Set when not all cases ran: n of m. */
  readonly partial: { readonly n: number; readonly m: number } | null
  /** Things to tell a reader that did not decide. */
  readonly notices: readonly string[]
}

/**
 * What the closing gate test of a set ends in.
 *
 * @param records - All attempts of all cases that ran; of several records of one case the last attempt counts.
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
  const low = findLow(set, cases, rule)
  const reasons = [
    ...low.reasons,
    ...listFailures(cases),
    ...listOpen(cases, rule),
    ...(context.replay ? listMissing(cases, rule) : []),
  ]
  if (low.undecided && reasons.length === 0) {
    reasons.push({ kind: 'not judged', text: 'nothing was scored, so that there is no aggregate' })
  }
  return {
    passed: !rule.blocks || reasons.length === 0,
    blocked_by: low.blocked_by,
    reasons,
    partial: cases.length < context.planned ? { n: cases.length, m: context.planned } : null,
    notices: [...rule.notices, ...low.notices, ...warnThreshold(set, cases, rule)],
  }
}

function listFailures(cases: readonly CaseRecord[]): readonly GateReason[] {
  const failed = cases.filter(({ error }) => error !== undefined).map(({ id }) => id)
  if (failed.length === 0) return []
  return [
    { kind: 'agent', text: `the subject failed in ${failed.length} of ${cases.length} cases: ${listNames(failed)}` },
  ]
}

function listOpen(cases: readonly CaseRecord[], { blockOn }: SetRule): readonly GateReason[] {
  const tried = cases.filter(({ error }) => error === undefined)
  return blockOn.flatMap(({ name }): readonly GateReason[] => {
    const open = explainUnjudgedCases(name, tried)
    const scored = tried.some(({ scores }) => Object.hasOwn(scores, name))
    if (open.length > 0 || scored || (tried.length === 0 && cases.length > 0)) return open
    return [{ kind: 'not judged', text: `${name} is scored in none of ${cases.length} cases` }]
  })
}

function listMissing(cases: readonly CaseRecord[], { binding }: SetRule): readonly GateReason[] {
  const missing = cases.flatMap(({ id, dimensions }) =>
    binding
      .filter(({ name }) => readCode(dimensions[name] ?? MISSING) === 'recording_missing')
      .map(({ name }) => `${id} ${name}`),
  )
  if (missing.length === 0) return []
  return [{ kind: 'not judged', text: `recordings missing: ${listNames(missing)}` }]
}

function warnThreshold(set: EvalSet, cases: readonly CaseRecord[], { threshold }: SetRule): readonly string[] {
  const means = averageScores(
    set.rubric.dimensions,
    cases.map(({ scores }) => scores),
  )
  const { aggregate_max: max } = aggregateScores(set.rubric, toScores(means), threshold)
  if (max === null || max >= threshold) return []
  return [
    `OUT OF REACH: the threshold ${showFraction(threshold)} lies above ${showScore(max, threshold)}, which is the most that this run can reach while inverted dimensions are subtracted; lower pass_threshold, or set invert_mode to "complement"`,
  ]
}
