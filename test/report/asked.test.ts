import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { compareRuns } from '../../src/report/compare-runs.js'
import type { RunInfo } from '../../src/report/results.js'
import { allScored, makeSet } from '../evalset/records.js'
import { CHECK, makeResults, makeRun, RUN } from './runs.js'

test.each<[string, Partial<RunInfo>, boolean]>([
  ['of the folder', { filters: ['evals/'] }, false],
  ['of the folder in other words', { filters: ['./EVALS\\'] }, false],
  ['of all', { filters: ['.'] }, false],
  ['without paths', { filters: [] }, false],
  ['of one of the files', { filters: ['evals/refunds'] }, true],
  ['of a path from the top of the machine', { filters: ['/app/evals/'] }, true],
  ['of a project', { filters: ['evals/'], narrowed_by: ['--project a'] }, true],
])('a run %s has what it was not asked for neither gone nor new (%#)', (_what, change, isPart) => {
  const run = { ...RUN, ...change }
  const whole = makeResults({ checks: [CHECK], sets: [buildSet(makeRun(makeSet(), [allScored()]))] })
  const part = { ...whole, run, checks: [] }
  const asked = [...(change.filters ?? []), ...(change.narrowed_by ?? [])].join(', ')
  expect(compareRuns(whole, part).notes).toEqual(
    isPart ? [`this run was asked for a part only (${asked}): what is gone may only not have run`] : [],
  )
  expect(compareRuns(part, whole).notes).toEqual(
    isPart ? [`the baseline was asked for a part only (${asked}): what is new may only not have run then`] : [],
  )
  expect(compareRuns(part, part).notes).toEqual([])
})
