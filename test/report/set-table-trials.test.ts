import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { renderSetTable } from '../../src/report/set-table.js'
import { aggregateScores } from '../../src/scoring/aggregate.js'
import { intervalOf, resampleMeans } from '../../src/scoring/interval.js'
import type { CaseRecord } from '../../src/types.js'
import { allScored, GATE, makeCase, makeSet, unjudged, WEAK } from '../evalset/records.js'
import { buildLargeSet, makeRun, recordsOf } from './runs.js'

const set = makeSet()

test('a set of enough cases has a range beside each figure, in 80 columns', () => {
  const text = renderSetTable(buildLargeSet(1))
  expect(text).toMatchInlineSnapshot(`
    "Eval set refunds
      mode trajectory, judged by judge-1, 24 cases

      ARTIFACT
        task_success            0.84    0.75-0.92  PASS
        hallucination (invert)  0.10    0.09-0.21
        response_quality        0.80    0.71-0.82

      PROCESS
        tool_use_quality        0.80    0.71-0.82
        trajectory              0.80    0.71-0.82

      Aggregate 0.83 (0.80-0.86), threshold 0.75: PASS
      Pass rate 0.83 (0.64-0.93) of the cases
      Gate PASS"
  `)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('with trials it says how often they pass, and which cases do so at times', () => {
  const [, end] = renderSetTable(buildLargeSet(3, { ...GATE, pass: { at: 2, min: 0.9 } })).split('\n  Aggregate')
  expect(end).toMatchInlineSnapshot(`
    " 0.81 (0.78-0.84), threshold 0.75: PASS
      Trials: pass@1 0.72 (0.55-0.85), pass@2 0.83, pass@3 0.83, pass^3 0.50
      Flickering in 8 of 24 cases: c3, c7, c12, c14, c17, and 3 more
      Gate FAIL (agent)
        agent: pass@2 is 0.83, below 0.90 (low in 4 of 24 cases: c5 passed 0 of 3,
          c10 passed 0 of 3, c15 passed 0 of 3, c20 passed 0 of 3)"
  `)
})

test('a long name leaves room for the range', () => {
  const long = makeSet({
    rubric: { dimensions: [{ name: 'x'.repeat(64), weight: 1, invert: true, category: 'artifact' }] },
  })
  const records = Array.from({ length: 20 }, (_, index) =>
    makeCase(long, `c${index}`, { ['x'.repeat(64)]: 0.2501 + index / 1e7 }),
  )
  const gate = { ...GATE, blockOn: ['x'.repeat(64)] }
  const text = renderSetTable(buildSet({ ...makeRun(long, []), records, planned: 20, gate }))
  expect(text.split('\n').find((line) => line.includes('FAIL'))).toMatchInlineSnapshot(
    `"    xxxxxxxxxxxxx… (invert)  0.2501  0.25-0.25  FAIL  → re-run (block-on failed)"`,
  )
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('intervals are the same in whatever run, and clusters keep them from shrinking with trials alone', () => {
  expect(buildLargeSet(1).statistics).toEqual(buildLargeSet(1).statistics)
  const copies = recordsOf(set, 1).flatMap((record) => [1, 2, 3].map((trial) => ({ ...record, trial })))
  const tripled = buildSet({ ...makeRun(set, []), records: copies, planned: 72, trials: 3 })
  const [once, thrice] = [buildLargeSet(1).statistics?.intervals, tripled.statistics?.intervals]
  expect(thrice?.aggregate).toEqual({
    lower: expect.closeTo(once?.aggregate?.lower ?? 0, 9),
    upper: expect.closeTo(once?.aggregate?.upper ?? 0, 9),
  })
  expect(thrice?.pass_rate?.lower).toBeCloseTo(once?.pass_rate?.lower ?? 0, 1)
})

test('what nobody judged leaves the rate, and of cases that are all alike the rule of three tells how far others may be', () => {
  const records = Array.from({ length: 20 }, (_, index) =>
    makeCase(set, `c${index}`, index === 0 ? { task_success: unjudged('refused: x') } : allScored()),
  )
  const { statistics, aggregate } = buildSet({ ...makeRun(set, []), records, planned: 20 })
  // 19 cases were scored. Every dimension at its worse end for a share q of the cases makes the aggregate 1 - q of what it is.
  const others = 1 - 0.05 ** (1 / 19)
  const [lower, upper] = [(aggregate ?? 0) * (1 - others), (aggregate ?? 0) * (1 - others) + others]
  expect(statistics).toMatchObject({ cases: 20, pass_rate: 1, intervals: { pass_rate: null } })
  expect(statistics?.intervals?.aggregate).toEqual({ lower: expect.closeTo(lower, 9), upper: expect.closeTo(upper, 9) })
  expect(statistics?.intervals?.dimensions.hallucination).toBe(null)
})

test.each(['complement', 'subtract'] as const)(
  'an aggregate with gaps, under %s, is resampled as it is computed',
  (invert_mode) => {
    const own = makeSet({ rubric: { invert_mode } })
    const records = Array.from({ length: 24 }, (_, index) =>
      makeCase(own, `c${index}`, {
        ...allScored(index / 24),
        ...(index > 1 && { trajectory: unjudged('refused: x') }),
      }),
    )
    const { statistics } = buildSet({ ...makeRun(own, []), records, planned: 24 })
    const names = own.rubric.dimensions.map(({ name }) => name)
    const means = resampleMeans(
      names.map((name) => Float64Array.from(records, ({ scores }) => scores[name] ?? Number.NaN)),
    )
    const drawn = Float64Array.from(means[0] ?? [], (_, draw) => {
      const known = names.flatMap((name, place) =>
        Number.isNaN(means[place]?.[draw]) ? [] : [[name, means[place]?.[draw]]],
      )
      return aggregateScores(own.rubric, Object.fromEntries(known), 0).aggregate ?? Number.NaN
    })
    const { lower, upper } = intervalOf(drawn, 24) ?? { lower: 1, upper: 0 }
    expect(statistics?.intervals?.aggregate).toEqual({
      lower: expect.closeTo(lower, 9),
      upper: expect.closeTo(upper, 9),
    })
  },
)

test('a gate on trials blames the judge where only a text that is not there word for word is missing', () => {
  const gate = { ...GATE, pass: { all: 2, min: 1 } } as const
  const trial = (dimensions: CaseRecord['dimensions'], trial: number) => makeCase(set, 'c1', dimensions, { trial })
  const records = [trial({ task_success: WEAK }, 1), trial({ task_success: WEAK }, 2)]
  const { gate: decided } = buildSet({ ...makeRun(set, []), records, planned: 2, trials: 2, gate })
  expect(decided.reasons).toEqual([
    {
      kind: 'judge unavailable',
      text: 'pass^2 is 0.00, below 1.00 (low in 1 of 1 cases: c1 passed 0 of 2), only because the expected text does not stand there word for word',
    },
  ])
})

test('where no dimension blocks, a trial passes by its aggregate', () => {
  const gate = { ...GATE, blockOn: [], pass: { at: 1, min: 0.5 } }
  const records = [makeCase(set, 'c1', allScored(0.1)), makeCase(set, 'c2', allScored(1)), makeCase(set, 'c3', {})]
  const { trials } = buildSet({ ...makeRun(set, []), records, planned: 3, gate })
  expect(trials?.cases.map(({ passed, failed, unjudged: open }) => [passed, failed, open])).toEqual([
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ])
  expect(trials?.pass_at).toEqual([0.5])
})
