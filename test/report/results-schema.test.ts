import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildSet } from '../../src/report/build-set.js'
import { compareRuns } from '../../src/report/compare-runs.js'
import { resultsSchema } from '../../src/report/results-schema.js'
import { allScored, GATE, makeCase, makeSet, scored, unjudged, WEAK } from '../evalset/records.js'
import { CHECK, makeResults, makeRun } from './runs.js'

const set = makeSet()

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

test('so do trials, intervals and the comparison with a baseline', () => {
  const records = Array.from({ length: 40 }, (_, index) =>
    makeCase(set, `c${index >> 1}`, allScored(index % 3 ? 0.9 : 0.1), { trial: (index % 2) + 1 }),
  )
  const run = { ...makeRun(set, []), records, planned: 40, trials: 2, gate: { ...GATE, pass: { at: 2, min: 0.5 } } }
  const before = makeResults({ sets: [buildSet(run)], checks: [CHECK] })
  const results = makeResults({ sets: [buildSet(run)], checks: [CHECK], comparison: compareRuns(before, before) })
  expect(results.sets[0]?.statistics?.intervals?.aggregate).not.toBe(null)
  expect(results.comparison?.groups.map(({ pairs }) => pairs)).toEqual([20, 1])
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
  const whole = makeResults({ comparison: compareRuns(makeResults({}), makeResults({})) })
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(whole))
})
