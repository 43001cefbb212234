/**
 * Messages of the tests that eval sets become.
 *
 * @module
 */
import type { SetGate } from '../src/evalset/gate.js'
import type { CaseOutcome } from '../src/evalset/outcome.js'
import { nameTrial } from '../src/evalset/trials.js'
import { isBelow } from '../src/scoring/aggregate.js'
import { hideCommand, oneLine } from '../src/text.js'
import type { CaseRecord, EvalSet } from '../src/types.js'
import { frame, judgeNote, type Row, renderRows } from './message.js'

/** Why the test of a case is red: what blocks, then every dimension. */
export function caseMessage(
  set: EvalSet,
  record: CaseRecord,
  { outcome, reasons }: CaseOutcome,
  threshold: number,
): string {
  const texts = reasons.map(({ kind, text }) => `${kind}: ${text}`)
  return frame({
    title: hideCommand(`${oneLine(set.feature, 60)} > ${oneLine(nameTrial(record), 60)}`),
    comparisons: [],
    details: [
      ...(outcome === 'fail' ? [...reasons.map(({ kind, text }) => `Blocked (${kind}): ${text}`), ''] : []),
      ...renderRows(caseRows(set, record, threshold)),
    ],
    notes: { Judge: judgeNote({ ...record, settings: {} }) },
    ...(outcome === 'unjudged' ? { unjudged: texts.join('; ') } : {}),
  })
}

function caseRows(set: EvalSet, { dimensions }: CaseRecord, threshold: number): Row[] {
  const width = Math.max(...set.rubric.dimensions.map(({ name }) => name.length))
  return set.rubric.dimensions.map((dimension) => {
    const { state, score, justification, reason } = dimensions[dimension.name] ?? { state: 'unjudged', score: null }
    const name = dimension.name.padEnd(width)
    if (score === null) {
      return { state: 'open', weight: dimension.weight, text: `${name}  ${state}`, reason: reason ?? '' }
    }
    const low = isBelow(dimension, score, threshold)
    const note = `${dimension.invert ? '  (lower is better)' : ''}${state === 'fallback' ? '  (deterministic fallback)' : ''}`
    const text = `${name}  ${score.toFixed(2)}${note}`
    return { state: low ? 'missed' : 'met', weight: dimension.weight, text, reason: justification ?? '' }
  })
}

/** Why the gate of a set is closed; `trials` is how often each case is run. */
export function gateMessage(set: EvalSet, { reasons, blocked_by, partial, notices }: SetGate, trials: number): string {
  const unit = trials > 1 ? 'trials' : 'cases'
  return frame({
    title: `gate of ${oneLine(set.feature, 60)}: closed${partial === null ? '' : ` (partial: ${partial.n} of ${partial.m} ${unit})`}`,
    comparisons: [],
    details: [
      ...reasons.map(({ kind, text }) => `  ✗ ${kind}: ${text}`),
      ...notices.map((notice) => `  ! ${notice}`),
      ...(blocked_by.length === 0 ? [] : [`  blocked by ${blocked_by.join(', ')}`]),
    ],
    notes: {},
  })
}
