import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { renderSetTable } from '../../src/report/set-table.js'
import type { DimensionRecord, EvalSet } from '../../src/types.js'
import { allScored, makeSet, WEAK } from '../evalset/records.js'
import { makeRun } from './runs.js'

const set = makeSet()

function table(of: EvalSet, cases: readonly Record<string, DimensionRecord | number>[]): string {
  return renderSetTable(buildSet(makeRun(of, cases)))
}

test('a set that ran on the fallback in part names what did, by dimension', () => {
  const found: DimensionRecord = { ...WEAK, score: 1, weak: false, justification: 'found' }
  const text = table(set, [...Array.from({ length: 7 }, () => ({ ...allScored(), task_success: found })), allScored()])
  expect(text).toContain('  mode trajectory, judged by judge-1 and the fallback, 8 cases ')
  expect(text).toContain('  Fallback: task_success in 7 of 8 cases: c1, c2, c3, c4, c5, and 2 more\n')
})

test('a set that ran on the fallback', () => {
  expect(table(set, [{ task_success: WEAK }, { task_success: WEAK }])).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by deterministic-fallback, 2 cases (too few for
        intervals)

      ARTIFACT
        task_success            0.00    FAIL  → re-run (block-on failed)
        hallucination (invert)  — unscored
        response_quality        — unscored

      PROCESS
        tool_use_quality        — unscored
        trajectory              — unscored

      WARNING: aggregate 0.00 over 1 of 5 dimensions (tool_use_quality,
        trajectory, hallucination, response_quality unscored), threshold 0.75: FAIL
      Gate FAIL (judge unavailable), blocked by task_success
        judge unavailable: the aggregate is 0.00, below 0.75, only because the
          expected text does not stand there word for word
        judge unavailable: task_success is 0.00, below 0.75 over all cases (low in
          2 of 2: c1, c2), only because the expected text does not stand there word
          for word"
  `)
})
