import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import type { CheckResult } from '../../src/report/results.js'
import { allScored, makeSet, unjudged } from '../evalset/records.js'
import { CHECK, makeResults, makeRun } from './runs.js'

const set = makeSet()

test('what cannot be judged is counted apart, and the run fails closed on it', () => {
  const open: CheckResult = { ...CHECK, verdict: 'unjudged', passed: false, bounds: null, reason: 'refused' }
  const results = makeResults({
    sets: [buildSet(makeRun(set, [allScored(), { ...allScored(), trajectory: unjudged('refused') }]))],
    checks: [CHECK, { ...open, test: 'a > c' }],
  })
  expect(results.unjudged).toEqual({ checks: 1, cases: 1 })
  expect(results.gate).toEqual({
    passed: false,
    reasons: [{ evalset: null, kind: 'not judged', text: '1 check has no verdict' }],
    line: 'Gate, whole run: FAIL (not judged) · 1 check has no verdict · sets: 1 passed · checks: 1 passed, 0 failed, 1 unjudged · no requests',
  })
})

test('a check that was unjudged in an earlier attempt only is not counted', () => {
  const open: CheckResult = { ...CHECK, verdict: 'unjudged', passed: false }
  const results = makeResults({ checks: [open, { ...CHECK, retry: 1 }] })
  expect([results.unjudged.checks, results.gate.passed, results.checks.length]).toEqual([0, true, 2])
})

test('the run fails when a set does, with the reasons of that set', () => {
  const sets = [
    buildSet(makeRun(set, [allScored(), allScored()])),
    buildSet(makeRun(makeSet({ feature: 'payments' }), [allScored(0.5), allScored(0.7)])),
    buildSet(makeRun(makeSet({ feature: 'later', draft: true }), [allScored(0), allScored(0)])),
  ]
  expect(makeResults({ sets }).gate).toEqual({
    passed: false,
    reasons: [
      { evalset: 'payments', kind: 'agent', text: 'the aggregate is 0.745, below 0.75' },
      {
        evalset: 'payments',
        kind: 'agent',
        text: 'task_success is 0.60, below 0.75 over all cases (low in 2 of 2: c1, c2)',
      },
    ],
    line: 'Gate, whole run: FAIL (agent) · sets: 2 passed, 1 failed (payments) · no requests',
  })
})
