/**
 * Every fault of the service, through matcher, broker and SDK over real HTTP: outcome, requests, most in flight, tokens. The
 * same table under forks, threads and without isolation.
 *
 * Counts: 17 faults x 3 pools, 3 that end a run, 8 files of 25 cases under one limit, 500 cases with a fifth answered 429.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckResult } from '../../src/report/results.js'
import { addUsage, NO_USAGE } from '../../src/usage.js'
import { type Item, type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { config } from '../support/run-vitest.js'
import { type FilesRun, runFiles, runFolder } from './run-files.js'

const good = { json: { scores: { criterion: { evidence: [], reasoning: 'fine', value: 9 } }, assessment: 'fine' } }
const value = (given: unknown) => ({ json: { scores: { criterion: { evidence: [], reasoning: '', value: given } } } })
const busy: Item = { status: 529, type: 'overloaded_error', headers: { 'retry-after': '0.05' } }
const half = JSON.stringify(good.json).slice(0, 40)

/** By name: what the service answers, then the verdict, the requests that reach it, and the reason when there is no verdict. */
const FAULTS: Record<string, [answers: Item[], verdict: string, requests: number, reason?: RegExp]> = {
  'an answer': [[good], 'pass', 1],
  '429 with retry-after': [[{ status: 429, headers: { 'retry-after': '0.05' } }, good], 'pass', 2],
  '500': [[{ status: 500 }, good], 'pass', 2],
  '503': [[{ status: 503 }, good], 'pass', 2],
  'a burst of 529': [[busy, busy, busy, good], 'pass', 4],
  'a cut connection': [[{ hangup: true }, good], 'pass', 2],
  'a stalled body': [[{ ...good, stall: true }], 'unjudged', 1, /no answer .* within 2000 ms/],
  'a slow drip': [[{ ...good, dripMs: 30 }], 'unjudged', 1, /no answer .* within 2000 ms/],
  'a truncated answer': [[{ text: half, stop_reason: 'max_tokens' }, good], 'pass', 2],
  'truncation for ever': [[{ text: half, stop_reason: 'max_tokens' }], 'unjudged', 2, /max_tokens/],
  'a refusal': [[{ stop_reason: 'refusal', category: 'cyber' }], 'unjudged', 1, /cyber/],
  'HTML with status 200': [[{ raw: '<html></html>', headers: { 'content-type': 'text/html' } }, good], 'pass', 2],
  'a broken body': [[{ raw: '{"type":"mess' }, good], 'pass', 2],
  'a wrong schema, then a right one': [[{ json: { verdict: 'pass' } }, good], 'pass', 2],
  'a wrong schema for ever': [[{ json: { verdict: 'pass' } }], 'unjudged', 2, /"criterion" is missing/],
  'a value out of range': [[value(11)], 'unjudged', 2, /11, outside 1 to 10/],
  'two objects': [[{ text: '{"a":1} {"a":2}' }], 'unjudged', 2, /not JSON/],
  'an empty answer': [[{ text: '' }], 'unjudged', 2, /no text/],
}

/** Answers by the name in the text that is judged. */
async function faultyApi(faults: Record<string, readonly [Item[], ...unknown[]]>) {
  const asked = new Map<string, number>()
  const api = await startMessagesApi({
    reply({ messages }) {
      const [name = ''] = /(?<=fault: ).*/.exec(JSON.stringify(messages).replaceAll('\\n', '\n')) ?? []
      const count = asked.get(name) ?? 0
      asked.set(name, count + 1)
      const [answers] = faults[name] ?? [[]]
      return answers[count] ?? answers.at(-1) ?? { status: 400, message: `no fault is called "${name}"` }
    },
  })
  return { api, asked }
}

function judged(api: MessagesApi, options: string, test = '{}') {
  return config(`{ apiKey: 'test-key', baseURL: '${api.url}', recordings: 'off', ${options} }`, test)
}

function evalFile(names: readonly string[]): string {
  const tests = names.map(
    (name) =>
      `test.concurrent(${JSON.stringify(name)}, async ({ expect }) => { await expect(${JSON.stringify(`fault: ${name}`)}).toPassRubric('Is fine') })`,
  )
  return `import { test } from 'vitest'\n${tests.join('\n')}\n`
}

function checksByTest(run: FilesRun): Record<string, CheckResult> {
  return Object.fromEntries((run.results[0]?.checks ?? []).map((check) => [check.test, check]))
}

describe.each([
  ['forks', '--pool=forks'],
  ['threads', '--pool=threads'],
  ['no isolation', '--no-isolate'],
])('under %s', (_, pool) => {
  let run: FilesRun
  let api: MessagesApi
  let asked: Map<string, number>
  beforeAll(async () => {
    const faulty = await faultyApi(FAULTS)
    ;({ api, asked } = faulty)
    const files = { 'vitest.config.ts': judged(api, 'deadline: 2000'), 'a.eval.ts': evalFile(Object.keys(FAULTS)) }
    run = await runFiles(files, { args: ['a.eval', pool] })
  })
  afterAll(() => api.close())

  test.each(Object.entries(FAULTS))(
    'where the service answers with %s the verdict is the right one',
    (name, [, verdict, requests, reason]) => {
      const check = checksByTest(run)[name]
      expect(check).toMatchObject({ verdict })
      expect(asked.get(name)).toBe(requests)
      if (reason) expect(check?.reason).toMatch(reason)
    },
  )

  test('no more than six calls are in flight, and the tokens are those that the service counted', () => {
    expect(api.stats.maxInFlight).toBeLessThanOrEqual(6)
    const reported = Object.values(checksByTest(run))
      .map(({ judgement }) => judgement.token_usage as typeof NO_USAGE)
      .reduce(addUsage, NO_USAGE)
    expect(reported).toEqual(api.stats.tokens)
    expect(reported).toEqual(run.results[0]?.usage.token_usage)
  })
})

test.each<[string, Item, string, RegExp]>([
  ['401', { status: 401, type: 'authentication_error', message: 'invalid x-api-key' }, '', /401/],
  ['429 without retry-after, the spend cap', { status: 429, message: 'spend limit' }, '', /429/],
  ['529 for ever', busy, 'maxOutage: 400,', /overloaded for more than/],
])('%s ends the run: what waits is unjudged, and one message says so', async (_, item, options, message) => {
  const names = Array.from({ length: 12 }, (_, index) => `case ${index}`)
  const { api } = await faultyApi(Object.fromEntries(names.map((name) => [name, [[item]]])))
  await using _closed = api
  const files = { 'vitest.config.ts': judged(api, `concurrency: 2, ${options}`), 'a.eval.ts': evalFile(names) }
  const run = await runFiles(files, { args: ['a.eval'] })
  const checks = Object.values(checksByTest(run))
  expect(checks.map(({ verdict }) => verdict)).toEqual(names.map(() => 'unjudged'))
  expect(api.stats.requests).toBeLessThan(options === '' ? 4 : 20)
  expect(run.output.match(/Judging was given up/g)).toHaveLength(1)
  expect(run.output).toMatch(message)
  expect(run.code).toBe(1)
})

test('eight files of 25 concurrent cases never have more than the limit in flight', async () => {
  await using api = await startMessagesApi({ latencyMs: 20, reply: () => good })
  const names = Array.from({ length: 25 }, (_, index) => `case ${index}`)
  const file = (number: number) => evalFile(names.map((name) => `${number} ${name}`))
  const files = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((number) => [`${number}.eval.ts`, file(number)]))
  const run = await runFiles({ 'vitest.config.ts': judged(api, ''), ...files }, { args: ['eval'] })
  expect(run.code).toBe(0)
  expect(api.stats).toMatchObject({ requests: 200, maxInFlight: 6 })
})

test('a fifth of 500 cases answered 429: none fails', async () => {
  await using api = await startMessagesApi({ share429: 0.2, retryAfter: 0.01, reply: () => good })
  const names = Array.from({ length: 500 }, (_, index) => `case ${index}`)
  const files = { 'vitest.config.ts': judged(api, 'concurrency: 20'), 'a.eval.ts': evalFile(names) }
  const run = await runFiles(files, { args: ['a.eval'] })
  expect(run.code).toBe(0)
  expect(Object.values(checksByTest(run)).filter(({ verdict }) => verdict === 'pass')).toHaveLength(500)
  expect(api.stats.requests).toBeGreaterThan(560)
  const failed = api.stats.requests - 500
  expect(run.results[0]?.usage).toMatchObject({ requests: 500, failed_requests: failed })
  expect(run.stdout).toContain(`Judge  500 requests answered, ${failed} failed, `)
})

test('a judge written in a test runs under the same limit, is recorded and is never asked twice', async () => {
  const evals = `import { test } from 'vitest'
let running = 0, most = 0, asked = 0
const judge = { id: 'mine', settings: {}, async judge(request) {
  asked++; most = Math.max(most, ++running)
  await new Promise((done) => setTimeout(done, 20))
  running--
  return { stop: 'ok', value: ${JSON.stringify(good.json)}, text: '', servedBy: 'mine', usage: { input: 7, output: 3, cache_read: 0, cache_write: 0, cache_write_1h: 0 } }
} }
for (let n = 0; n < 8; n++) test.concurrent('case ' + n, async ({ expect }) => { await expect('text ' + n).toPassRubric('Is fine', { judge }) })
test('counts', ({ expect }) => { console.log('COUNTS', most, asked) })
`
  const files = { 'vitest.config.ts': config(`{ concurrency: 3 }`), 'a.eval.ts': evals }
  const settings = { args: ['a.eval'], resultsIn: 'evals/results' }
  const first = await runFiles(files, settings)
  expect(first.code).toBe(0)
  expect(first.output).toContain('COUNTS 3 8')
  expect(first.results[0]?.usage).toMatchObject({ requests: 8, token_usage: { input: 56, output: 24 } })
  const second = await runFolder(first.path, settings)
  expect(second.output).toContain('COUNTS 0 0')
  expect(second.code).toBe(0)
})
