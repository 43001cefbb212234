import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { compareRuns } from '../../src/report/compare-runs.js'
import type { CheckResult, RunResults } from '../../src/report/results.js'
import type { CaseRecord, DimensionRecord } from '../../src/types.js'
import { makeCase, makeSet, unjudged, WEAK } from '../evalset/records.js'
import { CHECK, makeResults, makeRun, RUN } from './runs.js'

const set = makeSet({
  rubric: {
    dimensions: [
      { name: 'task_success', weight: 3, invert: false, category: 'artifact' },
      { name: 'tone', weight: 1, invert: false, category: 'artifact' },
    ],
  },
})

type Scores = Readonly<Record<string, DimensionRecord | number>>

/** A run of one set. */
function runOf(records: readonly CaseRecord[], change: Partial<RunResults> = {}): RunResults {
  return { ...makeResults({ sets: [buildSet({ ...makeRun(set, []), records, planned: records.length })] }), ...change }
}

function cases(scores: Readonly<Record<string, Scores | number>>, change: Partial<CaseRecord> = {}): CaseRecord[] {
  return Object.entries(scores).map(([id, own]) =>
    makeCase(set, id, typeof own === 'number' ? { task_success: own, tone: 1 } : own, change),
  )
}

function checksOf(...checks: readonly Partial<CheckResult>[]): RunResults {
  return makeResults({ checks: checks.map((check, index) => ({ ...CHECK, test_id: `${index}`, ...check })) })
}

const only = (then: RunResults, now: RunResults, force = false) => compareRuns(then, now, { force }).groups[0]

describe('cases of a set', () => {
  test('are improved, worse, unchanged, new or gone', () => {
    const then = runOf(cases({ same: 0.8, up: 0.8, down: 1, red: 0.9, green: 0.4, old: 1 }))
    const now = runOf(cases({ same: 0.8, up: 0.9, down: 0.9, red: 0.5, green: 0.8, fresh: 1 }))
    expect(only(then, now)).toEqual({
      kind: 'set',
      name: 'refunds',
      verdict: 'no detectable difference',
      pairs: 5,
      difference: expect.closeTo((0.75 * (0.1 - 0.1 - 0.4 + 0.4)) / 5, 9),
      interval: null,
      chance: { scores: 1, passed: 1 },
      p_value: 1,
      improved: ['green', 'up'],
      worse: ['red', 'down'],
      unchanged: 1,
      turned_green: ['green'],
      turned_red: ['red'],
      new: ['fresh'],
      gone: ['old'],
      incomparable: [],
      notes: [],
    })
  })

  test.each([
    // Turned red, of how many: two-sided p by hand, and whether that is a loss although there are too few for an interval.
    [5, 8, 2 / 32, 'no detectable difference'],
    [6, 8, 2 / 64, 'worse'],
  ] as const)('of which %i of %i turned red have p = %f: %s', (red, of, p, verdict) => {
    const ids = Array.from({ length: of }, (_, index) => `c${index}`)
    const then = runOf(cases(Object.fromEntries(ids.map((id) => [id, 1]))))
    const now = runOf(cases(Object.fromEntries(ids.map((id, index) => [id, index < red ? 0 : 1]))))
    expect(only(then, now)).toMatchObject({
      verdict,
      p_value: expect.closeTo(p, 12),
      interval: null,
      turned_red: ids.slice(0, red),
    })
    expect(only(now, then)?.verdict).toBe(verdict === 'worse' ? 'better' : verdict)
  })

  test('are compared over what both runs scored, and an unjudged or weak one neither passes nor fails', () => {
    const then = runOf(cases({ a: 0.8, b: 0.8, c: { task_success: WEAK, tone: 0.5 }, d: 0.8 }))
    const now = runOf([
      ...cases({ a: { task_success: 0.8, tone: unjudged('refused: x') } }),
      ...cases({ b: { task_success: unjudged('refused: x'), tone: 1 }, c: { task_success: 1, tone: 0.5 } }),
      ...cases({ d: {} }, { error: 'out of memory' }),
    ])
    expect(only(then, now)).toMatchObject({
      difference: 0,
      unchanged: 3,
      turned_red: ['d'],
      turned_green: [],
      incomparable: [],
    })
  })

  test('pass when all of their trials do, and numbers of trials that differ leave only scores to compare', () => {
    const trials = (...scores: readonly number[]) =>
      runOf(scores.flatMap((score, index) => cases({ a: score }, { trial: index + 1 })))
    expect(only(trials(0.9, 0.9), trials(0.9, 0.5))).toMatchObject({
      turned_red: ['a'],
      p_value: 1,
      difference: expect.closeTo(-0.75 * 0.2, 9),
    })
    expect(only(runOf(cases({ a: 0.9 })), trials(0.9, 0.5))).toMatchObject({
      p_value: null,
      notes: ['numbers of trials differ, so pass and fail are not tested, only scores'],
    })
  })

  test('of which some were judged by another judge are compared over the others; all of them are refused', () => {
    const then = runOf(cases({ a: 0.9, b: 0.9 }, { prompt_version: 'eval-case-1' }))
    const now = runOf([...cases({ a: 0.5 }, { model: 'judge-2', prompt_version: 'eval-case-1' }), ...cases({ b: 0.9 })])
    expect(only(then, now)).toMatchObject({
      pairs: 1,
      turned_red: [],
      incomparable: ['a'],
      notes: ['not the same judge (judge-1, now judge-2)'],
    })
    const other = runOf(cases({ a: 0.5, b: 0.5 }, { prompt_version: 'eval-case-2' }))
    expect(only(then, other)).toMatchObject({
      verdict: 'refused',
      pairs: 0,
      difference: null,
      p_value: null,
      notes: ['not the same prompt version (eval-case-1, now eval-case-2)'],
    })
    expect(only(then, other, true)).toMatchObject({ pairs: 2, turned_red: ['a', 'b'], incomparable: ['a', 'b'] })
  })

  test('that nobody judged do not make a comparison of a set whose others were all judged in another way', () => {
    const open = makeCase(set, 'open', { task_success: unjudged('refused: no'), tone: unjudged('refused: no') })
    const failed = { ...makeCase(set, 'failed', {}), error: 'out of memory' }
    const run = (prompt_version: string) => runOf([...cases({ a: 0.9, b: 0.9 }, { prompt_version }), open, failed])
    expect(only(run('eval-case-1'), run('eval-case-2'))).toMatchObject({
      verdict: 'refused',
      pairs: 0,
      incomparable: ['a', 'b'],
    })
    expect(only(run('eval-case-1'), run('eval-case-2'), true)?.pairs).toBe(4)
    expect(only(run('eval-case-1'), run('eval-case-1'))?.pairs).toBe(4)
    // Where nothing was judged at all, nothing was judged in another way.
    const none = runOf([open, failed])
    expect(only(none, none)).toMatchObject({ verdict: 'no detectable difference', pairs: 2 })
  })

  test('of two sets of one name are told apart by file', () => {
    const [one] = runOf(cases({ a: 0.9 })).sets
    if (one === undefined) throw new Error('there is a set')
    const both = makeResults({ sets: [one, { ...one, file: 'evals/more.evalset.json' }] })
    expect(compareRuns(both, both).groups.map(({ name, pairs }) => [name, pairs])).toEqual([
      ['refunds (evals/refunds.evalset.json)', 1],
      ['refunds (evals/more.evalset.json)', 1],
    ])
  })
})

describe('checks', () => {
  test('are paired by file, test and matcher; calls in one test count as one, by its last attempt', () => {
    const then = checksOf({ values: { score: 0.9 } }, { test: 'gone' })
    const now = checksOf(
      { values: { score: 0.2 }, passed: false, verdict: 'fail', test_id: '0' },
      { values: { score: 0.7 }, retry: 1, test_id: '0' },
      { values: { score: 0.5 }, passed: false, verdict: 'fail', retry: 1, test_id: '0' },
      { test: 'a > b', file: 'evals/b.eval.ts' },
      { matcher: 'toMeetBehaviors' },
    )
    const { groups } = compareRuns(then, now)
    expect(groups.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['toPassRubric', 'no detectable difference'],
      ['toMeetBehaviors', 'nothing to compare'],
    ])
    expect(groups[0]).toMatchObject({
      ...{ kind: 'checks', pairs: 1, difference: expect.closeTo(-0.3, 9), p_value: null },
      ...{ turned_red: ['a > b'], new: ['a > b'], gone: ['gone'] },
    })
  })

  test('with limits, or with `.not`, are compared by whether they passed', () => {
    const limits = { matcher: 'toStayWithin', at_most: true, values: { calls: 3 }, thresholds: { calls: 4 } } as const
    const then = checksOf(limits, { negated: true })
    const now = checksOf({ ...limits, values: { calls: 9 }, passed: false, verdict: 'fail' }, { negated: true })
    expect(compareRuns(then, now).groups).toMatchObject([
      { name: 'toStayWithin', difference: null, turned_red: ['a > b'] },
      { name: 'not.toPassRubric', difference: null, unchanged: 1 },
    ])
  })

  test.each([
    ['rubric', { judgement: { scores: { clarity: {} } } }, { judgement: { scores: { depth: {} } } }],
    ['thresholds', {}, { thresholds: { score: 0.8 } }],
    ['judge', { judgement: { model: 'judge-1' } }, { judgement: { model: 'judge-2' } }],
  ])('are refused where it is not the same %s', (what, then, now) => {
    const group = only(checksOf(then), checksOf(now))
    expect(group?.verdict).toBe('refused')
    expect(group?.notes[0]).toContain(`not the same ${what}`)
  })
})

test('a partial run is no baseline, and one that is compared says that it is partial', () => {
  const partial = { run: { ...RUN, partial: true } }
  const whole = runOf(cases({ a: 1 }))
  expect(() => compareRuns({ ...whole, ...partial }, whole, { name: 'old.json', force: true })).toThrow(
    'old.json is no baseline: its run was partial. Use the results of a run that ran everything to its end.',
  )
  expect(compareRuns(whole, { ...whole, ...partial }).notes).toEqual([
    'this run is partial: what is gone may only not have run',
  ])
})

test('a run does not differ from itself, and the other way round every figure is turned', () => {
  const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(scores, scores, (a, b) => {
      const [one, two] = [a, b].map((own) => runOf(cases(Object.fromEntries(own.map((score, i) => [`c${i}`, score])))))
      if (one === undefined || two === undefined) throw new Error('there are two')
      expect(only(one, one)).toMatchObject({ verdict: 'no detectable difference', difference: 0, unchanged: a.length })
      const [there, back] = [only(one, two), only(two, one)]
      expect(back?.difference).toBeCloseTo(-(there?.difference ?? 0), 9)
      expect(back?.interval?.lower ?? 0).toBeCloseTo(-(there?.interval?.upper ?? 0), 9)
      expect([back?.p_value, back?.improved, back?.turned_red, back?.new, back?.unchanged]).toEqual([
        ...[there?.p_value, there?.worse, there?.turned_green, there?.gone, there?.unchanged],
      ])
      const counted = (there?.improved.length ?? 0) + (there?.worse.length ?? 0) + (there?.unchanged ?? 0)
      expect(counted).toBe(there?.pairs)
    }),
    { numRuns: 40 },
  )
})
