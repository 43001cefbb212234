/**
 * What a run costs, and what keeps it from costing more: budget, dry run, recordings, prompt cache.
 */
import { expect, test } from 'vitest'
import type { CheckResult } from '../../src/report/results.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { config, write } from '../support/run-vitest.js'
import { type FilesRun, NO_SDK, runFiles, runFolder } from './run-files.js'

const good = { json: { scores: { criterion: { evidence: [], reasoning: 'fine', value: 9 } }, assessment: 'fine' } }
const plain = {
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
}
const at = (api: MessagesApi, options = '') => config(`{ apiKey: 'test-key', baseURL: '${api.url}', ${options} }`)

function evalFile(count: number, rubric = 'Is fine'): string {
  const tests = Array.from(
    { length: count },
    (_, index) => `test('case ${index}', async () => { await expect('text ${index}').toPassRubric('${rubric}') })`,
  )
  return `import { expect, test } from 'vitest'\n${tests.join('\n')}\n`
}

const checksOf = (run: FilesRun): readonly CheckResult[] => run.results.at(-1)?.checks ?? []

test('an unchanged second run asks nobody, needs no key, does not load the SDK, and says what recordings saved', async () => {
  await using api = await startMessagesApi({
    reply: () => ({ ...good, usage: { ...plain, input_tokens: 1_000, output_tokens: 50 } }),
  })
  const evals = { 'evals/a.eval.ts': evalFile(3) }
  const first = await runFiles(
    { 'vitest.config.ts': at(api), ...evals },
    { args: ['evals'], resultsIn: 'evals/results' },
  )
  expect(first.code).toBe(0)
  expect(first.output).toContain('Judge  3 requests, 3,000 tokens in, 150 out, 0.0004 USD (prices of 2026-11-29)')
  const settings = { args: ['evals'], resultsIn: 'evals/results', env: NO_SDK }
  const second = await runFolder(first.path, settings)
  expect(second.code).toBe(0)
  expect(api.stats.requests).toBe(3)
  expect(second.output).not.toContain('THE SDK WAS LOADED')
  expect(second.output).toContain('Judge  0 requests; recordings stand for 3,150 tokens, 0.0004 USD')
  expect(second.results.at(-1)?.usage).toMatchObject({ requests: 0, cost_usd: 0, token_usage: { input: 0, output: 0 } })
  expect(checksOf(second).map(({ judgement }) => judgement.recorded)).toEqual([true, true, true])
})

test('the test above would notice the SDK', { tags: ['long'] }, async () => {
  await using api = await startMessagesApi({ reply: () => good })
  const files = { 'vitest.config.ts': at(api), 'a.eval.ts': evalFile(1) }
  const run = await runFiles(files, { args: ['a.eval'], env: NO_SDK })
  expect(run.output).toContain('THE SDK WAS LOADED')
})

test('a budget stops what does not fit: the rest is unjudged, and the run fails and says so', {
  tags: ['long'],
}, async () => {
  await using api = await startMessagesApi({
    reply: () => ({ ...good, usage: { ...plain, input_tokens: 1_000, output_tokens: 400 } }),
  })
  const options = `recordings: 'off', concurrency: 1, budget: { tokens: 4_500 }`
  const run = await runFiles({ 'vitest.config.ts': at(api, options), 'a.eval.ts': evalFile(5) }, { args: ['a.eval'] })
  expect(checksOf(run).map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass', 'unjudged', 'unjudged'])
  expect(api.stats.requests).toBe(3)
  expect(checksOf(run)[3]?.reason).toContain('The budget of 4,500 tokens does not hold another call')
  expect(run.code).toBe(1)
  expect(run.results[0]?.gate.passed).toBe(false)
})

test('a budget in USD needs a price, and names what to do', { tags: ['long'] }, async () => {
  const options = `{ judgeModel: 'my-model', budget: { usd: 1 } }`
  const run = await runFiles({ 'vitest.config.ts': config(options), 'a.eval.ts': evalFile(1) }, { args: ['a.eval'] })
  expect(run.code).toBe(1)
  expect(run.output).toContain('expected `budget.usd` to be used with a model whose price is known')
  expect(run.output).toContain('Give its price in `prices`, or a budget in `tokens`.')
})

test('a dry run counts calls from the very prompts, asks nobody and is green', { tags: ['long'] }, async () => {
  await using api = await startMessagesApi({ reply: () => good })
  const evals = {
    'a.eval.ts': evalFile(3),
    'sums.evalset.json': JSON.stringify({
      version: 1,
      feature: 'sums',
      cases: [{ id: 'one', input: '1', expected: '1' }],
    }),
    'sums.subject.ts': 'export default () => "1"',
  }
  const env = { VITEST_JUDGE_DRY_RUN: '1' }
  const run = await runFiles({ 'vitest.config.ts': at(api), ...evals }, { args: ['eval'], env })
  expect(run.output).toMatch(
    /dry run, nobody was asked: 6 requests with about [\d,]+ tokens in and 2,400 out, about 0\.\d{4} USD \(prices of/,
  )
  expect(api.stats.requests).toBe(0)
  expect(run.code).toBe(0)
  expect(Object.values(run.tests).map(({ status }) => status)).toEqual(Array(5).fill('skipped'))
})

test('a miss in replay names what changed since the recording', { tags: ['long'] }, async () => {
  await using api = await startMessagesApi({ reply: () => good })
  const files = { 'vitest.config.ts': at(api), 'evals/a.eval.ts': evalFile(1) }
  const { path } = await runFiles(files, { args: ['evals'] })
  const replay = { args: ['evals'], env: { VITEST_JUDGE_RECORDINGS: 'replay' }, resultsIn: 'evals/results' }
  expect((await runFolder(path, replay)).code).toBe(0)
  write(path, { 'evals/a.eval.ts': evalFile(1, 'Is very fine').replace('text 0', 'another text') })
  const changed = await runFolder(path, replay)
  expect(changed.code).toBe(1)
  expect(checksOf(changed)[0]?.reason).toMatchInlineSnapshot(
    `"criterion is unjudged: There is no recording of "case 0: rubric", and recordings are in replay mode. Since it was recorded this has changed: the rubric, the challenge or what else all cases share, what is judged, or its input. Run once with VITEST_JUDGE_RECORDINGS=auto where the judge can be asked, and commit the new file… (+1 characters)."`,
  )
  expect(api.stats.requests).toBe(1)
})

test('a damaged recording is reported and asked again, and fails clearly in replay', { tags: ['long'] }, async () => {
  await using api = await startMessagesApi({ reply: () => good })
  const files = { 'vitest.config.ts': at(api), 'evals/a.eval.ts': evalFile(1) }
  const { path, results } = await runFiles(files, { args: ['evals'], resultsIn: 'evals/results' })
  const [key = ''] = (results[0]?.checks[0]?.judgement.recordings ?? []) as string[]
  const file = `evals/recordings/${key.slice(0, 2)}/${key}.json`
  write(path, { [file]: '{"format": 1, "rep' })
  const replay = { args: ['evals'], env: { VITEST_JUDGE_RECORDINGS: 'replay' }, resultsIn: 'evals/results' }
  const failed = await runFolder(path, replay)
  expect(failed.code).toBe(1)
  expect(checksOf(failed)[0]?.reason).toContain('cannot be read')
  expect(checksOf(failed)[0]?.reason).toContain('Restore the file, or record it again.')
  const again = await runFolder(path, { args: ['evals'] })
  expect(again.code).toBe(0)
  expect(again.output).toContain('It is asked again.')
  expect(api.stats.requests).toBe(2)
  expect((await runFolder(path, replay)).code).toBe(0)
})

test('onUnjudged: skip skips the test with the reason, and the gate of the run is closed all the same', {
  tags: ['long'],
}, async () => {
  const files = { 'vitest.config.ts': config(`{ onUnjudged: 'skip' }`), 'a.eval.ts': evalFile(1) }
  const run = await runFiles(files, { args: ['a.eval'] })
  expect(run.tests['case 0']?.status).toBe('skipped')
  expect(run.results[0]?.unjudged).toEqual({ checks: 1, cases: 0 })
  expect(run.output).toMatch(/no\s+judge to ask/)
  expect(run.code).toBe(1)
})

test('two cases by three dimensions read the prompt cache as far as it can be read', { tags: ['long'] }, async () => {
  await using api = await startMessagesApi({
    reply: () => ({ json: { evidence: [], justification: 'fine', score: 1 } }),
  })
  const text = (name: string) => `${name} ${'lorem ipsum dolor '.repeat(300)}`
  const set = {
    version: 1,
    feature: 'cache',
    rubric: { dimensions: ['task_success', 'response_quality', 'clarity'].map((name) => ({ name, weight: 1 })) },
    cases: ['a', 'b'].map((id) => ({ id, input: text(id), expected: 'x' })),
  }
  const files = {
    'vitest.config.ts': at(api, `recordings: 'off', concurrency: 10`),
    'cache.evalset.json': JSON.stringify(set),
    'cache.subject.ts': 'export default () => "x"',
  }
  const run = await runFiles(files, { args: ['cache'] })
  expect(run.code).toBe(0)
  const { input, cache_read, cache_write } = api.stats.tokens
  // Each case is written once by the request that goes first, and read by the two after it.
  const each = cache_write / 2
  expect(cache_read).toBe(4 * each)
  expect(input - cache_read - cache_write).toBeLessThan(each)
})
