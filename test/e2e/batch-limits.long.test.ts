/**
 * `vitest-judge batch` at its limits: results that are broken or gone, money, and many calls.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { type BatchRan, batch, setOf, startBatch, submittedKeys, TASKS, tasksOf } from './batch-folder.js'
import { makeFolder } from './run-files.js'

const STATE = '.vitest-judge/batch'

async function run(path: string, api: MessagesApi, ...args: string[]): Promise<BatchRan> {
  return await startBatch(path, args, { ANTHROPIC_BASE_URL: api.url }).ran
}

test('results that are cut or refused are read again, and those that are gone are told', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(9))
  await run(path, api, 'submit', ...TASKS)
  const fetchFails = async (words: string) =>
    expect(await run(path, api, 'fetch', '--wait')).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  api.batches.resultFaults.push(403)
  await fetchFails('answered 403')
  api.batches.resultFaults.push(0)
  await fetchFails('got no answer')
  const kept = readdirSync(join(path, STATE, 'replies')).length
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(9)
  api.batches.archived = true
  const gone = await run(path, api, 'fetch')
  expect(gone).toMatchObject({ code: 1, stdout: expect.stringContaining(`${kept} of 9 calls answered`) })
  expect(gone.stdout).toContain('the results of msgbatch_local01 are gone; the service keeps them for 29 days')
  api.batches.archived = false
  await run(path, api, 'submit')
  expect(api.batches.made.map(({ rows }) => rows.length)).toEqual([9, 9 - kept])
  expect((await run(path, api, 'fetch', '--wait')).code).toBe(0)
})

test('2,000 calls take seconds', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(tasksOf(2_000))
  const started = performance.now()
  expect((await run(path, api, 'submit', ...TASKS)).code).toBe(0)
  expect((await run(path, api, 'fetch', '--wait')).code).toBe(0)
  expect(new Set(submittedKeys(api)).size).toBe(2_000)
  expect(performance.now() - started).toBeLessThan(60_000)
})

describe('limits', () => {
  test.each([
    ['--max-usd', ['--max-usd', '0.0001'], '', /do not fit --max-usd 0.0001\. Nothing was submitted/],
    ['a budget in USD', [], 'budget: { usd: 0.0001 }', /do not fit `budget.usd` 0.0001\./],
    ['a budget in tokens', [], 'budget: { tokens: 100 }', /do not fit `budget.tokens` 100\./],
    [
      'a price that is not known',
      ['--max-usd', '5'],
      "judgeModel: 'claude-next'",
      /at a price that is not known do not fit/,
    ],
  ])('%s is kept before anything is submitted', async (_, args, options, words) => {
    await using api = await startMessagesApi({ reply: answerRequest })
    const path = makeFolder(setOf(api, 3, options))
    const { code, stderr } = await batch(path, 'submit', ...args)
    expect({ code, made: api.batches.made.length }).toEqual({ code: 1, made: 0 })
    expect(stderr).toMatch(words)
  })
})
