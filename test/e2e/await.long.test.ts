import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles, statesOf } from './run-files.js'

const calls = `import { describe, expect, test, vi } from 'vitest'
const criterion = 'Says it well'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('forgotten', () => {
  test('failing', () => { expect('value=1 a').toPassRubric(criterion) })
  test('passing', () => { expect('value=9 b').toPassRubric(criterion) })
  test('with a slow judge', () => { expect('value=9 wait=300').toPassRubric(criterion) })
  test('after an await', async () => { await sleep(1); expect('value=9 c').toPassRubric(criterion) })
  test('settled early', async () => { expect('value=9 d').toPassRubric(criterion); await sleep(100) })
  test('rejected early', async () => { expect('value=1 e').toPassRubric(criterion); await sleep(100) })
  test('before another', async () => { expect('value=9 f').toPassRubric(criterion); await expect('value=9 g').toPassRubric(criterion) })
  test('soft', async () => { expect.soft('value=1 h').toPassRubric(criterion); await sleep(100) })
  test('resolves', () => { expect(Promise.resolve('value=1 i')).resolves.toPassRubric(criterion) })
  test('offline', () => { expect('x').toMatchGroundTruthPatch('nonsense') })
})
describe('awaited', () => {
  test('returned', () => expect('value=9 j').toPassRubric(criterion))
  test('later', async () => { const call = expect('value=9 k').toPassRubric(criterion); await sleep(100); await call; await call })
  test('soft', async () => { await expect.soft('value=9 l').toPassRubric(criterion) })
  test('soft resolves', async () => { await expect.soft(Promise.resolve('value=9 m')).resolves.toPassRubric(criterion) })
  test('all', async () => { await Promise.all(['value=9 n', 'value=9 o'].map((answer) => expect(answer).toPassRubric(criterion))) })
  test('caught', async () => { await expect('value=1 p').toPassRubric(criterion).catch(() => {}) })
  test('rejects', async () => { await expect(expect('value=1 q').toPassRubric(criterion)).rejects.toThrow('0.10') })
  test('fake timers', async () => {
    vi.useFakeTimers()
    try { await expect('value=9 wait=20').toPassRubric(criterion) } finally { vi.useRealTimers() }
  })
  test.fails('failing as expected', async () => { await expect('value=1 r').toPassRubric(criterion) })
})
test('the last one is forgotten', () => { expect('value=9 wait=200').toPassRubric(criterion) })
`

const concurrent = `import { describe, expect, test } from 'vitest'
const criterion = 'Says it well'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.concurrent('concurrent', () => {
  for (const n of [1, 2, 8, 9]) test('says ' + n, async () => { await sleep(50 - 5 * n); await expect('value=' + n).toPassRubric(criterion) })
})
`

const soft = `import { describe, expect, test } from 'vitest'
const criterion = 'Says it well'
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.concurrent('soft', () => {
  test('global', async () => { await sleep(20); await expect.soft('value=1').toPassRubric(criterion) })
  test('own', async ({ expect }) => { await sleep(20); await expect.soft('value=2').toPassRubric(criterion) })
  test('forgotten', async () => { expect('value=9 wait=30').toPassRubric(criterion) })
  test('innocent', async () => { await sleep(200) })
})
`

const attempts = `import { expect, test } from 'vitest'
const criterion = 'Says it well'
let tries = 0
test('retried', { retry: 2 }, async () => { await expect('value=' + [1, 2, 9][tries++]).toPassRubric(criterion) })
let rounds = 0
test('repeated', { repeats: 2 }, async () => { await expect('value=' + [9, 8, 7][rounds++]).toPassRubric(criterion, { threshold: 0.7 }) })
let goes = 0
test('timed out at first', { timeout: 500, retry: 2 }, async () => { await expect('value=9 wait=' + [3000, 3001, 0][goes++]).toPassRubric(criterion) })
test('timed out', { timeout: 200 }, async () => { await expect('value=9 wait=3000').toPassRubric(criterion) })
`

let run: FilesRun
beforeAll(async () => {
  const tests = {
    'calls.test.ts': calls,
    'concurrent.test.ts': concurrent,
    'soft.test.ts': soft,
    'attempts.test.ts': attempts,
  }
  run = await runFiles({ 'vitest.config.ts': judgedConfig('', '{ hookTimeout: 250 }'), ...tests })
})

test('a forgotten await fails the very test that forgot it, whatever the verdict and whenever it comes', () => {
  expect(statesOf(run, 'forgotten')).toEqual({
    failing: 'failed',
    passing: 'failed',
    'with a slow judge': 'failed',
    'after an await': 'failed',
    'settled early': 'failed',
    'rejected early': 'failed',
    'before another': 'failed',
    soft: 'failed',
    resolves: 'failed',
    offline: 'failed',
  })
  expect(run.tests['the last one is forgotten']?.status).toBe('failed')
})

test('the message of a forgotten await names the matcher and points to its line', () => {
  expect(run.tests['forgotten settled early']).toMatchInlineSnapshot(`
    {
      "errors": [
        "InputError: expect(...).toPassRubric(...) was not awaited, so its verdict would have been lost. Write "await expect(...).toPassRubric(...)".",
      ],
      "place": "calls.test.ts:10",
      "status": "failed",
    }
  `)
  expect(run.tests['forgotten rejected early']?.place).toBe('calls.test.ts:11')
  expect(run.tests['forgotten offline']?.errors[0]).toContain('toMatchGroundTruthPatch(...) was not awaited')
})

test('an await in any form is seen', () => {
  expect(new Set(Object.values(statesOf(run, 'awaited')))).toEqual(new Set(['passed']))
})

test('nothing is reported as an unhandled rejection', () => {
  expect(run.output).not.toContain('Unhandled')
})

test('the global expect finds its test among concurrent ones', () => {
  expect(statesOf(run, 'concurrent')).toEqual({
    'says 1': 'failed',
    'says 2': 'failed',
    'says 8': 'passed',
    'says 9': 'passed',
  })
  const checks = run.results[0]?.checks.filter(({ test }) => test.startsWith('concurrent > says'))
  expect(checks?.map(({ test, values }) => [test, values.score])).toEqual([
    ['concurrent > says 1', 0.1],
    ['concurrent > says 2', 0.2],
    ['concurrent > says 8', 0.8],
    ['concurrent > says 9', 0.9],
  ])
})

test('expect.soft of the global expect in a concurrent test fails with the reason, and no other test with it', () => {
  expect(statesOf(run, 'soft')).toEqual({ global: 'failed', own: 'failed', forgotten: 'failed', innocent: 'passed' })
  expect(run.tests['soft global']).toMatchInlineSnapshot(`
    {
      "errors": [
        "InputError: expect.soft(...).toPassRubric(...) would report to another test: in concurrent tests the global expect does not know its own. Take expect from the test's context: test('...', async ({ expect }) => ...).",
      ],
      "place": "soft.test.ts:6",
      "status": "failed",
    }
  `)
  expect(run.tests['soft own']?.errors[0]).toContain('0.20')
  expect(run.tests['soft forgotten']?.errors[0]).toContain('was not awaited')
})

test('all attempts are recorded, and the table shows the last one', () => {
  const attemptsOf = (name: string) =>
    run.results[0]?.checks
      .filter(({ test }) => test === name)
      .map(({ values, retry, repeat }) => ({ score: values.score, retry, repeat }))
  expect(attemptsOf('retried')).toEqual([
    { score: 0.1, retry: 0, repeat: 0 },
    { score: 0.2, retry: 1, repeat: 0 },
    { score: 0.9, retry: 2, repeat: 0 },
  ])
  expect(attemptsOf('repeated')?.map(({ repeat }) => repeat)).toEqual([0, 1, 2])
  const rows = run.stdout.split('\n').filter((line) => /toPassRubric.*(retried|repeated)$/.test(line))
  expect(rows).toEqual([
    '  ✓ toPassRubric  score 0.90 (>= 0.75)  retried',
    '  ✓ toPassRubric  score 0.70 (>= 0.70)  repeated',
  ])
})

test('an attempt that times out is unjudged, and the next one is judged', () => {
  const attempts = run.results[0]?.checks.filter(({ test }) => test === 'timed out at first')
  expect(attempts?.map(({ retry, verdict }) => [retry, verdict])).toEqual([
    [0, 'unjudged'],
    [1, 'unjudged'],
    [2, 'pass'],
  ])
  for (const { reason } of attempts?.slice(0, 2) ?? []) expect(reason).toMatch(/^the test ended first: Test timed out/)
  expect(run.tests['timed out at first']?.status).toBe('passed')
})

test('a test that times out while the judge thinks is recorded as unjudged', () => {
  expect(run.tests['timed out']?.status).toBe('failed')
  const [check] = run.results[0]?.checks.filter(({ test }) => test === 'timed out') ?? []
  expect(check).toMatchObject({ verdict: 'unjudged', passed: false, values: {} })
  expect(check?.reason).toMatch(/^the test ended first: Test timed out in 200ms/)
  expect(run.results[0]?.unjudged).toEqual({ checks: 1, cases: 0 })
  expect(run.results[0]?.gate).toMatchObject({
    passed: false,
    reasons: expect.arrayContaining([{ evalset: null, kind: 'not judged', text: '1 check has no verdict' }]),
  })
})
