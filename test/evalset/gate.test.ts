import { expect, test } from 'vitest'
import { type GateContext, gateSet } from '../../src/evalset/gate.js'
import type { CaseRecord, DimensionRecord, EvalSet, GateSettings } from '../../src/types.js'
import { allScored, GATE, makeCase, makeSet, unjudged, WEAK } from './records.js'

const set = makeSet()
const ALL = { replay: false, planned: 2 }

/** The gate's outcome for cases `c1`, `c2` … with these dimensions, as lines. */
function gateOf(
  cases: Record<string, DimensionRecord | number>[],
  { gate = {}, context = ALL, of = set }: { gate?: Partial<GateSettings>; context?: GateContext; of?: EvalSet } = {},
): string[] {
  const records = cases.map((dimensions, index) => makeCase(of, `c${index + 1}`, dimensions))
  return showGate(of, records, gate, context)
}

function showGate(of: EvalSet, records: CaseRecord[], gate: Partial<GateSettings> = {}, context = ALL): string[] {
  const { passed, blocked_by, reasons, partial, notices } = gateSet(of, records, { ...GATE, ...gate }, context)
  return [
    passed ? 'passed' : 'red',
    ...blocked_by.map((name) => `blocked by ${name}`),
    ...reasons.map(({ kind, text }) => `${kind}: ${text}`),
    ...(partial === null ? [] : [`partial ${partial.n} of ${partial.m}`]),
    ...notices.map((notice) => `note: ${notice}`),
  ]
}

test('a set passes when aggregate and block-on means reach the threshold', () => {
  expect(gateOf([allScored(0.5), allScored(1)])).toEqual(['passed'])
})

test('a set is red when a block-on mean is below the threshold, though the aggregate is not', () => {
  expect(gateOf([allScored(0.6), allScored(0.8)])).toEqual([
    'red',
    'blocked by task_success',
    'agent: task_success is 0.70, below 0.75 over all cases (low in 1 of 2: c1)',
  ])
})

test('a set is red when the aggregate is below the threshold, though no block-on mean is', () => {
  const weakRun = { ...allScored(), trajectory: 0.2, tool_use_quality: 0.2 }
  expect(gateOf([weakRun, weakRun])).toEqual(['red', 'agent: the aggregate is 0.64, below 0.75'])
})

test('a set is red when a block-on dimension is unjudged in any case, with one reason for each kind', () => {
  const open = (reason: string) => ({ ...allScored(), task_success: unjudged(reason) })
  const cases = [allScored(), open('malformed: x'), open('budget: y'), open('refused'), open('fatal: 401')]
  expect(gateOf(cases, { context: { replay: false, planned: 5 } })).toEqual([
    'red',
    'not judged: task_success is unjudged in 2 of 5 cases: c2 (malformed), c4 (refused)',
    'budget: task_success is unjudged in 1 of 5 cases: c3 (budget)',
    'judge unavailable: task_success is unjudged in 1 of 5 cases: c5 (fatal)',
  ])
})

test('long lists of cases are cut', () => {
  const cases = Array.from({ length: 7 }, () => ({ task_success: unjudged('refused') }))
  expect(gateOf(cases, { context: { replay: false, planned: 7 } })).toEqual([
    'red',
    'not judged: task_success is unjudged in 7 of 7 cases: c1 (refused), c2 (refused), c3 (refused), c4 (refused), c5 (refused), and 2 more',
  ])
})

test('a set is red when a block-on dimension is scored in no case', () => {
  const excused: DimensionRecord = { state: 'not_applicable', score: null, justification: '', reason: 'no_expected' }
  expect(gateOf([{ ...allScored(), task_success: excused }])).toEqual([
    'red',
    'not judged: task_success is scored in none of 1 cases',
    'partial 1 of 2',
  ])
  expect(gateOf([])).toEqual(['red', 'not judged: task_success is scored in none of 0 cases', 'partial 0 of 2'])
})

test('a set without a block-on dimension is red when nothing was scored', () => {
  expect(gateOf([{ trajectory: unjudged('refused') }, {}], { gate: { blockOn: [] } })).toEqual([
    'red',
    'not judged: nothing was scored, so that there is no aggregate',
  ])
})

test('a set whose subject failed in a case is red by the agent, and not for being unjudged', () => {
  const failed = makeCase(set, 'c2', { task_success: unjudged('subject_failed') }, { error: 'boom' })
  expect(showGate(set, [makeCase(set, 'c1', allScored()), failed])).toEqual([
    'red',
    'agent: the subject failed in 1 of 2 cases: c2',
  ])
  expect(showGate(set, [failed])).toEqual(['red', 'agent: the subject failed in 1 of 1 cases: c2', 'partial 1 of 2'])
})

test('under replay any missing recording is red, else only that of a block-on dimension', () => {
  const missing = { ...allScored(), trajectory: unjudged('recording_missing: abc') }
  expect(gateOf([missing, allScored()])).toEqual(['passed'])
  const context = { replay: true, planned: 2 }
  expect(gateOf([missing, missing], { context })).toEqual([
    'red',
    'not judged: recordings missing: c1 trajectory, c2 trajectory',
  ])
  expect(gateOf([missing, allScored()], { context, gate: { advisory: ['trajectory'] } })).toEqual(['passed'])
})

test('a set that is red only because of weak zeros is red for want of a judge', () => {
  const hit: DimensionRecord = { state: 'fallback', score: 1, justification: 'found', reason: 'no_judge' }
  expect(gateOf([{ task_success: WEAK }, { task_success: hit }])).toEqual([
    'red',
    'blocked by task_success',
    'judge unavailable: the aggregate is 0.50, below 0.75, only because the expected text does not stand there word for word',
    'judge unavailable: task_success is 0.50, below 0.75 over all cases (low in 1 of 2: c1), only because the expected text does not stand there word for word',
  ])
})

test('a set that would be red with every weak zero a one is red by the agent', () => {
  const banned: DimensionRecord = { state: 'fallback', score: 0, justification: 'must_not', reason: 'no_judge' }
  expect(gateOf([{ task_success: WEAK }, { task_success: banned }])).toEqual([
    'red',
    'blocked by task_success',
    'agent: the aggregate is 0.00, below 0.75',
    'agent: task_success is 0.00, below 0.75 over all cases (low in 2 of 2: c1, c2)',
  ])
})

test('a weak zero beside a model is unjudged, so that the gate is red without blaming the agent', () => {
  expect(gateOf([allScored(), { ...allScored(), task_success: WEAK }])).toEqual([
    'red',
    'judge unavailable: task_success is unjudged in 1 of 2 cases: c2 (no_judge)',
  ])
})

test('the last attempt of a case counts', () => {
  const records = [
    makeCase(set, 'c1', allScored(), { retry: 1 }),
    makeCase(set, 'c1', allScored(0), { retry: 0 }),
    makeCase(set, 'c2', allScored()),
  ]
  expect(showGate(set, records)).toEqual(['passed'])
})

test('draft and advisory sets pass with a notice and keep their reasons', () => {
  const bad = [allScored(0), allScored(0)]
  const reasons = [
    'blocked by task_success',
    'agent: the aggregate is 0.54, below 0.75',
    'agent: task_success is 0.00, below 0.75 over all cases (low in 2 of 2: c1, c2)',
  ]
  expect(gateOf(bad, { of: makeSet({ draft: true }) })).toEqual([
    'passed',
    ...reasons,
    'note: draft set: it is scored and does not block',
  ])
  expect(gateOf(bad, { gate: { advisory: ['refunds'] } })).toEqual([
    'passed',
    ...reasons,
    'note: advisory set: it reports and does not block',
  ])
})

test('an advisory dimension neither blocks itself nor by pulling the aggregate down', () => {
  const low = { ...allScored(), trajectory: 0, tool_use_quality: 0.6 }
  expect(gateOf([low, low])).toEqual(['red', 'agent: the aggregate is 0.66, below 0.75'])
  expect(gateOf([low, low], { gate: { advisory: ['trajectory'] } })).toEqual([
    'passed',
    'note: the aggregate is below the threshold only because of advisory dimensions',
  ])
  const names = Object.keys(allScored())
  expect(gateOf([allScored(0)], { gate: { advisory: names } })).toEqual([
    'passed',
    'partial 1 of 2',
    'note: the aggregate is below the threshold only because of advisory dimensions',
  ])
})

test('an advisory dimension that lifts the aggregate over the threshold lets the set pass', () => {
  const low = { ...allScored(0.8), hallucination: 0.4, response_quality: 0.6, tool_use_quality: 0.7, trajectory: 1 }
  expect(gateOf([low, low], { gate: { advisory: ['trajectory'] } })).toEqual(['passed'])
})

test('with only advisory dimensions scored the set is not judged', () => {
  const gate = { blockOn: [], advisory: ['trajectory'] }
  expect(gateOf([{ trajectory: 0.1 }, { trajectory: 0.1 }], { gate })).toEqual([
    'red',
    'not judged: nothing that may block was scored',
    'note: the aggregate is of advisory dimensions only, and decides nothing',
  ])
})

test('a threshold that the run cannot reach is told', () => {
  const subtract = makeSet({ rubric: { invert_mode: 'subtract', pass_threshold: 0.9 } })
  const perfect = { task_success: 1, tool_use_quality: 1, trajectory: 1, hallucination: 0, response_quality: 1 }
  expect(gateOf([perfect, perfect], { of: subtract })).toMatchInlineSnapshot(`
    [
      "red",
      "agent: the aggregate is 0.85, below 0.90",
      "note: OUT OF REACH: the threshold 0.90 lies above 0.85, which is the most that this run can reach while inverted dimensions are subtracted; lower pass_threshold, or set invert_mode to "complement"",
    ]
  `)
})

test('the default block-on name may be missing in the rubric, one that the user set may not', () => {
  const tone = makeSet({
    rubric: { dimensions: [{ name: 'tone', weight: 1, invert: false, category: 'artifact' }] },
  })
  expect(gateOf([{ tone: 0.8 }, { tone: 0.9 }], { of: tone })).toEqual([
    'passed',
    'note: task_success is no dimension of this rubric, so no dimension of that name blocks; name yours in gate.blockOn',
  ])
  expect(() => gateOf([{ tone: 0.8 }], { of: tone, gate: { blockOnIsOwn: true } })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: eval set refunds: expected every name in gate.blockOn to be a dimension of its rubric (tone), but received "task_success".]`,
  )
})
