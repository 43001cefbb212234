import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import type { MessagesRequest } from '../support/messages-api-rules.js'
import { config } from '../support/run-vitest.js'
import { answerRequest } from './api-judge.js'
import { type FilesRun, makeFolder, runFiles, runFolder } from './run-files.js'

const KEY = 'test-key'
const evals = {
  'evals/answer.eval.ts': `import { expect, test } from 'vitest'
import { rubrics } from 'vitest-judge'
test('unified', async () => { await expect('value=8 Restart the worker.').toPassRubric(rubrics.unified, { challenge: 'Why does it hang?' }) })
test('criterion', async () => { await expect('value=9').toPassRubric('Is short') })
`,
  'evals/refunds.evalset.json':
    '{ "version": 1, "feature": "refunds", "cases": [{ "id": "c", "input": "hallucination=0" }] }',
  'evals/refunds.subject.ts': `export default () => 'x'`,
}
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

/** Where a key could have got to: all that was printed and written, but for the files of the user. */
function traces({ output, path }: FilesRun): string {
  const folders = ['evals/results', 'evals/recordings']
    .map((name) => join(path, name))
    .filter((name) => existsSync(name))
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
  )
  return [output, ...files, readFileSync(join(path, 'report.json'), 'utf8')].join('\n')
}

test.each(['apiKey', 'environment', '.env'])(
  'evals are judged over HTTP with the key of %s, which is kept nowhere',
  async (way) => {
    await using api = await startMessagesApi({ reply: answerRequest })
    const files = {
      'vitest.config.ts': config(
        way === 'apiKey' ? `{ apiKey: '${KEY}', baseURL: '${api.url}' }` : `{ baseURL: '${api.url}' }`,
      ),
      ...(way === '.env' ? { '.env': `ANTHROPIC_API_KEY=${KEY}\n` } : {}),
      ...evals,
    }
    const env = way === 'environment' ? { ANTHROPIC_API_KEY: KEY } : {}
    const path = makeFolder(files)
    const run = await runFolder(path, { ...settings, env })
    expect(run.code, run.output).toBe(0)
    const [results] = run.results
    expect(results?.checks.map(({ test, values }) => [test, values.score])).toEqual([
      ['unified', 0.8],
      ['criterion', 0.9],
    ])
    expect(results?.sets[0]?.judge_model).toBe('claude-haiku-5-5')
    expect(results?.usage).toMatchObject({ requests: 5, token_usage: api.stats.tokens })
    expect(traces(run)).not.toContain(KEY)

    const again = await runFolder(path, settings)
    expect(again.code).toBe(0)
    expect(api.stats.requests).toBe(5)
    expect(again.results.at(-1)?.usage).toMatchObject({ requests: 0, recorded_usage: api.stats.tokens })
  },
)

test('a key that the service refuses is kept out of the message, even when the service repeats it', async () => {
  await using api = await startMessagesApi({ reply: () => ({ status: 401, message: `no such key: ${KEY}` }) })
  const files = { 'vitest.config.ts': config(`{ baseURL: '${api.url}' }`), ...evals }
  const run = await runFiles(files, { ...settings, env: { ANTHROPIC_API_KEY: KEY } })
  expect(run.code).toBe(1)
  expect(run.tests.criterion?.errors.join()).toMatch(
    /No verdict: .* no such key: \[key\] \(the key of `ANTHROPIC_API_KEY`, sent to 127\.0\.0\.1:\d+\)/,
  )
  expect(traces(run)).not.toContain(KEY)
})

test('where nobody listens the run ends within seconds, and says what to check', async () => {
  const api = await startMessagesApi({ reply: answerRequest })
  await api.close()
  const files = {
    'vitest.config.ts': config(`{ baseURL: '${api.url}' }`),
    'evals/answer.eval.ts': evals['evals/answer.eval.ts'],
  }
  const run = await runFiles(files, { ...settings, env: { ANTHROPIC_API_KEY: KEY } })
  expect(run.code).toBe(1)
  const said = (name: string) => run.tests[name]?.errors.join()
  expect(said('unified')).toMatch(
    /: connect ECONNREFUSED \S+\. Nobody answers at that address\. Check the base URL \(.*\), the network, and whether the proxy is running \(5 attempts\)/,
  )
  // The second one does not wait for what the first one did not find.
  expect(said('criterion')).toMatch(/whether the proxy is running\.\n/)
})

test('the strict server of the acceptance tests judges the same evals', async ({ skip }) => {
  const file = join(import.meta.dirname, '../../../shared/accept/fake-messages-api.mjs')
  if (!existsSync(file)) {
    console.log('the acceptance server is not there: skipped')
    skip()
  }
  const { startFakeServer } = (await import(pathToFileURL(file).href)) as {
    startFakeServer(options: object): Promise<{ url: string; stats: Record<string, number>; close(): Promise<void> }>
  }
  const reply = ({ body }: { body: MessagesRequest }) => answerRequest(body)
  const fake = await startFakeServer({ reply })
  try {
    const files = { 'vitest.config.ts': config(`{ apiKey: '${KEY}', baseURL: '${fake.url}' }`), ...evals }
    const { code, output, results } = await runFiles(files, settings)
    expect(code, output).toBe(0)
    expect(fake.stats).toMatchObject({ requests: 5, served: 5, failed: 0 })
    expect(results[0]?.usage.token_usage.output).toBe(fake.stats.outputTokens)
  } finally {
    await fake.close()
  }
})
