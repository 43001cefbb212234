/**
 * Matchers in hooks, helpers, fixtures and polls: each gives a verdict that is kept, or fails with the reason.
 *
 * Counts: 3 places outside tests, 13 ways inside them.
 */
import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles, statesOf } from './run-files.js'

const file = (
  body: string,
) => `import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test as base, vi } from 'vitest'
const criterion = 'Says it well'
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const test = base
${body}
`

const outside = {
  'before.test.ts': file(`beforeAll(async () => { await expect('value=9 before').toPassRubric(criterion) })
test('x', () => {})`),
  'after.test.ts': file(`afterAll(async () => { await expect('value=9 after').toPassRubric(criterion) })
test('x', () => {})`),
  'top.test.ts': file(`await expect('value=9 top').toPassRubric(criterion)
test('x', () => {})`),
}

const inside = file(`
describe('hooks', () => {
  beforeEach(async ({ task }) => { if (task.name === 'before') await expect('value=9 a').toPassRubric(criterion) })
  afterEach(async ({ task }) => { if (task.name === 'after') await expect('value=9 b').toPassRubric(criterion) })
  beforeEach(({ task }) => { if (task.name === 'before, forgotten') expect('value=9 c').toPassRubric(criterion) })
  afterEach(({ task }) => { if (task.name === 'after, forgotten') expect('value=9 wait=50 d').toPassRubric(criterion) })
  for (const name of ['before', 'after', 'before, forgotten', 'after, forgotten']) test(name, () => {})
})
describe('ways', () => {
  const judgeDeep = async (text) => { await sleep(1); [text].forEach((each) => { expect(each).toPassRubric(criterion) }) }
  test('nested helper, forgotten', async () => { await judgeDeep('value=9 e') })
  test('not, forgotten', () => { expect('value=1 f').not.toPassRubric(criterion) })
  test('resolves, forgotten, failing', () => { expect(Promise.resolve('value=9 g')).resolves.not.toPassRubric(criterion) })
  test('resolves, forgotten, passing', () => { expect(Promise.resolve('value=1 h')).resolves.not.toPassRubric(criterion) })
  test.concurrent('concurrent, forgotten', () => { expect('value=9 wait=30 h').toPassRubric(criterion) })
  test.concurrent('concurrent, awaited', async () => { await expect('value=9 wait=30 i').toPassRubric(criterion) })
  base.extend({ judged: async ({}, use) => { await expect('value=9 j').toPassRubric(criterion); await use(1) } })('fixture', ({ judged }) => {})
  test('poll', async () => { await expect.poll(() => 'value=9 k').toPassRubric(criterion) })
  test('waitFor', async () => { await vi.waitFor(async () => { await expect('value=9 l').toPassRubric(criterion) }) })
})
`)

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), ...outside, 'inside.test.ts': inside })
})

test('outside tests nobody is asked, and the file is red with the reason', () => {
  expect(run.code).toBe(1)
  expect(run.output.match(/Error: expect\(\.\.\.\)\.toPassRubric\(\.\.\.\) was called outside a test/g)).toHaveLength(3)
  for (const name of Object.keys(outside)) expect(run.output).toMatch(new RegExp(`❯ ${name}:\\d+`))
  const files = run.results[0]?.checks.map((check) => check.file)
  expect(new Set(files)).toEqual(new Set(['inside.test.ts']))
})

test('in the hooks of a test a verdict is the test’s own, and a forgotten await fails it', () => {
  expect(statesOf(run, 'hooks')).toEqual({
    before: 'passed',
    after: 'passed',
    'before, forgotten': 'failed',
    'after, forgotten': 'failed',
  })
})

test('each way to call a matcher works or fails with the reason', () => {
  expect(statesOf(run, 'ways')).toEqual({
    'nested helper, forgotten': 'failed',
    'not, forgotten': 'failed',
    'resolves, forgotten, failing': 'failed',
    // Vitest itself waits for these, so the verdict counts; only Vitest knows that nobody else did, and warns.
    'resolves, forgotten, passing': 'passed',
    'concurrent, forgotten': 'failed',
    'concurrent, awaited': 'passed',
    fixture: 'passed',
    poll: 'failed',
    waitFor: 'passed',
  })
  expect(run.tests['ways poll']?.errors[0]).toContain('every poll would ask the judge again')
  const judged = new Set(run.results[0]?.checks.map(({ test }) => test.replace(/^\w+ > /, '')))
  const kept = ['before', 'after', 'fixture', 'waitFor', 'concurrent, awaited', 'resolves, forgotten, passing']
  for (const name of kept) expect(judged).toContain(name)
  expect(run.output).toMatch(/Promise returned by .*resolves.* was not awaited/)
})
