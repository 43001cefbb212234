import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sumAgent } from '../../src/report/agent-spending.js'
import { buildResults } from '../../src/report/build-results.js'
import { buildSet } from '../../src/report/build-set.js'
import { type CheckResult, type RunResults, resultsFileName } from '../../src/report/results.js'
import { resultsSchema } from '../../src/report/results-schema.js'
import { allScored, makeCase, makeSet, NO_USAGE, scored, unjudged, WEAK } from '../evalset/records.js'
import { makeRun } from './runs.js'

const set = makeSet()

const CHECK: CheckResult = {
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

function makeResults(change: Partial<Pick<RunResults, 'sets' | 'checks'>>): RunResults {
  return buildResults({
    run: {
      started: '2026-11-29T22:10:00.000Z',
      finished: '2026-11-29T22:11:00.000Z',
      duration_ms: 60_000,
      vitest: '4.1.12',
      node: '20.20.2',
      vitest_judge: '0.1.0',
      partial: false,
      filters: [],
    },
    sets: [],
    checks: [],
    usage: { requests: 3, token_usage: NO_USAGE, recorded_usage: NO_USAGE, cost_usd: null, recorded_cost_usd: 0 },
    agent: sumAgent([]),
    failed: [],
    end: { interrupted: false, errors: 0 },
    ...change,
  })
}

test('a set carries means, aggregate, categories, actions and gate', () => {
  const result = buildSet(makeRun(set, [allScored(0.4), { task_success: 0.6, trajectory: unjudged('refused') }]))
  const { cases, rubric, ...rest } = result
  expect(cases.map(({ id }) => id)).toEqual(['c1', 'c2'])
  expect(rubric).toEqual({ ...set.rubric, pass_threshold: 0.75 })
  expect(rest).toMatchInlineSnapshot(`
    {
      "agent": {
        "cost_usd": null,
        "input_tokens": null,
        "ms": null,
        "output_tokens": null,
        "reported": 0,
        "runs": 2,
      },
      "aggregate": 0.7100000000000001,
      "aggregate_basis": "full",
      "aggregate_max": 1,
      "aggregate_raw": 0.7100000000000001,
      "block_on": [
        "task_success",
      ],
      "blocked_by": [
        "task_success",
      ],
      "blocked_cases": [
        {
          "case": "c1",
          "reasons": [
            {
              "kind": "agent",
              "text": "task_success is 0.40, below 0.75: as seen",
            },
          ],
        },
        {
          "case": "c2",
          "reasons": [
            {
              "kind": "agent",
              "text": "task_success is 0.60, below 0.75: as seen",
            },
          ],
        },
      ],
      "categories": {
        "hallucination": "artifact",
        "response_quality": "artifact",
        "task_success": "artifact",
        "tool_use_quality": "process",
        "trajectory": "process",
      },
      "category_scores": {
        "artifact": 0.6615384615384615,
        "process": 0.8000000000000002,
      },
      "dimensions": {
        "hallucination": {
          "mean": 0.1,
          "scored": 1,
        },
        "response_quality": {
          "mean": 0.8,
          "scored": 1,
        },
        "task_success": {
          "mean": 0.5,
          "scored": 2,
        },
        "tool_use_quality": {
          "mean": 0.8,
          "scored": 1,
        },
        "trajectory": {
          "mean": 0.8,
          "scored": 1,
        },
      },
      "draft": false,
      "evalset": "refunds",
      "fallbacks": [],
      "file": "evals/refunds.evalset.json",
      "gate": {
        "blocked_by": [
          "task_success",
        ],
        "line": "Gate refunds: FAIL (agent) · task_success is 0.50, below 0.75 over all cases (low in 2 of 2: c1, c2) · aggregate 0.71 < 0.75 · judged by judge-1 · no requests",
        "notices": [],
        "partial": null,
        "passed": false,
        "reasons": [
          {
            "kind": "agent",
            "text": "the aggregate is 0.71, below 0.75",
          },
          {
            "kind": "agent",
            "text": "task_success is 0.50, below 0.75 over all cases (low in 2 of 2: c1, c2)",
          },
        ],
      },
      "judge_model": "judge-1",
      "mode": "trajectory",
      "passed": false,
      "recommended_actions": {
        "hallucination": "none",
        "response_quality": "none",
        "task_success": "re-run (block-on failed)",
        "tool_use_quality": "none",
        "trajectory": "none",
      },
      "scored_weight": 1,
      "timestamp": "2026-11-29T22:10:00.000Z",
      "usage": {
        "cost_usd": 0,
        "recorded_cost_usd": 0,
        "recorded_usage": {
          "cache_read": 0,
          "cache_write": 0,
          "cache_write_1h": 0,
          "input": 0,
          "output": 0,
        },
        "requests": 0,
        "token_usage": {
          "cache_read": 0,
          "cache_write": 0,
          "cache_write_1h": 0,
          "input": 0,
          "output": 0,
        },
      },
    }
  `)
})

test('the judge is named by the models that scored, and what fell back is listed', () => {
  const found = { ...WEAK, score: 1, weak: false, justification: 'found' }
  const fallback = makeRun(set, [{ task_success: found }, { task_success: WEAK }])
  const mixed = makeRun(set, [{ task_success: found }, allScored()])
  const entry = (id: string) => ({ case: id, dimension: 'task_success', reason: 'no_judge: no key' })
  expect([buildSet(fallback).judge_model, buildSet(fallback).fallbacks]).toEqual([
    'deterministic-fallback',
    [entry('c1'), entry('c2')],
  ])
  expect([buildSet(mixed).judge_model, buildSet(mixed).fallbacks]).toEqual(['judge-1', [entry('c1')]])
})

test('what cannot be judged is counted apart, and the run fails closed on it', () => {
  const open: CheckResult = { ...CHECK, verdict: 'unjudged', passed: false, bounds: null, reason: 'refused' }
  const results = makeResults({
    sets: [buildSet(makeRun(set, [allScored(), { ...allScored(), trajectory: unjudged('refused') }]))],
    checks: [CHECK, { ...open, test: 'a > c' }],
  })
  expect(results.unjudged).toEqual({ checks: 1, cases: 1 })
  expect(results.gate).toEqual({
    passed: false,
    reasons: [{ evalset: null, kind: 'not judged', text: 'the judge left 1 check unjudged' }],
    line: 'Gate run: FAIL (not judged) · the judge left 1 check unjudged · sets: 1 passed · checks: 1 passed, 0 failed, 1 unjudged · price not known',
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
    line: 'Gate run: FAIL (agent) · sets: 2 passed, 1 failed (payments) · price not known',
  })
})

test('results survive the file, and the schema keeps every field', () => {
  const judged = { ...scored(0.8), evidence: [{ quote: 'x', verified: true }] }
  const subject = makeCase(set, 'c3', { task_success: unjudged('subject_failed') }, { error: 'boom' })
  const run = makeRun(set, [{ ...allScored(), task_success: judged }, { task_success: unjudged('budget: 5 USD') }])
  const results = makeResults({
    sets: [
      buildSet({ ...run, records: [...run.records, subject], planned: 9 }),
      buildSet(makeRun(set, [{ task_success: WEAK }])),
    ],
    checks: [CHECK, { ...CHECK, verdict: 'unjudged', bounds: null, reason: 'refused' }],
  })
  expect(resultsSchema.parse(JSON.parse(JSON.stringify(results)))).toEqual(results)
})

test('results of another version or with a score out of range are refused', () => {
  expect(resultsSchema.safeParse({ ...makeResults({}), version: 3 }).success).toBe(false)
  const [result] = [buildSet(makeRun(set, [allScored()]))]
  const wrong = makeResults({ sets: [{ ...result, aggregate: 80 }] })
  expect(resultsSchema.safeParse(wrong).success).toBe(false)
})

test('the published JSON Schema is the one that files are read with', () => {
  const file = new URL('../../schemas/results.schema.json', import.meta.url)
  const { $id, title: _title, ...schema } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  expect(z.toJSONSchema(resultsSchema, { io: 'input' })).toEqual(schema)
  expect($id).toBe('urn:vitest-judge:results')
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(makeResults({})))
})

test('a results file is named in UTC without colons, with a suffix where the name is taken', () => {
  const date = new Date('2026-11-29T23:10:05.999+01:00')
  const taken = ['results-2026-11-29T22-10-05Z.json', 'results-2026-11-29T22-10-05Z-2.json']
  expect(resultsFileName(date, () => false)).toBe('results-2026-11-29T22-10-05Z.json')
  expect(resultsFileName(date, (name) => taken.includes(name))).toBe('results-2026-11-29T22-10-05Z-3.json')
})

test('property: the order of the records does not change the result of a set but for the order of its cases', () => {
  const value = fc.double({ min: 0, max: 1, noNaN: true })
  const state = fc.oneof(value, fc.constant(WEAK), fc.constant(unjudged('refused')))
  const dimensions = fc.record({ task_success: state, trajectory: state, hallucination: value })
  fc.assert(
    fc.property(fc.array(dimensions, { minLength: 1, maxLength: 6 }), (cases) => {
      const run = makeRun(set, cases)
      const there = buildSet(run)
      const back = buildSet({ ...run, records: [...run.records].reverse() })
      expect(back.aggregate ?? -1).toBeCloseTo(there.aggregate ?? -1, 9)
      expect([back.gate.passed, back.blocked_by, back.aggregate_basis]).toEqual([
        there.gate.passed,
        there.blocked_by,
        there.aggregate_basis,
      ])
    }),
  )
})
