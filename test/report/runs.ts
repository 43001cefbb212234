/**
 * Runs, of eval sets and as a whole, for tests.
 *
 * @module
 */
import { sumAgent } from '../../src/report/agent-spending.js'
import { buildResults, type ResultParts } from '../../src/report/build-results.js'
import { buildSet, type SetRun } from '../../src/report/build-set.js'
import type { CheckResult, RunInfo, RunResults, SetResult } from '../../src/report/results.js'
import { sumSpending } from '../../src/report/spending.js'
import type { CaseRecord, DimensionRecord, EvalSet } from '../../src/types.js'
import { allScored, GATE, makeCase, makeSet } from '../evalset/records.js'

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

/** 24 cases, of which every fifth fails, each with as many trials as asked for; of those every seventh fails. */
export function recordsOf(set: EvalSet, trials: number): CaseRecord[] {
  return Array.from({ length: 24 * trials }, (_, index) => {
    const [place, trial] = [Math.floor(index / trials), (index % trials) + 1]
    const task = place % 5 === 4 || (trials > 1 && index % 7 === 6) ? 0.4 : 0.9 + (place % 3) / 30
    return makeCase(set, `c${place + 1}`, allScored(task), trials > 1 ? { trial } : {})
  })
}

/** A set with these cases. */
export function buildLargeSet(trials: number, gate: SetRun['gate'] = GATE): SetResult {
  const set = makeSet()
  const records = recordsOf(set, trials)
  return buildSet({ ...makeRun(set, []), records, planned: records.length, trials, gate })
}

/** A matcher call that passed. */
export const CHECK: CheckResult = {
  file: 'evals/a.eval.ts',
  project: '',
  test: 'a > b',
  test_id: '1_0_0',
  matcher: 'toPassRubric',
  verdict: 'pass',
  negated: false,
  passed: true,
  thresholds: { score: 0.75 },
  values: { score: 0.8 },
  bounds: { lower: 0.8, upper: 0.8 },
  judgement: { mode: 'solo' },
  retry: 0,
  repeat: 0,
}

/** Where and when. */
export const RUN: RunInfo = {
  started: '2026-11-29T22:10:00.000Z',
  finished: '2026-11-29T22:11:00.000Z',
  duration_ms: 60_000,
  vitest: '4.1.12',
  node: '20.20.2',
  vitest_judge: '0.1.0',
  partial: false,
  filters: [],
}

/** The results of a run that ended well. */
export function makeResults(change: Partial<ResultParts>): RunResults {
  const parts = { run: RUN, sets: [], checks: [], usage: sumSpending([]), agent: sumAgent([]), failed: [], red: [] }
  return buildResults({ ...parts, end: { interrupted: false, errors: [], missing: [] }, ...change })
}

/** A run of one set whose cases have these scores. */
export function runOf(
  tasks: Readonly<Record<string, number>>,
  change: Partial<CaseRecord> = {},
  feature = 'refunds',
): RunResults {
  const set = makeSet()
  const records = Object.entries(tasks).map(([id, task]) => makeCase(set, id, allScored(task), change))
  const run = { ...makeRun({ ...set, feature }, []), records, planned: records.length }
  return makeResults({ sets: [buildSet(run)] })
}

/** Six cases with one score, as few as a test can tell a loss of. */
export function six(task: number): Readonly<Record<string, number>> {
  return Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, task]))
}
