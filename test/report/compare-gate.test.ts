import { expect, test } from 'vitest'
import type { GateReason } from '../../src/evalset/reasons.js'
import { buildSet } from '../../src/report/build-set.js'
import { compareWithBaseline } from '../../src/report/compare-gate.js'
import type { RunResults } from '../../src/report/results.js'
import { makeCase, makeSet, unjudged } from '../evalset/records.js'
import { makeResults, makeRun, runOf, six } from './runs.js'

const set = makeSet()
const file = 'evals/refunds.evalset.json'

/** What the baseline says against the set, whatever its own gate says. */
function reasonsOf(then: RunResults, now: RunResults, noRegression: true | string[]): readonly GateReason[] {
  const rules = [{ evalset: 'refunds', file, noRegression }]
  const { sets } = compareWithBaseline({ name: 'old.json', results: then }, now, rules)
  return sets.flatMap(({ gate }) => gate.reasons.filter(({ text }) => text.includes('baseline')))
}

test('a loss that is significant speaks against the run, another only where its case is named', () => {
  expect(reasonsOf(runOf(six(1)), runOf(six(0.2)), true)).toEqual([
    {
      kind: 'agent',
      text: 'is worse than the baseline: 0.28 less per case, 6 of 6 cases turned red',
    },
  ])
  const one = { ...six(1), a: 0.1 }
  expect(reasonsOf(runOf(six(1)), runOf(one), true)).toEqual([])
  expect(reasonsOf(runOf(six(1)), runOf(one), ['a', 'b'])).toEqual([
    { kind: 'agent', text: 'turned red since the baseline: a' },
  ])
  expect(reasonsOf(runOf(one), runOf(six(1)), ['a'])).toEqual([])
})

test('of fewer than six cases a note says that no loss can close the gate, but for cases that are named', () => {
  const notesOf = (cases: string[], noRegression: true | string[]) => {
    const then = runOf(Object.fromEntries(cases.map((id) => [id, 1])))
    const rules = [{ evalset: 'refunds', file, noRegression }]
    return compareWithBaseline({ name: 'old.json', results: then }, then, rules).comparison?.notes
  }
  const five = ['a', 'b', 'c', 'd', 'e']
  expect(notesOf(five, true)).toMatchInlineSnapshot(`
    [
      "with fewer than 6 cases to compare no loss can be told from chance, so noRegression: true closes no gate: refunds; name cases in it, or add some",
    ]
  `)
  expect(notesOf([...five, 'f'], true)).toEqual([])
  expect(notesOf(five, ['a'])).toEqual([])
})

test('what the gate goes by is told apart from the rubric', () => {
  const then = runOf(six(1))
  const now = { ...then, sets: then.sets.map((one) => ({ ...one, block_on: ['response_quality', 'task_success'] })) }
  expect(reasonsOf(then, now, true)[0]?.text).toMatchInlineSnapshot(
    `"cannot be compared with the baseline (not the same blocking dimensions (task_success, now response_quality, task_success)): a, b, c, d, e, and 1 more; make a new baseline"`,
  )
})

test('a named case that cannot be compared was not shown to hold, and a new set has nothing to lose', () => {
  const then = runOf({ a: 1, b: 1 })
  const [one] = runOf({ a: 0.1 }, { model: 'judge-2' }).sets
  const [two] = runOf({ b: 1 }).sets
  const mixed = runOf({ a: 1 })
  const cases = [...(one?.cases ?? []), ...(two?.cases ?? [])]
  const now = { ...mixed, sets: mixed.sets.map((own) => ({ ...own, cases })) }
  expect(reasonsOf(then, now, true)).toEqual([])
  expect(reasonsOf(then, now, ['a'])).toMatchObject([
    {
      kind: 'config',
      text: 'cannot be compared with the baseline (not the same judge (judge-1, now judge-2)): a; make a new baseline',
    },
  ])
  expect(reasonsOf(runOf(six(1), {}, 'other'), runOf(six(0.1)), true)).toEqual([])
  const rules = [{ evalset: 'refunds', file, noRegression: true } as const]
  const { comparison } = compareWithBaseline({ name: 'old.json', results: runOf({}, {}, 'other') }, then, rules)
  expect(comparison?.notes).toContain('noRegression has nothing in this baseline to compare with: refunds')
})

test('a set that cannot be compared closes the gate, also where a case that failed twice before any judge could be', () => {
  const failed = { ...makeCase(set, 'failed', {}), error: 'out of memory' }
  const runWith = (prompt_version: string) => {
    const [own] = runOf(six(1), { prompt_version }).sets
    const records = [...(own?.cases ?? []), failed]
    return makeResults({ sets: [buildSet({ ...makeRun(set, []), records, planned: records.length })] })
  }
  expect(reasonsOf(runWith('eval-case-1'), runWith('eval-case-2'), true)).toMatchObject([{ kind: 'config' }])
  expect(reasonsOf(runWith('eval-case-1'), runWith('eval-case-1'), true)).toEqual([])
})

test('a set that only its baseline stops says so itself, with the red cases that its mean outweighs', () => {
  const gradual = (task: number) => runOf({ ...six(task), red: 0.7 })
  const rules = [{ evalset: 'refunds', file, noRegression: true } as const]
  const { sets } = compareWithBaseline({ name: 'old.json', results: gradual(1) }, gradual(0.9), rules)
  expect(gradual(0.9).sets[0]?.gate.passed).toBe(true)
  expect(sets[0]?.gate).toMatchInlineSnapshot(`
    {
      "blocked_by": [],
      "line": "Gate refunds: FAIL (agent) · 1 of 7 cases failed: red · is worse than the baseline: 0.03 less per case · aggregate 0.84 · judged by judge-1 · no requests",
      "notices": [],
      "partial": null,
      "passed": false,
      "reasons": [
        {
          "kind": "agent",
          "text": "1 of 7 cases failed: red",
        },
        {
          "kind": "agent",
          "text": "is worse than the baseline: 0.03 less per case",
        },
      ],
    }
  `)
  const run = makeResults({ sets })
  expect(run.gate.reasons).toEqual(sets[0]?.gate.reasons.map((reason) => ({ evalset: 'refunds', ...reason })))
  expect(run.gate.line).toContain('sets: 0 passed, 1 failed (refunds)')
})

test('of two sets of one name that is closed whose cases lost', () => {
  const then = twice(runOf(six(1)).sets, runOf(six(1)).sets)
  const rule = { evalset: 'refunds', noRegression: true } as const
  const rules = [
    { ...rule, file },
    { ...rule, file: MORE },
  ]
  const closed = (now: RunResults) =>
    compareWithBaseline({ name: 'old.json', results: then }, now, rules).sets.map(({ gate }) => gate.passed)
  expect(closed(twice(runOf(six(1)).sets, runOf(six(0.1)).sets))).toEqual([true, false])
  expect(closed(twice(runOf(six(0.1)).sets, runOf(six(1)).sets))).toEqual([false, true])
})

test('a second set of a name does not take the first one from its guard', () => {
  const alone = runOf(six(1))
  const both = twice(runOf(six(0.1)).sets, runOf(six(0.1)).sets)
  const rules = [file, MORE].map((own) => ({ evalset: 'refunds', noRegression: true, file: own }) as const)
  const { sets, comparison } = compareWithBaseline({ name: 'old.json', results: alone }, both, rules)
  expect(sets.map(({ gate }) => gate.reasons.some(({ text }) => text.includes('worse than the baseline')))).toEqual([
    true,
    false,
  ])
  expect(comparison?.notes).toEqual([
    'noRegression has nothing in this baseline to compare with: refunds (evals/more.evalset.json)',
  ])
})

test('what the baseline has no verdict on was not shown to hold, and what has none now speaks for itself', () => {
  const open = (...ids: readonly string[]) => {
    const own = ids.map((id) => makeCase(set, id, { task_success: unjudged('refused: x') }))
    return makeResults({ sets: [buildSet({ ...makeRun(set, []), records: own, planned: own.length })] })
  }
  const text = 'cannot be compared with the baseline (it has no verdict on them): a; make a new baseline'
  expect(reasonsOf(open('a'), runOf({ a: 1 }), true)).toEqual([{ kind: 'config', text }])
  expect(reasonsOf(open('a'), runOf({ a: 1 }), ['a'])).toEqual([{ kind: 'config', text }])
  expect(reasonsOf(runOf({ a: 1 }), open('a'), true)).toEqual([])
  expect(open('a').gate.passed).toBe(false)
})

test.each<[string, RunResults, RunResults, string]>([
  ['the baseline does not have', runOf(six(1)), runOf({ ...six(1), late: 0.1 }), 'it does not have them'],
  ['the set has no more', runOf({ ...six(1), late: 1 }), runOf(six(1)), 'they did not run'],
  ['has no verdict now', offline(true), offline(false), 'they have no verdict now'],
])('a named case that %s was not shown to hold', (_what, then, now, why) => {
  const text = `cannot be compared with the baseline (${why}): late; make a new baseline`
  expect(reasonsOf(then, now, ['late'])).toContainEqual({ kind: 'config', text })
  expect(reasonsOf(then, now, true)).toEqual([])
  expect(reasonsOf(then, { ...now, run: { ...now.run, partial: true } }, ['late'])).toHaveLength(
    why === 'they did not run' ? 0 : 1,
  )
})

/** A run without a judge, in which one case lost the text that it was held against: it is green in its own set. */
function offline(isLateScored: boolean): RunResults {
  const dimensions = (state: 'fallback' | 'not_applicable', score: number | null) =>
    Object.fromEntries(set.rubric.dimensions.map(({ name }) => [name, { state, score, justification: '' }]))
  const late = isLateScored ? dimensions('fallback', 1) : dimensions('not_applicable', null)
  const records = [...'abcdef'].map((id) => makeCase(set, id, dimensions('fallback', 1), { model: null }))
  records.push(makeCase(set, 'late', late, { model: null }))
  return makeResults({ sets: [buildSet({ ...makeRun(set, []), records, planned: records.length })] })
}

const MISTYPED = 'noRegression names what is no case of these sets, nor of the baseline: lat. Did you mean `late`?'

test.each<[string, Partial<RunResults['run']>, boolean, number, number]>([
  ['closes the gate against a file', { filters: ['evals/'] }, true, 1, 0],
  ['is only noted where a set that was not asked for may have it', { filters: ['evals/refunds'] }, true, 0, 1],
  ['closes it against the run before where all evals were asked for', { filters: ['evals/'] }, false, 1, 0],
  ['is only noted where that knows no other sets', { filters: ['evals/refunds'] }, false, 0, 1],
  ['is only noted in one of several projects', { filters: ['evals/'], narrowed_by: ['--project a'] }, false, 0, 1],
  ['is not known of a run that was cut', { partial: true }, true, 0, 0],
])('a name that is no case of any set %s', (_what, change, isFile, closed, noted) => {
  const then = twice(runOf(six(1)).sets, runOf({ late: 1 }, {}, 'more').sets)
  const now = { ...then, run: { ...then.run, ...change } }
  const baseline = { name: 'old.json', results: then, ...(isFile && { isGuarded: () => true }) }
  const compared = (...names: string[]) =>
    compareWithBaseline(
      baseline,
      now,
      [file, MORE].map((own, at) => ({ evalset: ['refunds', 'more'][at] ?? '', file: own, noRegression: names })),
    )
  expect(compared('a', 'lat').reasons).toEqual(Array(closed).fill({ evalset: null, kind: 'config', text: MISTYPED }))
  expect(compared('a', 'lat').comparison?.notes.filter((note) => note === MISTYPED)).toHaveLength(noted)
  expect(compared('a', 'late').reasons).toEqual([])
})

test('a name that is a case of another set only is none of the set that it is given to', () => {
  const then = twice(runOf(six(1)).sets, runOf({ late: 1 }, {}, 'more').sets)
  const compared = (one: string[], two: string[]) =>
    compareWithBaseline({ name: 'old.json', results: then }, { ...then, run: { ...then.run, filters: ['evals/'] } }, [
      { evalset: 'refunds', file, noRegression: one },
      { evalset: 'more', file: MORE, noRegression: two },
    ]).reasons.map(({ text }) => text)
  expect(compared(['a'], ['late'])).toEqual([])
  expect(compared(['a', 'late'], ['late'])).toEqual([
    'noRegression names what is no case of these sets, nor of the baseline: late',
  ])
})

const GONE = 'IN THE BASELINE, AND DID NOT RUN: refunds'

test.each<[string, Partial<RunResults['run']>, boolean, readonly string[], number]>([
  ['closes the gate where it is guarded', {}, true, [GONE], 1],
  ['is said loudly where it is not', {}, false, [GONE], 0],
  ['of a run that was asked for another file is none', { filters: ['evals/more'] }, true, [], 0],
  ['of a run of one project is none', { filters: ['evals/'], narrowed_by: ['--project a'] }, true, [], 0],
  ['of a run that was cut is not known', { partial: true }, true, [], 0],
])('a set of the baseline that did not run %s', (_what, change, guarded, said, closed) => {
  const both = twice(runOf(six(1)).sets, runOf(six(1), {}, 'more').sets)
  const now = { ...both, run: { ...both.run, ...change }, sets: both.sets.slice(1) }
  const baseline = { name: 'old.json', results: both, isGuarded: () => guarded }
  const { reasons, comparison } = compareWithBaseline(baseline, now, [])
  expect(comparison?.notes.filter((note) => note === GONE)).toEqual(said)
  expect(reasons).toEqual(
    Array(closed).fill({
      ...{ evalset: null, kind: 'config' },
      text: 'refunds (evals/refunds.evalset.json) is in the baseline and did not run, so noRegression cannot hold; make a new baseline if it is gone for good',
    }),
  )
})

const MORE = 'evals/more.evalset.json'

function twice(one: RunResults['sets'], two: RunResults['sets']): RunResults {
  return makeResults({ sets: [...one, ...two.map((own) => ({ ...own, file: MORE }))] })
}
