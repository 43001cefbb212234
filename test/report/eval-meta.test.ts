import { expect, test } from 'vitest'
import { caseMeta, checkMeta } from '../../src/report/eval-meta.js'
import { makeCase, makeSet, WEAK } from '../evalset/records.js'
import { CHECK } from './runs.js'

const set = makeSet()

test('a zero that only a judge could weigh is no score', () => {
  const record = makeCase(set, 'c', { task_success: WEAK, response_quality: 0.5 })
  const { scores, avgScore } = caseMeta({ set, record, outcome: 'fail', produced: null, agentModel: null }).eval
  expect(scores.map(({ name, score }) => [name, score])).toEqual([['response_quality', 0.5]])
  expect(avgScore).toBe(0.5)
})

test('a failed subject has neither output nor scores, and its error is told', () => {
  const record = makeCase(set, 'c', {}, { error: 'boom\nat x' })
  expect(caseMeta({ set, record, outcome: 'fail', produced: null, agentModel: null })).toEqual({
    eval: { scores: [], avgScore: null, thresholdFailed: true },
    harness: { name: 'refunds', run: { session: { events: [] }, usage: {}, errors: [{ message: 'boom at x' }] } },
  })
})

test.each([
  [
    'several figures have a score each',
    { values: { recall: 0.5, precision: 1 } },
    { 'm recall': 0.5, 'm precision': 1 },
  ],
  ['a figure that is not known has none', { values: { recall: 0.5, precision: null } }, { m: 0.5 }],
  ['counts are 1 or 0', { values: { calls: 12 }, at_most: true as const, passed: false }, { m: 0 }],
  ['figures above 1 are 1 or 0', { values: { total: 87 } }, { m: 1 }],
  ['no figure is 1 or 0', { values: {} }, { m: 1 }],
  ['what is unjudged is nothing', { verdict: 'unjudged' as const, values: { score: 0 }, passed: false }, {}],
])('%s', (_, change, scores) => {
  const { eval: made } = checkMeta([{ ...CHECK, matcher: 'm', ...change }], 'x', {})
  expect(Object.fromEntries(made.scores.map(({ name, score }) => [name, score]))).toEqual(scores)
})

test('scores of others on the same test stay, and ours are not added twice', () => {
  const other = { name: 'Factuality', score: 0.4, metadata: {} }
  const before = { eval: { scores: [other], avgScore: 0.4, thresholdFailed: true }, harness: { name: 'own', run: {} } }
  const once = checkMeta([CHECK], 'x', before)
  const twice = checkMeta([CHECK], 'x', once)
  expect(twice).toEqual(once)
  expect(twice.eval).toMatchObject({ scores: [other, { name: 'toPassRubric' }], thresholdFailed: true })
  expect(twice.eval.avgScore).toBeCloseTo(0.6)
  expect(twice.harness).toEqual(before.harness)
})

test('long, cyclic and missing outputs cost little', () => {
  const outputOf = (received: unknown) => checkMeta([CHECK], received, {}).eval.output
  const cyclic: { self?: unknown } = {}
  cyclic.self = cyclic
  expect([outputOf({ a: 1 }), outputOf(cyclic), outputOf(undefined), outputOf(1n)]).toEqual([
    { a: 1 },
    undefined,
    undefined,
    undefined,
  ])
  expect(JSON.stringify(outputOf(['x'.repeat(1e6)])).length).toBeLessThan(2_200)
})
