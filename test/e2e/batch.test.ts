/**
 * `vitest-judge batch` as a user runs it, over the local Messages API.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { priceOf } from '../../src/models/claude-models.js'
import { startMessagesApi } from '../support/messages-api.js'
import type { RowResult } from '../support/messages-api-batches.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { agentCalls, batch, setOf, submittedKeys, WITH_BATCH } from './batch-folder.js'
import { makeFolder, runFolder } from './run-files.js'

const tests = `import { expect, test } from 'vitest'
for (const n of [1, 2]) test('text ' + n, async () => { await expect('value=8 ' + n).toPassRubric('Is short') })
`
const replayed = {
  args: ['evals/'],
  env: { ...WITH_BATCH, VITEST_JUDGE_RECORDINGS: 'replay' },
  resultsIn: 'evals/results',
}

test('a run is submitted, fetched and replayed: no call is made, and what its agent answered is what was judged', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...setOf(api, 3), 'evals/a.eval.ts': tests })
  const submitted = await batch(path, 'submit')
  expect(submitted.stdout).toMatchInlineSnapshot(`
    "Batch 1 submitted: msgbatch_local01, 5 calls, about 3,353 tokens in and 2,000 out, 0.0007 USD (half of the prices of 2026-11-29)
    Next: npx vitest-judge batch fetch --wait
    "
  `)
  expect(submitted.code).toBe(0)
  expect(existsSync(join(path, 'evals/results'))).toBe(false)
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched.stdout).toMatchInlineSnapshot(`
    "Batch 1 (msgbatch_local01): 5 of 5 calls answered
    All answers are in. Now run: VITEST_JUDGE_BATCH=.vitest-judge/batch npx vitest run evals/
    "
  `)
  expect(fetched.code).toBe(0)
  // The same cases on other lines.
  const set = join(path, 'evals/sums.evalset.json')
  writeFileSync(set, JSON.stringify(JSON.parse(readFileSync(set, 'utf8')), null, 2))
  const run = await runFolder(path, replayed)
  expect(run.code, run.output).toBe(0)
  expect({ calls: api.stats.requests, submitted: submittedKeys(api).length, agent: agentCalls(path) }).toEqual({
    calls: 0,
    submitted: 5,
    agent: 3,
  })
  expect(new Set(submittedKeys(api)).size).toBe(5)
  const [results] = run.results
  expect(results?.usage).toMatchObject({ requests: 0, cost_usd: 0 })
  expect(results?.sets[0]?.cases[0]).toMatchObject({
    agent_usage: { input_tokens: 3, output_tokens: 1 },
    model: 'claude-haiku-5-5',
    recorded: true,
  })
})

test('recordings of a batch are those of live calls, and cost the half', { tags: ['long'] }, async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const files = { 'vitest.config.ts': apiConfig(api.url), 'evals/a.eval.ts': tests }
  const [live, batched] = [makeFolder(files), makeFolder(files)]
  await runFolder(live, { args: ['evals/'] })
  await batch(batched, 'submit')
  await batch(batched, 'fetch', '--wait')
  const { results } = await runFolder(batched, replayed)
  const judgements = results[0]?.checks.map(({ judgement }) => judgement) ?? []
  expect(judgements).toHaveLength(2)
  for (const { recordings, recorded_usage, recorded_cost_usd } of judgements) {
    const [key = ''] = recordings as string[]
    const read = (path: string) =>
      JSON.parse(readFileSync(join(path, 'evals/recordings', key.slice(0, 2), `${key}.json`), 'utf8'))
    const { service_tier, usage, ...reply } = read(batched).reply
    expect({ service_tier, usage }).toEqual({ service_tier: 'batch', usage: recorded_usage })
    // In a batch nobody waits for a prompt cache, so its tokens may differ.
    expect({ ...read(batched), recorded_at: '', reply }).toEqual({
      ...read(live),
      recorded_at: '',
      reply: { value: reply.value, served_by: reply.served_by },
    })
    expect(read(live).reply).not.toHaveProperty('service_tier')
    expect(recorded_cost_usd).toBeCloseTo((priceOf('claude-haiku-5-5', usage) ?? 0) / 2, 12)
  }
})

test('of results of all kinds in any order the answers are kept, and what has none is submitted again, alone', {
  tags: ['long'],
}, async () => {
  const kinds: (RowResult | undefined)[] = [
    undefined,
    { type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error', message: 'too long :: x' } } },
    { type: 'errored', error: { type: 'error', error: { type: 'api_error', message: 'internal' } } },
    { type: 'expired' },
    { type: 'canceled' },
    { type: 'succeeded', message: '<html>' },
    undefined,
  ]
  let isFirst = true
  const row = ({ params }: { params: { messages: unknown } }) => {
    const number = /task_success=0.9 (\d+) /.exec(JSON.stringify(params.messages))?.[1]
    return isFirst ? kinds[Number(number)] : undefined
  }
  const order = (lines: string[]) => [...lines.slice(3), '', ...lines.slice(0, 3).reverse()]
  await using api = await startMessagesApi({ reply: answerRequest, batches: { row, order } })
  const path = makeFolder(setOf(api, kinds.length))
  await batch(path, 'submit')
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched.code).toBe(1)
  expect(fetched.stdout.replace(/row \w+-\w+/, 'row ID')).toMatchInlineSnapshot(`
    "Batch 1 (msgbatch_local01): 2 of 7 calls answered
      ✗ invalid   sums > c1 > task_success: invalid_request_error: too long :: x (the same would be refused again)
      ✗ errored   sums > c2 > task_success: api_error: internal (can be submitted again)
      ✗ expired   sums > c3 > task_success (can be submitted again)
      ✗ canceled  sums > c4 > task_success (can be submitted again)
      ✗ errored   sums > c5 > task_success: row ID of the results of msgbatch_local01 came with no message: <html> (can be submitted again)
    5 calls still without an answer
    Another round is needed. Next: npx vitest-judge batch submit
    "
  `)
  isFirst = false
  const again = await batch(path, 'submit')
  expect(again.stdout.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME')).toMatchInlineSnapshot(`
    "Goes on with the batch of TIME: what was produced then is judged, not anew (--new starts over).
    Batch 2 submitted: msgbatch_local02, 4 calls, about 2,764 tokens in and 1,600 out, 0.0005 USD (half of the prices of 2026-11-29)
    1 call not submitted, because the service refused the same before (--again submits all)
    Next: npx vitest-judge batch fetch --wait
    "
  `)
  expect(api.batches.made.map(({ rows }) => rows.length)).toEqual([7, 4])
  expect(await batch(path, 'fetch', '--wait')).toMatchObject({ code: 1 })
  expect(await batch(path, 'submit')).toMatchObject({ code: 1, stdout: expect.stringContaining('refused the same') })
  await batch(path, 'submit', '--again')
  expect(api.batches.made.map(({ rows }) => rows.length)).toEqual([7, 4, 1])
  expect((await batch(path, 'fetch', '--wait')).code).toBe(0)
  const run = await runFolder(path, replayed)
  expect({ code: run.code, calls: api.stats.requests, agent: agentCalls(path) }, run.output).toEqual({
    code: 0,
    calls: 0,
    agent: kinds.length,
  })
})

test('what depends on an answer takes another round, and says so: replies that do not read, and a stronger judge', {
  tags: ['long'],
}, async () => {
  await using api = await startMessagesApi({
    reply: (request) => {
      const isAbout = (number: number) => JSON.stringify(request.messages).includes(`=0.9 ${number} `)
      if (isAbout(0) && api.batches.made.length === 1) return { text: '{"scores": {', stop_reason: 'max_tokens' }
      if (isAbout(1) && request.model === 'claude-haiku-5-5') return { text: '', stop_reason: 'refusal' }
      return answerRequest(request)
    },
  })
  const escalate = `escalate: { to: 'tier-best', when: { bounds: true } }`
  const path = makeFolder(setOf(api, 3, escalate))
  await batch(path, 'submit')
  const fetched = await batch(path, 'fetch', '--wait')
  expect(fetched.code).toBe(1)
  expect(fetched.stdout).toMatchInlineSnapshot(`
    "Batch 1 (msgbatch_local01): 3 of 3 calls answered
    1 call to ask once more, because the reply did not read
    1 call that these answers led to, or that came since
    Another round is needed. Next: npx vitest-judge batch submit
    "
  `)
  const again = await batch(path, 'submit')
  expect(again.stdout).toContain('Goes on with the batch of')
  expect(await batch(path, 'fetch', '--wait')).toMatchObject({ code: 0 })
  expect(api.batches.made.map(({ rows }) => rows.length)).toEqual([3, 2])
  const run = await runFolder(path, replayed)
  expect({ code: run.code, calls: api.stats.requests, agent: agentCalls(path) }, run.output).toEqual({
    code: 0,
    calls: 0,
    agent: 3,
  })
  // The next one is a new one: its agent is asked anew.
  expect((await batch(path, 'submit')).code).toBe(0)
  expect({ agent: agentCalls(path), rows: api.batches.rows.length }).toEqual({ agent: 6, rows: 8 })
})
