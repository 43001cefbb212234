/**
 * What the test of one case ends in (spec/eval-sets.md, "Tests and gate").
 *
 * @module
 */
import { aggregateScores, isBelow } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { CaseRecord, EvalSet, GateSettings, Verdict } from '../types.js'
import { settleCase } from './case.js'
import { blameLow, describeLow, explainFailure, explainUnjudged, type GateReason, MISSING } from './reasons.js'
import { resolveGate } from './rule.js'

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
  const settled = settleCase(set, record)
  const states = blockOn.map((dimension) => ({ dimension, found: settled.dimensions[dimension.name] ?? MISSING }))
  const low = states.flatMap(({ dimension, found }): GateReason[] => {
    if (found.score === null || !isBelow(dimension, found.score, threshold)) return []
    const { kind, text } = blameLow(describeLow(dimension, found.score, threshold), found.weak === true)
    const why = oneLine(found.justification, 300)
    return [{ kind, text: why === '' ? text : `${text}: ${why}` }]
  })
  const open = states
    .filter(({ found }) => found.state === 'unjudged')
    .map(({ dimension, found }) => explainUnjudged(dimension.name, found))
  const outcome = low.length > 0 ? 'fail' : open.length > 0 ? 'unjudged' : 'pass'
  return { outcome, blocks, reasons: [...low, ...open] }
}

/** Whether a trial passed. `weak`: it failed only because the expected text does not stand there word for word. */
export type TrialOutcome = Verdict | 'weak'

/** How a trial ended: as its test would; where no dimension blocks, by its own aggregate. */
export function outcomeOfTrial(set: EvalSet, record: CaseRecord, gate: GateSettings): TrialOutcome {
  const { outcome, reasons } = judgeCase(set, record, gate)
  const { blockOn, threshold } = resolveGate(set, gate)
  if (outcome === 'pass' && blockOn.length === 0) {
    const { aggregate, passed } = aggregateScores(set.rubric, record.scores, threshold)
    return aggregate === null ? 'unjudged' : passed ? 'pass' : 'fail'
  }
  return outcome === 'fail' && reasons.every(({ kind }) => kind === 'judge unavailable') ? 'weak' : outcome
}
