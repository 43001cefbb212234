import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { allScored, makeSet, unjudged, WEAK } from '../evalset/records.js'
import { makeRun } from './runs.js'

const set = makeSet()

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
      "statistics": {
        "cases": 2,
        "intervals": null,
        "pass_rate": 0,
      },
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
