import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ResultParts } from '../../src/report/build-results.js'
import { buildSet, type SetRun } from '../../src/report/build-set.js'
import type { CheckResult } from '../../src/report/results.js'
import type { CaseRecord, DimensionRecord, EvalSet } from '../../src/types.js'
import { allScored, GATE, makeCase, makeSet, unjudged, WEAK } from '../evalset/records.js'
import { CHECK, makeResults, makeRun, RUN } from './runs.js'

const set = makeSet()
const HIT: DimensionRecord = { ...WEAK, score: 1, weak: false }

function lineOf(
  cases: readonly Record<string, DimensionRecord | number>[],
  change: Partial<SetRun> = {},
  of: EvalSet = set,
  spent: Partial<CaseRecord> = { requests: 2, cost_usd: 0.01 },
): string {
  const run = makeRun(of, cases)
  const records = (change.records ?? run.records).map((record) => ({ ...record, ...spent }))
  return buildSet({ ...run, ...change, records }).gate.line
}

describe('the line of a set', () => {
  it.each<[string, () => string]>([
    ['passes', () => lineOf([allScored(), allScored(1)])],
    ['fails by the agent', () => lineOf([allScored(0.4), allScored(0.5)])],
    ['has one red case, which the mean outweighs', () => lineOf([allScored(0.7), allScored(1)])],
    [
      'has a low case that only records',
      () => lineOf([allScored(0.7), allScored(1)], { gate: { ...GATE, on: 'set' } }),
    ],
    ['is a draft', () => lineOf([allScored(0)], {}, makeSet({ draft: true }))],
    ['is not judged', () => lineOf([{ task_success: unjudged('refused') }, allScored()])],
    ['ran out of budget', () => lineOf([{ task_success: unjudged('budget: 5 USD') }, allScored()])],
    ['has a subject that fails', () => lineOf([], { records: [makeCase(set, 'c1', {}, { error: 'boom' })] })],
    ['ran in part', () => lineOf([allScored()], { planned: 9 })],
    ['went by the fallback', () => lineOf([{ task_success: WEAK }, { task_success: HIT }], {}, set, { requests: 0 })],
    ['went by the fallback in part', () => lineOf([{ task_success: HIT }, allScored()])],
    ['came from recordings', () => lineOf([allScored()], {}, set, { recorded: true })],
    [
      'has scores of advisory dimensions only',
      () => lineOf([{ trajectory: 0.1 }], { gate: { ...GATE, blockOn: [], advisory: ['trajectory'] } }),
    ],
    ['has no price', () => lineOf([allScored()], {}, set, { requests: 1, cost_usd: null })],
  ])('when it %s', (_what, line) => {
    expect(line()).toMatchSnapshot()
  })
})

const check = (change: Partial<CheckResult>): CheckResult => ({ ...CHECK, test_id: String(change.test), ...change })
const good = buildSet(makeRun(set, [allScored()]))
const red = buildSet(makeRun(makeSet({ feature: 'red' }), [allScored(0.7), allScored(1)]))
const bad = buildSet(makeRun(makeSet({ feature: 'bad' }), [allScored(0.4)]))
const git = { commit: 'a'.repeat(40), branch: 'main', dirty: true }
const low = check({ test: 'low', verdict: 'fail', passed: false })
const late = check({ test: 'late', verdict: 'unjudged', judgement: { unjudged: [{ reason: 'deadline' }] } })
const config = { file: 'evals/x.evalset.json', config: 'expected it to be JSON' }

describe('the line of a run', () => {
  it.each<[string, Partial<ResultParts>]>([
    ['passes', { sets: [good], checks: [check({ test: 'a' })], run: { ...RUN, git } }],
    ['fails by one of its sets', { sets: [good, bad] }],
    ['has a red case in a set that passes', { sets: [good, red] }],
    ['has a check that failed', { checks: [check({ test: 'a' }), low], red: [{ name: 'b', kind: 'agent' }] }],
    ['has a check that the judge left open', { checks: [late, low], sets: [good] }],
    ['has a set that cannot run', { sets: [good], failed: [config], run: { ...RUN, partial: true } }],
    ['was interrupted', { end: { interrupted: true, errors: [], missing: [] }, sets: [good] }],
  ])('when it %s', (_what, change) => {
    expect(makeResults(change).gate.line).toMatchSnapshot()
  })
})

test('a red case closes the gate of the run, with whose fault it is', () => {
  expect([red.gate.passed, red.blocked_cases.map((blocked) => blocked.case)]).toEqual([true, ['c1']])
  expect(makeResults({ sets: [good, red] }).gate).toMatchObject({
    passed: false,
    reasons: [{ evalset: 'red', kind: 'agent', text: '1 of 2 cases failed: c1' }],
  })
})

test('checks are told apart by why the judge left them open', () => {
  const other = check({ test: 'other', verdict: 'unjudged', judgement: { unjudged: [{ reason: 'malformed' }] } })
  const nothing = check({ test: 'nothing', verdict: 'unjudged', judgement: {} })
  expect(makeResults({ checks: [late, other, nothing] }).gate.reasons).toEqual([
    { evalset: null, kind: 'judge unavailable', text: '1 check has no verdict' },
    { evalset: null, kind: 'not judged', text: '2 checks have no verdict' },
  ])
})

test('property: a line is one line of at most 200 columns, whatever the names are', () => {
  const text = fc.string({
    maxLength: 300,
    unit: fc.constantFrom('a', ' ', '\u001b[2J', '\n', '\u202e', '::', '長', '·'),
  })
  fc.assert(
    fc.property(text, fc.array(text, { minLength: 1, maxLength: 8 }), text, (feature, ids, message) => {
      const of = makeSet({ feature })
      const records = ids.flatMap((id, index) => {
        const dimensions = { task_success: index % 2 === 0 ? 0.2 : unjudged(message) }
        return [makeCase(of, `${id}${index}`, dimensions, index % 3 === 0 ? { error: message } : { model: message })]
      })
      const result = buildSet({ ...makeRun(of, []), records, planned: 20 })
      const failed = [{ file: message, config: message }]
      const branch = { ...git, branch: message }
      const { gate } = makeResults({ sets: [result], failed, checks: [late], run: { ...RUN, git: branch } })
      for (const line of [result.gate.line, gate.line]) {
        expect(line).toMatch(/^Gate.*: FAIL \(/)
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u)
        expect(line.length).toBeLessThanOrEqual(200)
      }
    }),
  )
})
