import { expect, test } from 'vitest'
import { judgeCase } from '../../src/evalset/outcome.js'
import type { CaseRecord, DimensionRecord, GateSettings } from '../../src/types.js'
import { GATE, makeCase, makeSet, scored, unjudged, WEAK } from './records.js'

const set = makeSet()

/** The outcome of a case with these dimensions, as lines. */
function outcome(
  dimensions: Record<string, DimensionRecord | number>,
  change: Partial<CaseRecord> = {},
  gate: Partial<GateSettings> = {},
): string[] {
  const { outcome, reasons } = judgeCase(set, makeCase(set, 'c1', dimensions, change), { ...GATE, ...gate })
  return [outcome, ...reasons.map(({ kind, text }) => `${kind}: ${text}`)]
}

test('a case passes when its block-on dimensions reach the threshold, whatever the others do', () => {
  expect(outcome({ task_success: 0.75, response_quality: 0.1, trajectory: unjudged('malformed') })).toEqual(['pass'])
})

test('a case fails when a block-on dimension is below the threshold', () => {
  expect(outcome({ task_success: scored(0.746, 'half\u001b[31m\nof it') })).toEqual([
    'fail',
    'agent: task_success is 0.746, below 0.75: half[31m of it',
  ])
})

test('a judge that gave no reason is given none', () => {
  expect(outcome({ task_success: scored(0.1, ' ') })).toEqual(['fail', 'agent: task_success is 0.10, below 0.75'])
})

test('of an inverted block-on dimension 1 - score is compared', () => {
  const gate = { blockOn: ['hallucination'] }
  expect(outcome({ hallucination: 0.25 }, {}, gate)).toEqual(['pass'])
  expect(outcome({ hallucination: 0.4 }, {}, gate)).toEqual([
    'fail',
    'agent: 1 - hallucination is 0.60, below 0.75: as seen',
  ])
})

test.each([
  ['malformed: no JSON', 'not judged'],
  ['refused', 'not judged'],
  ['recording_missing: x', 'not judged'],
  ['pattern_timeout: x', 'not judged'],
  ['budget: 5 USD', 'budget'],
  ['fatal: 401', 'judge unavailable'],
  ['overloaded', 'judge unavailable'],
  ['transient', 'judge unavailable'],
  ['deadline', 'judge unavailable'],
  ['no_judge', 'judge unavailable'],
  ['subject_failed', 'agent'],
])('a case whose block-on dimension is unjudged by %j is unjudged: %s', (reason, kind) => {
  expect(outcome({ task_success: unjudged(reason) })).toEqual([
    'unjudged',
    `${kind}: task_success is unjudged: ${reason}`,
  ])
})

test('a block-on dimension without a record is unjudged, one that does not apply is passed over', () => {
  const excused: DimensionRecord = { state: 'not_applicable', score: null, justification: '', reason: 'no_expected' }
  expect(outcome({})).toEqual(['unjudged', 'not judged: task_success is unjudged: missing'])
  expect(outcome({ task_success: excused })).toEqual(['pass'])
})

test('a failed dimension comes before an unjudged one', () => {
  const gate = { blockOn: ['trajectory', 'task_success'] }
  expect(outcome({ task_success: 0.2, trajectory: unjudged('budget') }, {}, gate)).toEqual([
    'fail',
    'agent: task_success is 0.20, below 0.75: as seen',
    'budget: trajectory is unjudged: budget',
  ])
})

test('a subject that failed is the fault of the agent', () => {
  expect(outcome({ task_success: unjudged('subject_failed') }, { error: 'TypeError: x is\nnot' })).toEqual([
    'fail',
    'agent: the subject failed: TypeError: x is not',
  ])
})

test('a weak zero fails for want of a judge, and is unjudged where the model scored another dimension', () => {
  expect(outcome({ task_success: WEAK })).toEqual([
    'fail',
    'judge unavailable: task_success is 0.00, below 0.75, only because the expected text does not stand there word for word: The expected "it works" was not found.',
  ])
  expect(outcome({ task_success: WEAK, response_quality: 1 })[0]).toBe('unjudged')
})

test.each([
  ['a plain set', set, {}, true],
  ['gate.on set', set, { on: 'set' as const }, false],
  ['a draft', makeSet({ draft: true }), {}, false],
  ['an advisory set', set, { advisory: ['refunds'] }, false],
])('with %s a failed case blocks: %s', (_, of, gate, blocks) => {
  const record = makeCase(of, 'c1', { task_success: 0 })
  expect(judgeCase(of, record, { ...GATE, ...gate })).toMatchObject({ outcome: 'fail', blocks })
})

test('the threshold of the rubric wins over that of the settings', () => {
  const own = makeSet({ rubric: { pass_threshold: 0.5 } })
  const record = makeCase(own, 'c1', { task_success: 0.6 })
  expect(judgeCase(own, record, { ...GATE, passThreshold: 0.9 }).outcome).toBe('pass')
  expect(judgeCase(set, record, { ...GATE, passThreshold: 0.9 }).outcome).toBe('fail')
})
