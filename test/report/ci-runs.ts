/**
 * A run of which there is something to say in every place: a red set, an advisory one, checks of all kinds.
 *
 * @module
 */
import { buildSet } from '../../src/report/build-set.js'
import { compareRuns } from '../../src/report/compare-runs.js'
import type { RunResults } from '../../src/report/results.js'
import { allScored, GATE, makeSet, scored, unjudged } from '../evalset/records.js'
import { CHECK, makeResults, makeRun, RUN } from './runs.js'

export const COMMIT = 'c0ffee'.padEnd(40, '0')
/** Text that tries to be more than text. */
export const FORGED = 'x\n::error::forged | `</details>` @all'

const cases = [
  { ...allScored(0.4), task_success: scored(0.4, FORGED) },
  allScored(),
  { ...allScored(), task_success: unjudged('refused: no'), response_quality: unjudged('refused: no') },
  { ...allScored(), task_success: 0.1 },
]

function makeSetRun(feature: string, advisory: readonly string[]) {
  const run = makeRun(makeSet({ feature }), cases)
  const records = run.records.map((record, index) => ({ ...record, line: 7 + index }))
  return buildSet({ ...run, file: `evals/${feature}.evalset.json`, records, gate: { ...GATE, advisory } })
}

const refunds = makeSetRun('refunds', [])
const mild = makeSetRun('mild', ['mild'])
const checks = [
  CHECK,
  {
    ...CHECK,
    line: 12,
    test: 'low',
    test_id: '1_0_1',
    verdict: 'fail' as const,
    passed: false,
    values: { score: 0.3 },
  },
  { ...CHECK, line: 20, test: 'late', test_id: '1_0_2', verdict: 'unjudged' as const, passed: false, reason: 'late' },
]
const git = { commit: COMMIT, branch: 'main', dirty: false, folder: 'packages/app/' }
const before = makeResults({ sets: [makeSetRun('refunds', [])], checks })

/** The run. */
export const RESULTS: RunResults = makeResults({
  run: { ...RUN, git },
  sets: [mild, refunds],
  checks,
  comparison: compareRuns(before, makeResults({ sets: [refunds], checks }), { name: 'results-old.json' }),
})

/** A run of which there is nothing to say. */
export const GREEN: RunResults = makeResults({
  run: { ...RUN, git },
  sets: [buildSet(makeRun(makeSet(), [allScored()]))],
  checks: [CHECK],
})
