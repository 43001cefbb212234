/**
 * Runs of eval sets for tests.
 *
 * @module
 */
import type { SetRun } from '../../src/report/build-set.js'
import type { DimensionRecord, EvalSet } from '../../src/types.js'
import { GATE, makeCase } from '../evalset/records.js'

/** A whole run of a set: cases `c1`, `c2` … with these dimensions. */
export function makeRun(set: EvalSet, cases: readonly Record<string, DimensionRecord | number>[]): SetRun {
  return {
    set,
    file: 'evals/refunds.evalset.json',
    mode: 'trajectory',
    timestamp: '2026-11-29T22:10:00.000Z',
    records: cases.map((dimensions, index) => makeCase(set, `c${index + 1}`, dimensions)),
    gate: GATE,
    replay: false,
    planned: cases.length,
  }
}
