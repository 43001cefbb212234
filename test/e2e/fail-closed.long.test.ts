/**
 * A run in which anything is wrong is red, and its gate says so: nothing is lost or left out without a word.
 */
import { expect, test, vi } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { config, readResults, startVitest } from '../support/run-vitest.js'
import { makeFolder, runFiles, runFolder } from './run-files.js'

const settings = { args: ['evals/'], resultsIn: 'evals/results' }
const offline = (test = '{}') => config(`{ judge: 'deterministic' }`, test)
const set = (feature: string, expected = 're:done') =>
  JSON.stringify({ version: 1, feature, cases: [{ id: 'one', input: 'x', expected }] })
const fine = { 'evals/a.evalset.json': set('a'), 'evals/a.subject.ts': `export default () => 'done'` }

test.each([
  [
    'a folder of tests that is another one',
    { ...fine, 'vitest.config.ts': offline(`{ dir: 'src' }`) },
    'a.evalset.json is',
  ],
  [
    'a pattern that leaves them out',
    { ...fine, 'vitest.config.ts': offline(`{ exclude: ['evals/**'] }`) },
    'a.evalset.json is',
  ],
  [
    'a name that is not quite right',
    { 'evals/a.evalsets.json': set('a'), 'vitest.config.ts': offline() },
    'a.evalsets.json is',
  ],
])('evals that are not collected because of %s are no green run', async (_what, files, words) => {
  const run = await runFiles({ ...files, 'src/x.ts': '' }, settings)
  expect(run.code).toBe(1)
  expect(run.output).toContain(`${words} below evals/ and no eval of this run`)
})

test('a red test of an eval closes the gate of the run, whatever made it red', async () => {
  const run = await runFiles(
    {
      ...fine,
      'vitest.config.ts': offline(`{ setupFiles: ['./hooks.ts'] }`),
      'hooks.ts': `import { afterEach } from 'vitest'\nafterEach(({ task }) => { if (task.name === 'one') throw new Error('no database') })`,
      'evals/b.eval.ts': `import { expect, test } from 'vitest'
test('plain', () => { expect(1).toBe(2) })
test('wrong input', async () => { await expect('x').toMatchGroundTruthPatch('no patch') })
test.fails('meant', () => { expect(1).toBe(2) })`,
    },
    settings,
  )
  expect(run.code).toBe(1)
  expect(run.results[0]?.gate).toMatchObject({
    passed: false,
    reasons: [
      { kind: 'not judged', text: '1 test failed: a > one' },
      { kind: 'agent', text: '1 test failed: plain' },
      { kind: 'config', text: '1 test cannot be judged as written: wrong input' },
    ],
  })
  expect(run.results[0]?.gate.line).toContain('Gate, whole run: FAIL (not judged, agent, config)')
})

test('a set whose process dies is named', async () => {
  const run = await runFiles(
    {
      ...fine,
      'vitest.config.ts': offline(`{ pool: 'forks' }`),
      'evals/k.evalset.json': set('k'),
      'evals/k.subject.ts': `export default () => process.kill(process.pid, 'SIGKILL')`,
    },
    settings,
  )
  expect(run.code).toBe(1)
  expect(run.results[0]?.gate.line).toContain('evals/k.evalset.json')
})

test('where Vitest cannot collect, what it says is told', async () => {
  const files = { ...fine, 'evals/t.eval.ts': `import { test } from 'vitest'\ntest('t', () => {})` }
  const said = async (test: string) => {
    const run = await runFiles(
      { ...files, 'vitest.config.ts': offline(test) },
      { ...settings, args: ['evals/', '--tags-filter=nope'] },
    )
    expect([run.code, run.output.includes('its process ended')]).toEqual([1, false])
    return run.results[0]?.gate.reasons.map(({ kind, text }) => `${kind}: ${text}`)
  }
  const isTold = [
    expect.stringMatching(/^config: evals\/a\.evalset\.json cannot run, .*: it could not be collected: .*"nope"/),
    'not judged: not run to its end: evals/t.eval.ts',
    expect.stringMatching(/^not judged: errors outside of tests: 2, the first: .*"nope"/),
  ]
  expect(await said('{}')).toEqual(isTold)
  expect(await said(`{ tags: [{ name: 'slow' }] }`)).toEqual(isTold)
})

test('a folder of tests that was typed makes a run of a part', async () => {
  const path = makeFolder({
    'vitest.config.ts': offline(),
    'evals/sub/a.evalset.json': set('a'),
    'evals/sub/a.subject.ts': `export default () => 'x'`,
  })
  const narrowed = async (...dir: string[]) =>
    (await runFolder(path, { ...settings, args: ['a.evalset', ...dir] })).results.at(-1)?.run.narrowed_by
  expect(await narrowed('--dir', 'evals/sub')).toEqual(['--dir evals/sub'])
  expect(await narrowed('--dir=./evals')).toBe(undefined)
  expect(await narrowed()).toBe(undefined)
})

test('hooks that keep a set from running are told', async () => {
  const run = await runFiles(
    {
      ...fine,
      'vitest.config.ts': offline(`{ setupFiles: ['./hooks.ts'] }`),
      'hooks.ts': `import { beforeAll } from 'vitest'\nbeforeAll(() => { throw new Error('no database') })`,
    },
    settings,
  )
  expect(run.code).toBe(1)
  expect(run.results[0]?.gate.line).toContain('not run to its end: evals/a.evalset.json')
})

test.each([['a terminal that is closed', 129]])('%s leaves partial results', async (_what, code) => {
  const path = makeFolder({
    ...fine,
    'vitest.config.ts': offline(),
    'evals/w.evalset.json': set('w'),
    'evals/w.subject.ts': `export default () => new Promise(() => {})`,
  })
  const { child, finished, output } = startVitest(path, ['evals/', '--reporter=verbose'])
  await vi.waitUntil(() => output().includes('a > gate'), { timeout: 60_000, interval: 20 })
  child.kill('SIGHUP')
  expect((await finished).code).toBe(code)
  const [results] = readResults(path) as RunResults[]
  expect(results?.gate).toMatchObject({ passed: false })
  expect(results?.sets.map(({ evalset }) => evalset)).toContain('a')
})

test('a judge that ends the process does not end it well', async () => {
  const judge = `import { scriptedModel } from 'vitest-judge'\nconst judge = scriptedModel({ reply: () => process.exit(0) })`
  const run = await runFiles(
    { ...fine, 'vitest.config.ts': config(`{ judge, recordings: 'off' }`, '{}', judge) },
    settings,
  )
  expect(run.code).toBe(1)
})

test.each([
  [`{ diff: 'nowhere' }`, 'expected `subject.diff` to be a branch, tag or commit'],
  [`{ artifacts: 'nowhere' }`, 'expected the folder of `subject.artifacts` to be a folder that can be read'],
])('a subject %s that is not there is the fault of the configuration', async (subject, words) => {
  const run = await runFiles(
    { 'evals/a.evalset.json': set('a'), 'vitest.config.ts': config(`{ judge: 'deterministic', subject: ${subject} }`) },
    settings,
  )
  expect(run.code).toBe(1)
  expect(run.results[0]?.gate.reasons).toMatchObject([{ kind: 'config', text: expect.stringContaining(words) }])
})
