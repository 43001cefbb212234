import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const LIMIT = 6

function testFile(file: number): string {
  return `import { describe, expect, test } from 'vitest'
describe.concurrent('file ${file}', () => {
  for (let n = 0; n < 25; n++) test('case ' + n, async () => { await expect('value=8 ${file} ' + n).toPassRubric('Is short') })
})
`
}

const many = Object.fromEntries(Array.from({ length: 8 }, (_, file) => [`${file}.test.ts`, testFile(file)]))

test.each([
  [['--pool=forks']],
  [['--pool=threads']],
  [['--pool=vmThreads']],
  [['--pool=forks', '--no-isolate']],
  [['--pool=threads', '--no-isolate']],
])(
  'all of 8 files with 25 tests at once are judged under %j, and never more than the limit at the same time',
  async (args) => {
    await using api = await startMessagesApi({ reply: answerRequest, latencyMs: 20 })
    const config = apiConfig(api.url, `recordings: 'off', concurrency: ${LIMIT}`, '{ maxConcurrency: 25 }')
    const run = await runFiles({ 'vitest.config.ts': config, ...many }, { args })
    expect(run.code, run.output).toBe(0)
    expect(run.results[0]?.checks).toHaveLength(200)
    expect(new Set(run.results[0]?.checks.map(({ test }) => test)).size).toBe(200)
    expect(api.stats.requests).toBe(200)
    expect(api.stats.maxInFlight).toBe(LIMIT)
    expect(run.results[0]?.usage).toMatchObject({ requests: 200, token_usage: api.stats.tokens })
  },
)

test('cases of a set run at once, under the limit', async () => {
  const cases = Array.from({ length: 20 }, (_, id) => ({ id: `c${id}`, input: `hallucination=0 case=${id}` }))
  await using api = await startMessagesApi({ reply: answerRequest, latencyMs: 50 })
  const path = makeFolder({
    'vitest.config.ts': apiConfig(api.url, `recordings: 'off', concurrency: ${LIMIT}`),
    'evals/wide.evalset.json': JSON.stringify({ version: 1, feature: 'wide', cases }),
    'evals/wide.subject.ts': `let running = 0
let most = 0
export default async () => {
  most = Math.max(most, ++running)
  await new Promise((resolve) => setTimeout(resolve, 20))
  running--
  return 'at most ' + most + ' at once'
}
`,
  })
  const run = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  expect(run.tests['wide gate']?.status, run.output).toBe('passed')
  expect(api.stats.requests).toBe(60)
  expect(api.stats.maxInFlight).toBe(LIMIT)
  const shown = api.requests.map(({ body }) => /at most (\d+) at once/.exec(JSON.stringify(body))?.[1])
  expect(Math.max(...shown.map(Number))).toBe(LIMIT)
})

test.each(['forks', 'threads', 'vmThreads', 'vmForks'])(
  'a set runs under %s, its gate after its cases, whatever the order of tests is set to',
  async (pool) => {
    const run = await runFiles(
      {
        'vitest.config.ts': judgedConfig('', '{ sequence: { concurrent: true, shuffle: true } }'),
        'evals/order.evalset.json': `{ "version": 1, "feature": "order", "cases": [
          { "id": "a", "input": "hallucination=0 wait=100" }, { "id": "b", "input": "hallucination=0" }
        ] }`,
        'evals/order.subject.ts': `import { expect } from 'vitest'
export default ({ id }: { id: string }) => ({ output: id, toolCalls: [{ tool: typeof expect, args: JSON.parse('{}') }] })
`,
      },
      { args: ['evals/', `--pool=${pool}`], resultsIn: 'evals/results' },
    )
    expect(Object.entries(run.tests).map(([name, { status }]) => `${name} ${status}`)).toEqual(
      ['order a', 'order b', 'order gate'].map((name) => `${name} passed`),
    )
    expect(run.results[0]?.sets[0]).toMatchObject({ mode: 'trajectory', gate: { passed: true, partial: null } })
  },
)

test('equal questions of several tests at the same time are asked once', async () => {
  const same = testFile(1).replace("value=8 1 ' + n", "value=8 wait=500'")
  const { code, results } = await runFiles({
    'vitest.config.ts': judgedConfig('', '{ maxConcurrency: 25 }'),
    'a.test.ts': same,
  })
  expect(code).toBe(0)
  expect(results[0]?.checks).toHaveLength(25)
  expect(results[0]?.usage.requests).toBe(1)
})
