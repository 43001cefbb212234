/**
 * Green runs that must be red, and verdicts that must not be: each of these was found by somebody who tried to break it.
 */
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { config } from '../support/run-vitest.js'
import { judgedConfig, runFiles, runFolder } from './run-files.js'

const set = (feature: string) =>
  JSON.stringify({ version: 1, feature, cases: [{ id: 'one', input: 'x', expected: 'y' }] })
const evalFile = (body: string) => `import { expect, test, vi } from 'vitest'\n${body}\n`

test('every project follows its own gate, and all share one judge', async () => {
  const project = (options: string) => judgedConfig(options).replaceAll('../../e2e', '../../../../e2e')
  const sub = (name: string, options: string) => ({
    [`packages/${name}/vitest.config.ts`]: project(options),
    [`packages/${name}/evals/${name}.evalset.json`]: set(name),
    [`packages/${name}/evals/${name}.subject.ts`]: `export default () => 'task_success=0.1'`,
  })
  const root = { 'vitest.config.ts': `export default { test: { projects: ['packages/*'] } }` }
  const lax = `gate: { advisory: ['task_success'] }, onUnjudged: 'skip'`
  const run = await runFiles({ ...root, ...sub('a', lax), ...sub('b', '') }, { args: ['evals/'] })
  expect(run.results[0]?.sets.map(({ evalset, block_on }) => `${evalset} ${block_on}`).sort()).toEqual([
    'a ',
    'b task_success',
  ])
  expect(run.tests['b one']?.status).toBe('failed')
  expect(run.code).toBe(1)
  const differing = await runFiles({ ...root, ...sub('a', 'concurrency: 2'), ...sub('b', '') }, { args: ['evals/'] })
  expect(differing.output).toContain('`concurrency` differs between projects')
  expect(differing.code).toBe(1)
})

test('a matcher that is called after its test cannot be lost', async () => {
  const late = `test('late', () => { setTimeout(() => { expect('value=1').toPassRubric('c') }, 20) })
test('long', async () => { await new Promise((done) => setTimeout(done, 5_000)) })`
  const run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.eval.ts': evalFile(late) }, { args: ['a.eval'] })
  expect(run.code).toBe(1)
})

test('tests of one name are told apart, and what could not run closes the gate', async () => {
  const same = `let tries = 0
test('same', async () => { await expect('refuse').toPassRubric('c') })
test('same', async () => { await expect(tries++ === 0 ? 'value=1' : 'value=9').toPassRubric('c') })`
  const files = {
    'vitest.config.ts': judgedConfig(`onUnjudged: 'skip'`, '{ retry: 1 }'),
    'a.eval.ts': evalFile(same),
    'b.eval.ts': 'this is no program',
  }
  const run = await runFiles(files, { args: ['eval'] })
  expect(run.results[0]).toMatchObject({ unjudged: { checks: 1, cases: 0 }, run: { partial: true } })
  expect(run.results[0]?.gate.reasons.map(({ text }) => text)).toEqual([
    '1 check has no verdict',
    'not run to its end: b.eval.ts',
  ])
  expect(run.code).toBe(1)
})

test('a recording answers only to what it was made for', async () => {
  const evals = evalFile(`test('good', async () => { await expect('value=9').toPassRubric('c') })
test('bad', async () => { await expect('value=1').not.toPassRubric('c') })`)
  const options = `{ judge }`
  const head = `import { judge } from '../../e2e/judge.js'`
  const { path } = await runFiles({ 'vitest.config.ts': config(options, '{}', head), 'evals/a.eval.ts': evals })
  await runFolder(path, { args: ['evals'] })
  const folder = join(path, 'evals/recordings')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  const [first = '', second = ''] = files
  copyFileSync(join(folder, first), join(folder, second))
  const settings = { args: ['evals'], env: { VITEST_JUDGE_RECORDINGS: 'replay' }, resultsIn: 'evals/results' }
  const run = await runFolder(path, settings)
  const reasons = run.results.at(-1)?.checks.flatMap(({ reason }) => reason ?? [])
  expect(reasons?.join()).toContain('its `ingredients` do not give its name')
  expect(run.code).toBe(1)
})

test('odd replies of own judges leave their own question unjudged, and no other', async () => {
  const answers = ['undefined', '{}', `{ stop: 'done' }`, `{ stop: 'ok', value: 1, usage: { input: 1 } }`]
  const odd = answers.map(
    (answer, n) => `test.concurrent('odd ${n}', async ({ expect }) => {
  await expect('x').toPassRubric('c', { judge: { id: 'odd${n}', settings: {}, judge: async () => (${answer}) } })
})`,
  )
  const fine = `test.concurrent('fine', async ({ expect }) => { await expect('value=9 wait=100').toPassRubric('c') })
test('no judge', async () => { await expect('x').toPassRubric('c', { judge: () => 1 }) })`
  const evals = evalFile([...odd, fine].join('\n'))
  const run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.eval.ts': evals }, { args: ['a.eval'] })
  const reasons = Object.fromEntries((run.results[0]?.checks ?? []).map(({ test, reason }) => [test, reason]))
  expect(reasons.fine).toBeUndefined()
  expect(run.tests.fine?.status).toBe('passed')
  for (const n of [0, 1, 2]) expect(reasons[`odd ${n}`]).toContain(`odd${n}: expected a reply with \`stop\``)
  expect(reasons['odd 3']).toContain('odd3: expected `usage` to be { input, output')
  expect(run.tests['no judge']?.errors.join()).toContain('Make one of a function with functionModel({ id, judge })')
})

test('a clock that a test stopped does not reach a record, and a key of a wrong type reaches no output', async () => {
  const evals = evalFile(`test('clock', async () => {
  vi.useFakeTimers()
  vi.setSystemTime(Number.NaN)
  await expect('value=9').toPassRubric('c')
})`)
  const run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.eval.ts': evals }, { args: ['a.eval'] })
  expect(run.code).toBe(0)
  expect(run.results[0]?.checks[0]?.judgement.timestamp).toMatch(/^20\d\d-/)
  const leaky = { 'vitest.config.ts': config(`{ apiKey: ['sk-SECRET-1'] as never }`), 'a.eval.ts': evals }
  const refused = await runFiles(leaky, { args: ['a.eval'] })
  expect(refused.output).toContain('expected `apiKey` to be a string, but received "(not shown)"')
  expect(refused.output).not.toContain('sk-SECRET-1')
})

test('a run that also writes a blob, but is no shard, is judged by its own end', async () => {
  const files = {
    'vitest.config.ts': judgedConfig(`onUnjudged: 'skip'`),
    'evals/a.eval.ts': evalFile(`test('open', async () => { await expect('refuse').toPassRubric('c') })`),
  }
  const run = await runFiles(files, {
    args: ['evals/', '--reporter=default', '--reporter=blob'],
    resultsIn: 'evals/results',
  })
  expect(run.results[0]?.unjudged.checks).toBe(1)
  expect(run.code).toBe(1)
})
