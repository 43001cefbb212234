/**
 * What else is asked of `vitest-judge batch`: other runs than that of Vitest, limits, judges without batches, and wrong use.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { config, write } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type BatchRan, batch, setOf, startBatch, submittedKeys, TASKS, tasksOf, WITH_BATCH } from './batch-folder.js'
import { half, perfect, read } from './review-folder.js'
import { makeFolder, runFolder } from './run-files.js'

const STATE = '.vitest-judge/batch'
const HOLD = { batches: { ms: Number.POSITIVE_INFINITY } }

async function run(path: string, api: MessagesApi, ...args: string[]): Promise<BatchRan> {
  return await startBatch(path, args, { ANTHROPIC_BASE_URL: api.url }).ran
}

test('a review batch is scored by what its batch brought', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...perfect(2), ...half(10) })
  const submitted = await run(path, api, 'submit', '--dir', 'state')
  expect(submitted.stdout).toMatch(
    /^Batch 1 submitted: msgbatch_local01, 2 calls[\s\S]*Next: npx vitest-judge batch fetch --wait --dir state\n$/,
  )
  expect(existsSync(join(path, 'state/scores'))).toBe(false)
  const fetched = await run(path, api, 'fetch', '--wait', '--dir', 'state')
  expect(fetched).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      'Now run: VITEST_JUDGE_BATCH=state/batch npx vitest-judge judge --mode review-match --dir state',
    ),
  })
  expect([read(path, 'scores/pr-2.json').scores.f1, read(path, 'scores/pr-10.json').scores.f1]).toEqual([1, 0.5])
  expect(api.stats.requests).toBe(0)
})

test('an answer of a review batch that has to be asked for again is neither scored nor set aside meanwhile', async () => {
  await using api = await startMessagesApi({
    reply: (request) => {
      const item = answerRequest(request)
      const isFirst = api.batches.made.length === 1
      return isFirst ? { json: JSON.parse(JSON.stringify(item.json).replaceAll('### Finding', '### Made up')) } : item
    },
  })
  const path = makeFolder(perfect(1))
  await run(path, api, 'submit', '--dir', 'state')
  const fetched = await run(path, api, 'fetch', '--wait', '--dir', 'state')
  expect(fetched.stdout).toContain('1 call to ask once more, because the reply did not read')
  expect(existsSync(join(path, 'state/scores'))).toBe(false)
  await run(path, api, 'submit', '--dir', 'state')
  expect((await run(path, api, 'fetch', '--wait', '--dir', 'state')).code).toBe(0)
  expect(read(path, 'scores/pr-1.json').scores.f1).toBe(1)
})

test('status tells how far each batch is, for people and as JSON', async () => {
  await using api = await startMessagesApi({ reply: answerRequest, ...HOLD })
  const path = makeFolder(tasksOf(3))
  await run(path, api, 'submit', ...TASKS)
  const open = await run(path, api, 'status')
  expect(open.code).toBe(1)
  expect(open.stdout).toMatchInlineSnapshot(`
    "Batches of \`npx vitest-judge judge --mode solo --data tasks.json\`
      1  msgbatch_local01: in progress, 3 calls (3 processing), 0 min ago, expires in 24 h 0 min, about 2,034 tokens in and 1,200 out, 0.0004 USD (half of the prices of 2026-11-29)
    Next: npx vitest-judge batch fetch --wait
    "
  `)
  expect(await run(path, api, 'fetch')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('3 of 3 calls in progress'),
  })
  for (const one of api.batches.made) await api.batches.end(one)
  expect(await run(path, api, 'status')).toMatchObject({ code: 0, stdout: expect.stringContaining('(3 succeeded)') })
  await run(path, api, 'fetch')
  const { code, stdout } = await run(path, api, 'status', '--json')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    run: 'npx vitest-judge judge --mode solo --data tasks.json',
    batches: [{ number: 1, id: 'msgbatch_local01', state: 'read', calls: 3, failed: 0, usd: expect.any(Number) }],
  })
})

test('two commands do not work with one batch at once, and the lock of one that is gone holds nobody up', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(1))
  api.batches.faults.push({ made: true, hold: true })
  const { child, ran } = startBatch(path, ['submit', ...TASKS], { ANTHROPIC_BASE_URL: api.url })
  await vi.waitUntil(() => api.batches.held === 1, { timeout: 60_000, interval: 10 })
  const second = await run(path, api, 'submit')
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('Another command works with this batch') })
  child.kill('SIGKILL')
  await ran
  writeFileSync(join(path, STATE, 'lock'), JSON.stringify({ pid: 1, host: `not ${hostname()}` }))
  expect((await run(path, api, 'submit')).stderr).toContain(`remove ${join(path, STATE, 'lock')}`)
  rmSync(join(path, STATE, 'lock'))
  expect((await run(path, api, 'submit')).stdout).toContain('had been submitted')
  expect(api.batches.made).toHaveLength(1)
})

test('judges that know no batches are left to the run, and so is a judge with another key', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const tests = `import { expect, test } from 'vitest'
import { claudeModel, scriptedModel } from 'vitest-judge'
const own = scriptedModel({ id: 'house-judge', reply: [] })
const other = claudeModel({ apiKey: 'other-key', baseURL: '${api.url}' })
test('own', async () => { await expect('value=8 a').toPassRubric('Is short', { judge: own }) })
test('other', async () => { await expect('value=8 b').toPassRubric('Is short', { judge: other }) })
test('usual', async () => { await expect('value=8 c').toPassRubric('Is short') })
`
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url), 'evals/a.eval.ts': tests })
  const { code, stdout } = await batch(path, 'submit')
  expect({ code, rows: submittedKeys(api).length }).toEqual({ code: 0, rows: 1 })
  expect(stdout).toContain(
    '2 calls left to the run itself: claude-haiku-5-5 cannot be asked in a batch; house-judge cannot be asked in a batch',
  )
  const key = makeFolder({
    'vitest.config.ts': config(`{ apiKey: 'other-key', baseURL: '${api.url}' }`),
    'evals/a.eval.ts': tests,
  })
  const refused = await batch(key, 'submit')
  expect(refused.stdout).toContain('claude-haiku-5-5 has another key than ANTHROPIC_API_KEY')
  const disk = readFileSync(join(key, STATE, 'job.json'), 'utf8')
  expect(`${disk}${refused.stdout}${refused.stderr}`).not.toContain('other-key')
})

test('answers about texts that are others now are told', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const tests = `import { expect, test } from 'vitest'
test('agent', async () => { await expect('value=8 ' + Math.random()).toPassRubric('Is short') })
`
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url), 'evals/a.eval.ts': tests })
  await batch(path, 'submit')
  const { code, stdout } = await batch(path, 'fetch', '--wait')
  expect(code).toBe(1)
  expect(stdout).toContain('1 answer that no call asks for any more')
})

test('another run waits for the end of the first, or for --new', async () => {
  await using api = await startMessagesApi({ reply: answerRequest, ...HOLD })
  const path = makeFolder(tasksOf(2))
  await run(path, api, 'submit', ...TASKS)
  expect(await run(path, api, 'submit', 'evals/')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('or start over with --new'),
  })
  expect(await run(path, api, 'submit', '--new')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--new would lose'),
  })
})

test('wrong use says what is wrong', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...setOf(api, 1), ...tasksOf(1) })
  const uses = [
    [],
    ['send'],
    ['status', 'evals/'],
    ['status'],
    ['submit', '--data', '-', '--mode', 'solo'],
    ['submit', '--dir', 'state', 'evals/'],
    ['submit', '--max-usd', 'much'],
    ['submit', 'evals/none'],
  ]
  const said = []
  for (const args of uses) {
    const { code, stderr } = await batch(path, ...args)
    const line = stderr.split('\n').find((text) => text.startsWith('vitest-judge: ')) ?? ''
    said.push(`${code} ${line.replaceAll(path, 'PATH')}`)
  }
  const noKey = await startBatch(path, ['submit'], { ANTHROPIC_API_KEY: '' }).ran
  said.push(`${noKey.code} ${noKey.stderr.trim()}`)
  const replay = await startBatch(path, ['submit', 'evals/'], { VITEST_JUDGE_RECORDINGS: 'replay' }).ran
  said.push(`${replay.code} ${replay.stderr.match(/InputError: .*/)?.[0]}`)
  expect(said).toMatchInlineSnapshot(`
    [
      "2 vitest-judge: Say what to do with the batch: submit, status or fetch.",
      "2 vitest-judge: There is no command "batch send". Say what to do with the batch: submit, status or fetch.",
      "2 vitest-judge: batch status takes no "evals/".",
      "2 vitest-judge: There is no batch in PATH/.vitest-judge/batch. Begin with \`npx vitest-judge batch submit\`.",
      "2 vitest-judge: batch: expected \`--data\` to be JSON or a file, beside \`--mode\`, but received "-".",
      "2 vitest-judge: batch: name one of --dir, --mode with --data, and paths and options for Vitest.",
      "2 vitest-judge: batch submit: expected \`--max-usd\` to be a number above 0, but received "much".",
      "1 vitest-judge: no eval set or eval file was found for evals/none; nothing was judged.",
      "1 vitest-judge: A batch needs ANTHROPIC_API_KEY in the environment of this command: a key given as \`apiKey\`, or in a .env file, is known to Vitest only. (node --env-file=.env node_modules/vitest-judge/dist/src/cli.js batch ... reads one.)",
      "1 InputError: vitest-judge options: expected \`recordings\` to be another one than "replay", which asks nobody, while the calls of a batch are collected, but received "replay". Set VITEST_JUDGE_RECORDINGS=auto.",
    ]
  `)
  expect(api.batches.made).toEqual([])
})

test('the folder of a batch that is none is an error', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 1))
  write(path, { '.vitest-judge/batch/x': '' })
  const { code, output } = await runFolder(path, { args: ['evals/'], env: WITH_BATCH })
  expect(code).toBe(1)
  expect(output).toContain('`VITEST_JUDGE_BATCH` to be the folder of a batch')
})
