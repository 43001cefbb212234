import { beforeAll, describe, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'

const source = `import { describe, expect, test, vi, afterEach, beforeAll } from 'vitest'
const criterion = 'Says it well'

test('forgotten and failing', () => { expect('value=1 a').toPassRubric(criterion) })
test('forgotten and passing', () => {
  const answer = 'value=9 b'
  expect(answer).toPassRubric(criterion)
})
test('forgotten and slow', () => { expect('value=1 wait=300 c').toPassRubric(criterion) })
test('forgotten after an await', async () => {
  await Promise.resolve()
  expect('value=9 d').toPassRubric(criterion)
})
test('forgotten with resolves', () => { expect(Promise.resolve('value=1 e')).resolves.toPassRubric(criterion) })
test('forgotten with bad input', () => { expect('').toPassRubric(criterion) })
test('forgotten offline', () => { expect('x').toMatchGroundTruthPatch('nonsense') })
test('returned', () => expect('value=9 f').toPassRubric(criterion))
test('all at once', async () => {
  await Promise.all(['value=9 g', 'value=9 h'].map((answer) => expect(answer).toPassRubric(criterion)))
})
test('all at once failing', async () => {
  await Promise.all(['value=1 g', 'value=9 wait=200 h'].map((answer) => expect(answer).toPassRubric(criterion)))
})
test('neighbour', () => { expect(1).toBe(1) })

describe.concurrent('global expect', () => {
  for (const n of [1, 2, 3, 9]) test('says ' + n, async () => { await expect('value=' + n + ' wait=' + (100 - 10 * n)).toPassRubric(criterion) })
  test('soft misuse', async () => { await new Promise((r) => setTimeout(r, 20)); await expect.soft('value=1 soft').toPassRubric(criterion) })
  test('soft misuse at once', async () => { await expect.soft('value=2 soft').toPassRubric(criterion) })
  test('soft right', async ({ expect }) => { await new Promise((r) => setTimeout(r, 20)); await expect.soft('value=3 soft').toPassRubric(criterion) })
  test('other', async () => { await new Promise((r) => setTimeout(r, 150)) })
  test('forgotten here', async () => { expect('value=9 wait=30 here').toPassRubric(criterion) })
})

let tries = 0
test('retried', { retry: 2 }, async () => { await expect('value=' + [1, 2, 9][tries++]).toPassRubric(criterion) })
let rounds = 0
test('repeated', { repeats: 2 }, async () => { await expect('value=' + [7, 8, 9][rounds++] + ' r').toPassRubric(criterion, { threshold: 0.6 }) })
test('timed out', { timeout: 200 }, async () => { await expect('value=9 wait=3000').toPassRubric(criterion) })
test('fake timers', async () => {
  vi.useFakeTimers()
  try { await expect('value=9 wait=20 fake').toPassRubric(criterion) } finally { vi.useRealTimers() }
})
test.fails('expected to fail', async () => { await expect('value=1 i').toPassRubric(criterion) })
test('last one forgotten', () => { expect('value=9 wait=200 last').toPassRubric(criterion) })
`

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': source })
  console.log(run.output)
  console.log(JSON.stringify(run.tests, null, 1))
  console.log(JSON.stringify(run.results[0]?.checks.map(({test,verdict,passed,reason,retry,repeat,values})=>({test,verdict,passed,reason,retry,repeat,values})), null, 0).replaceAll('},{','},\n{'))
})
describe('x', () => {
  test('x', () => { expect(run.code).toBe(1) })
})
