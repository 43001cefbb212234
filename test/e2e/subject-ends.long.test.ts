/**
 * Subjects that do not return in time, that fail while a run is given up, or that are called again.
 */
import { expect, test } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { judgedConfig, runFiles } from './run-files.js'
import { casesOf, setNamed, settings } from './subject-sets.js'

test('of several attempts at a case the last one counts, and all are paid for', async () => {
  const second = `let calls = 0\nexport default () => 'task_success=' + [0, 1][calls++]\n`
  const retried = await runFiles(
    {
      'vitest.config.ts': judgedConfig(),
      'evals/plain.evalset.json': setNamed('plain', ['c']),
      'evals/plain.subject.ts': second,
    },
    { ...settings, args: ['evals/', '--retry=1'] },
  )
  expect(retried.tests['plain gate']?.status).toBe('passed')
  expect(casesOf(retried, 'plain').map(({ scores, retry }) => [scores.task_success, retry])).toEqual([[1, 1]])
  expect(retried.results[0]?.usage.requests).toBe(6)
})

test('a subject that does not return before the test ends has failed, and a draft records it too', async () => {
  const never = `export default () => new Promise(() => {})`
  const files = {
    'evals/never.evalset.json': setNamed('never', ['c', 'd']),
    'evals/never.subject.ts': never,
    'evals/sketch.evalset.json': setNamed('sketch', ['c'], true),
    'evals/sketch.subject.ts': never,
  }
  const run = await runFiles({ 'vitest.config.ts': judgedConfig('timeout: 500'), ...files }, settings)
  const { sets } = resultsSchema.parse(run.results[0])
  const records = sets.flatMap(({ evalset, cases }) => cases.map(({ id, error }) => [evalset, id, error]))
  expect(records).toEqual(
    ['never c', 'never d', 'sketch c'].map((name) => [
      ...name.split(' '),
      'the subject did not return before the test ended',
    ]),
  )
  expect(sets[0]?.gate.reasons.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    'agent: the subject failed in 2 of 2 cases: c, d',
  ])
  expect(run.tests['sketch gate']?.status).toBe('passed')
})

test('a subject that was at work when the run was given up has not failed', async () => {
  const files = {
    // Vitest 4.1 forgets tests that began after the one that failed.
    'evals/bailed.evalset.json': setNamed('bailed', ['at work', 'throws']),
    'evals/bailed.subject.ts': `export default ({ id }: { id: string }) => new Promise((_, reject) => {
  if (id === 'throws') setTimeout(() => reject(new Error('the agent crashed')), 100)
})
`,
  }
  const run = await runFiles(
    { 'vitest.config.ts': judgedConfig(), ...files },
    { ...settings, args: ['evals/', '--bail=1'] },
  )
  expect(
    casesOf(run, 'bailed').map(({ id, error, dimensions }) => [id, error, dimensions.task_success?.reason]),
  ).toEqual([
    ['at work', undefined, 'aborted: the subject did not return before the test ended'],
    ['throws', 'the agent crashed', 'subject_failed: the agent crashed'],
  ])
})

test('a case that does not end in time is unjudged, and the gate does not blame the agent', async () => {
  const files = {
    'evals/slow.evalset.json': setNamed('slow', ['c']),
    'evals/slow.subject.ts': `export default () => 'wait=5000'`,
  }
  const slow = await runFiles({ 'vitest.config.ts': judgedConfig('timeout: 500'), ...files }, settings)
  expect(slow.tests['slow c']?.status).toBe('failed')
  expect(slow.tests['slow gate']?.errors.join()).toMatchInlineSnapshot(`
    "JudgeError: gate of slow: closed

      ✗ not judged: task_success is unjudged in 1 of 1 cases: c (aborted)"
  `)
  expect(casesOf(slow, 'slow')[0]?.dimensions.task_success).toMatchObject({ state: 'unjudged', score: null })
})

test('what a subject throws is kept in short and without hidden characters', async () => {
  const run = await runFiles(
    {
      'vitest.config.ts': judgedConfig(),
      'evals/loud.evalset.json': setNamed('loud', ['c']),
      'evals/loud.subject.ts': `export default () => { throw new Error('\\x1b[2J\\nfirst ' + 'A'.repeat(1e6)) }`,
    },
    { args: ['evals/'], resultsIn: 'evals/results' },
  )
  expect(run.results[0]?.sets[0]?.cases[0]?.error).toMatch(/^\[2J first A{1990}… \(\+[\d,]+ characters\)$/)
  expect(JSON.stringify(run.results[0]).length).toBeLessThan(50_000)
})
