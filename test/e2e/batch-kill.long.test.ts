/**
 * `vitest-judge batch` killed between any two of its steps, and answers of the service that get lost: every call is submitted
 * exactly once, and the next command goes on.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { write } from '../support/run-vitest.js'
import { answerRequest } from './api-judge.js'
import { agentCalls, STATE, setOf, submittedKeys, TASKS, tasksOf, WITH_BATCH } from './batch-folder.js'
import { age, goOn, killWhen, run } from './batch-kills.js'
import { makeFolder, runFolder } from './run-files.js'

const files = (path: string, name: string) => {
  const folder = join(path, STATE, name)
  return existsSync(folder) ? readdirSync(folder) : []
}

test.each([
  [
    'before the service has the batch',
    false,
    0,
    ["looking for it in the service's list for", 'Batch 1 was not submitted'],
  ],
  [
    'when the service has the batch and its id was not written down',
    true,
    0,
    ['had been submitted: it is msgbatch_local01'],
  ],
  ['so, and the clock of the service is far behind', true, 3_600_000, ['had been submitted: it is msgbatch_local01']],
])('killed %s', async (_, made, behind, words) => {
  await using api = await startMessagesApi({ reply: answerRequest, batches: { behind } })
  const path = makeFolder(tasksOf(4))
  api.batches.faults.push({ made, hold: true })
  await killWhen(path, api, ['submit', ...TASKS], () => api.batches.held === 1)
  expect(JSON.parse(readFileSync(join(path, STATE, 'batches/0001.json'), 'utf8'))).toMatchObject({ id: null })
  expect(await run(path, api, 'status')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('not known whether'),
  })
  age(path, 52)
  const told = await goOn(path, api, 4)
  for (const one of words) expect(told).toContain(one)
})

test.each([
  ['asks whether the batch has ended', /local01$/, 0],
  ['is in the middle of the results', /results$/, 1],
])('killed when fetch %s', async (_, holding, least) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(4))
  await run(path, api, 'submit', ...TASKS)
  api.batches.holding = holding
  await killWhen(path, api, ['fetch'], () => api.batches.held === 1 && files(path, 'replies').length >= least)
  expect(files(path, 'replies').length).toBeLessThan(4)
  api.batches.holding = null
  await goOn(path, api, 4)
})

test.each([
  ['of the last answers', 'batches/0001.json', '"fetched_at":"'],
  ['of the first recording', 'job.json', '"left":0'],
])('killed right after the note %s', async (_, file, words) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(4))
  await run(path, api, 'submit', ...TASKS)
  await killWhen(path, api, ['fetch', '--wait'], () => readFileSync(join(path, STATE, file), 'utf8').includes(words))
  await goOn(path, api, 4)
})

test('killed while the run still collects, with its agent at work; nothing is left running', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...setOf(api, 3), hang: '' })
  await killWhen(path, api, ['submit'], () => existsSync(join(path, 'called')) && agentCalls(path) === 3)
  rmSync(join(path, 'hang'))
  await run(path, api, 'submit')
  expect((await run(path, api, 'fetch', '--wait')).code).toBe(0)
  expect(submittedKeys(api)).toHaveLength(3)
  const replay = await runFolder(path, { args: ['evals/'], env: WITH_BATCH, resultsIn: 'evals/results' })
  // Three were called in vain, and none for a second time after that.
  expect({ code: replay.code, calls: api.stats.requests, agent: agentCalls(path) }).toEqual({
    code: 0,
    calls: 0,
    agent: 6,
  })
})

test('killed while the run is given the answers', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 3))
  await run(path, api, 'submit')
  const isRead = () => readFileSync(join(path, STATE, 'batches/0001.json'), 'utf8').includes('"fetched_at":"')
  await killWhen(path, api, ['fetch', '--wait'], isRead)
  const again = await run(path, api, 'submit')
  expect(again.stdout).toContain('every call has its answer')
  expect((await run(path, api, 'fetch')).code).toBe(0)
  const replay = await runFolder(path, { args: ['evals/'], env: WITH_BATCH, resultsIn: 'evals/results' })
  expect({ code: replay.code, calls: api.stats.requests, rows: api.batches.rows.length }).toEqual({
    code: 0,
    calls: 0,
    rows: 3,
  })
})

test.each([
  ['500 after it was made', { made: true, answer: { status: 500 } }, ''],
  ['a connection cut after it was made', { made: true }, ''],
  ['500 before it was made', { made: false, answer: { status: 500 } }, 'Trying again in 2 s (2 of 4)'],
  [
    '429 that says when to come back',
    { made: false, answer: { status: 429, headers: { 'retry-after': '1' } } },
    'Trying again in 1 s (2 of 4)',
  ],
])('submits once where the service answers %s, and says what it waits for', async (_, fault, words) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(3))
  api.batches.faults.push(fault)
  expect(await run(path, api, 'submit', ...TASKS)).toMatchObject({ code: 0, stderr: expect.stringContaining(words) })
  expect(api.batches.made).toHaveLength(1)
  await goOn(path, api, 3)
})

test('what the service refuses is not submitted, says why, and is no batch', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(3))
  const answer = { status: 400, type: 'invalid_request_error', message: 'your credit balance is too low' }
  api.batches.faults.push({ made: false, answer })
  const refused = await run(path, api, 'submit', ...TASKS)
  expect({ code: refused.code, batches: files(path, 'batches') }).toEqual({ code: 1, batches: [] })
  expect(refused.stderr).toContain('Batch 1 was not submitted: POST /v1/messages/batches answered 400: your credit')
  await goOn(path, api, 3)
})

test('of several batches that may be the lost one none is taken before results tell', async () => {
  await using api = await startMessagesApi({ reply: answerRequest, batches: { ms: Number.POSITIVE_INFINITY } })
  const [path, other] = [makeFolder(tasksOf(3)), makeFolder(tasksOf(3))]
  api.batches.faults.push({ made: true, hold: true })
  await killWhen(path, api, ['submit', ...TASKS], () => api.batches.held === 1)
  await run(other, api, 'submit', ...TASKS)
  const undecided = await run(path, api, 'submit')
  expect({ code: undecided.code, made: api.batches.made.length }).toEqual({ code: 1, made: 2 })
  expect(undecided.stderr).toContain(
    'It is not known whether batch 1 was submitted: msgbatch_local02, msgbatch_local01',
  )
  for (const one of api.batches.made) await api.batches.end(one)
  expect((await run(path, api, 'fetch')).code).toBe(0)
})

test('a batch that was taken for another one is known by its results, and the right one is submitted', async () => {
  await using api = await startMessagesApi({ reply: answerRequest, batches: { ms: Number.POSITIVE_INFINITY } })
  const [path, other] = [
    makeFolder(tasksOf(2)),
    makeFolder({ 'tasks.json': tasksOf(3)['tasks.json']?.replace('8 0', '7 9') ?? '' }),
  ]
  write(other, {
    'tasks.json': JSON.stringify(JSON.parse(readFileSync(join(other, 'tasks.json'), 'utf8')).slice(0, 2)),
  })
  api.batches.faults.push({ made: false, hold: true })
  await killWhen(path, api, ['submit', ...TASKS], () => api.batches.held === 1)
  await run(other, api, 'submit', ...TASKS)
  const taken = await run(path, api, 'submit')
  expect(taken.stdout).toContain('as far as its time and size tell')
  expect(api.batches.made).toHaveLength(1)
  for (const one of api.batches.made) await api.batches.end(one)
  const fetched = await run(path, api, 'fetch')
  expect(fetched).toMatchObject({ code: 1, stdout: expect.stringContaining('turned out to be another batch') })
  age(path, 60)
  const again = await run(path, api, 'submit')
  expect(again.stdout).toContain('Batch 1 was not submitted.')
  expect(api.batches.made).toHaveLength(2)
  for (const one of api.batches.made) await api.batches.end(one)
  expect((await run(path, api, 'fetch')).code).toBe(0)
})
