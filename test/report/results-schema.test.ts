import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildSet } from '../../src/report/build-set.js'
import { resultsSchema } from '../../src/report/results-schema.js'
import { allScored, makeCase, makeSet, scored, unjudged, WEAK } from '../evalset/records.js'
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
  expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(makeResults({})))
})
