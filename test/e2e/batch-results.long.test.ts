/**
 * Results of a batch that are broken in parts or not there at all: nothing locks the job, and what is there is recorded.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { batch, setOf } from './batch-folder.js'
import { makeFolder } from './run-files.js'

const CUT = '{"custom_id":"'

const recordings = (path: string) =>
  readdirSync(join(path, 'evals/recordings'), { recursive: true }).filter((name) => `${name}`.endsWith('.json')).length

test('a line that cannot be read does not matter where every call has its answer, and is told', async () => {
  await using api = await startMessagesApi({
    reply: answerRequest,
    batches: { order: (lines) => [CUT, ...lines, 'null'] },
  })
  const path = makeFolder(setOf(api, 3))
  await batch(path, 'submit')
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched).toMatchObject({ code: 0, stdout: expect.stringContaining('3 of 3 calls answered, and 2 lines of') })
})

test.each([
  ['once is read again', 1, 0, [3]],
  ['always leaves its call without an answer, which alone is submitted again', 9, 1, [3, 1]],
])('a row that comes broken %s', async (_, times, code, sizes) => {
  let left = times
  const order = (lines: string[]) => (api.batches.made.length === 1 && left-- > 0 ? [CUT, ...lines.slice(1)] : lines)
  await using api = await startMessagesApi({ reply: answerRequest, batches: { order } })
  const path = makeFolder(setOf(api, 3))
  await batch(path, 'submit')
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched.code, fetched.stdout).toBe(code)
  expect(recordings(path)).toBe(3 - code)
  if (code === 1) {
    expect(fetched.stdout.replace(/> c\d >/, '> cN >')).toMatchInlineSnapshot(`
      "Batch 1 (msgbatch_local01): 2 of 3 calls answered, and 1 line of its results cannot be read
        ✗ missing   sums > cN > task_success: the results of msgbatch_local01 do not have it, but 1 line that cannot be read (can be submitted again)
      1 call still without an answer
      Another round is needed. Next: npx vitest-judge batch submit
      "
    `)
    expect((await batch(path, 'submit')).code).toBe(0)
  }
  expect(api.batches.made.map(({ rows }) => rows.length)).toEqual(sizes)
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
})

test('a batch that the service does not know any more is given up when it is said, and nothing else waits for it', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  api.batches.made.length = 0
  const way = 'npx vitest-judge batch submit --resubmit'
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched.code).toBe(1)
  expect(fetched.stderr).toContain(
    `answered 404: batch msgbatch_local01 not found. To give it up and submit its calls again: ${way}`,
  )
  expect(await batch(path, 'status')).toMatchObject({ code: 1, stdout: expect.stringContaining(`Next: ${way}`) })
  expect(await batch(path, 'submit')).toMatchObject({ code: 1, stderr: expect.stringContaining(way) })
  expect((await batch(path, 'submit', '--resubmit')).stdout).toContain('is given up: the service does not know it')
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
})

test('of a batch that has ended and was not read nothing is under way', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  await expect.poll(() => api.batches.made[0]?.ended).toBe(true)
  const again = await batch(path, 'submit')
  expect(again.code).toBe(1)
  expect(again.stdout).toContain(
    '2 calls of a batch that has ended and is still to be read, not submitted again\nNext:',
  )
})

test('results that are gone though the batch is there are submitted again', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  api.batches.resultFaults.push(404)
  expect((await batch(path, 'fetch', '--wait')).stdout).toContain('the results of msgbatch_local01 are gone')
  expect((await batch(path, 'submit')).code).toBe(0)
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
})

test('an answer with counts of tokens that no recording could have is none', async () => {
  const message = {
    ...{ type: 'message', model: 'claude-haiku-5-5', stop_reason: 'end_turn', content: [{ type: 'text', text: '{}' }] },
    usage: { input_tokens: -5, output_tokens: 1 },
  }
  await using api = await startMessagesApi({
    reply: answerRequest,
    batches: { row: () => (api.batches.made.length === 1 ? { type: 'succeeded', message } : undefined) },
  })
  const path = makeFolder(setOf(api, 1))
  await batch(path, 'submit')
  const { code, stdout } = await batch(path, 'fetch', '--wait')
  expect(code).toBe(1)
  expect(stdout).toMatch(
    /row \w+-\w+ of the results of msgbatch_local01 came with `usage.input_tokens` -5, which is no count of tokens/,
  )
  await batch(path, 'submit')
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
})

test('where all that is left was refused the next step is one that submits it', async () => {
  let isRefused = true
  const error = { type: 'error', error: { type: 'invalid_request_error', message: 'too long' } }
  await using api = await startMessagesApi({
    reply: answerRequest,
    batches: { row: () => (isRefused ? { type: 'errored', error } : undefined) },
  })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  const said = [await batch(path, 'fetch', '--wait'), await batch(path, 'submit'), await batch(path, 'status')]
  for (const { stdout } of said) expect(stdout).toContain('Next: npx vitest-judge batch submit --again, once the cause')
  expect(said.map(({ code }) => code)).toEqual([1, 1, 0])
  isRefused = false
  expect((await batch(path, 'submit', '--again')).code).toBe(0)
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
})
