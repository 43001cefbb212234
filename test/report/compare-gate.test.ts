import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { compareWithBaseline } from '../../src/report/compare-gate.js'
import { renderComparison } from '../../src/report/compare-text.js'
import type { RunResults } from '../../src/report/results.js'
import type { CaseRecord } from '../../src/types.js'
import { allScored, makeCase, makeSet } from '../evalset/records.js'
import { makeResults, makeRun } from './runs.js'

const HOSTILE = '::error::\u001b[31mcase\u202e\n::set-output'
const set = makeSet()
const file = 'evals/refunds.evalset.json'

function runOf(tasks: Readonly<Record<string, number>>, change: Partial<CaseRecord> = {}, feature = 'refunds') {
  const records = Object.entries(tasks).map(([id, task]) => makeCase(set, id, allScored(task), change))
  const run = { ...makeRun({ ...set, feature }, []), records, planned: records.length }
  return makeResults({ sets: [buildSet(run)] })
}

const reasonsOf = (then: RunResults, now: RunResults, noRegression: true | string[]) =>
  compareWithBaseline({ name: 'old.json', results: then }, now, [{ evalset: 'refunds', file, noRegression }]).reasons

const six = (task: number) => Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, task]))

test('a loss that is significant speaks against the run, another only where its case is named', () => {
  expect(reasonsOf(runOf(six(1)), runOf(six(0.2)), true)).toEqual([
    {
      evalset: 'refunds',
      kind: 'agent',
      text: 'is worse than the baseline: 0.28 less per case, 6 of 6 cases turned red',
    },
  ])
  const one = { ...six(1), a: 0.1 }
  expect(reasonsOf(runOf(six(1)), runOf(one), true)).toEqual([])
  expect(reasonsOf(runOf(six(1)), runOf(one), ['a', 'b'])).toEqual([
    { evalset: 'refunds', kind: 'agent', text: 'turned red since the baseline: a' },
  ])
  expect(reasonsOf(runOf(one), runOf(six(1)), ['a'])).toEqual([])
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
})

test('two sets of one name are both guarded', () => {
  const twice = ({ sets, ...rest }: RunResults) => ({
    ...rest,
    sets: [...sets, ...sets.map((own) => ({ ...own, file: 'evals/more.evalset.json' }))],
  })
  expect(reasonsOf(twice(runOf(six(1))), twice(runOf(six(0.1))), true)).toHaveLength(1)
})

test('names out of a results file are text on lines of 80 columns, never a command or a colour', () => {
  const results = runOf({ [HOSTILE]: 0.9, ['x'.repeat(500)]: 0.9 }, { model: HOSTILE }, HOSTILE)
  const later = runOf({ [HOSTILE]: 0.1, fresh: 1 }, { model: `other ${HOSTILE}` }, HOSTILE)
  const { comparison } = compareWithBaseline({ name: `${HOSTILE}.json`, results }, later, [
    { evalset: HOSTILE, file, noRegression: [HOSTILE] },
  ])
  if (comparison === undefined) throw new Error('it was compared')
  const text = renderComparison({ ...comparison, started: HOSTILE, forced: true })
  for (const line of text.split('\n')) {
    expect(line.length).toBeLessThanOrEqual(80)
    expect(line).not.toMatch(/^\s*::|[\p{Cc}\p{Cf}]/u)
  }
})
