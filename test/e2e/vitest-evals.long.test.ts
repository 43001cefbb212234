/**
 * The package vitest-evals reads what Vitest's JSON reporter writes; here its own viewer and its own reporter read ours.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { runVitest } from '../support/run-vitest.js'
import { judgedConfig, makeFolder } from './run-files.js'

const COMMAND = fileURLToPath(new URL('../../node_modules/vitest-evals/bin/vitest-evals.js', import.meta.url))

const inputs = { high: 'hallucination=0.1', low: 'task_success=0.2 hallucination=0', open: 'refuse' }
const cases = Object.entries(inputs).map(([id, input]) => ({ id, input }))
const files = {
  'vitest.config.ts': judgedConfig(`agentModel: 'agent-1'`),
  'evals/refunds.evalset.json': JSON.stringify({ version: 1, feature: 'refunds', cases }),
  'evals/refunds.subject.ts': `export default ({ id }: { id: string }) => ({
  output: id + '-'.repeat(9_000),
  toolCalls: [
    { tool: 'find', args: { id }, result_summary: 'found' },
    { tool: 'pay', args: 'x'.repeat(5_000), error: 'no money' },
  ],
  usage: { input_tokens: 100, output_tokens: 20, cost_usd: 0.5 },
})`,
  'evals/a.eval.ts': `import { expect, test } from 'vitest'
let tries = 0
test('two', { retry: 1 }, async () => {
  await expect('value=' + [4, 8][tries++]).toPassRubric('Is short')
  await expect('value=4').not.toPassRubric('Is long')
})
test('late', async () => { await expect('late').toPassRubric('Is short') })
test('plain', () => {})
`,
}

interface Workspace {
  readonly cases: readonly {
    readonly title: string
    readonly status: string
    readonly eval?: {
      readonly scores: readonly { readonly name: string; readonly score: number }[]
      readonly avgScore: number | null
      readonly [field: string]: unknown
    }
    readonly harness?: { name: string; run: { usage: unknown; [field: string]: unknown } }
  }[]
}

/** What `vitest-evals serve` makes of a report, as its page gets it. */
async function serve(report: string): Promise<Workspace> {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
  const child = spawn(process.execPath, [COMMAND, 'serve', report], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    let text = ''
    for await (const chunk of child.stdout) {
      text += chunk
      const url = /report UI: (http:\/\/127\.0\.0\.1:\d+)/.exec(text)?.[1]
      if (url !== undefined) return (await (await fetch(`${url}/data/workspace.json`)).json()) as Workspace
    }
    throw new Error(`the viewer did not start: ${text}`)
  } finally {
    child.kill()
  }
}

let output: string
let workspace: Workspace
beforeAll(async () => {
  const path = makeFolder(files)
  const reporters = ['--reporter=vitest-evals/reporter', '--reporter=json', '--outputFile.json=report.json']
  output = (await runVitest(path, ['evals/', ...reporters])).output
  workspace = await serve(join(path, 'report.json'))
})

const find = (title: string) => workspace.cases.find((one) => one.title === title)

test('its viewer shows every judged test, and no other', () => {
  expect(workspace.cases.map(({ title, status }) => `${title}: ${status}`).toSorted()).toEqual([
    'high: passed',
    'late: failed',
    'low: failed',
    'open: failed',
    'two: passed',
  ])
})

test('a case has a score a dimension, higher is better, and their mean by weight', () => {
  const found = find('low')?.eval
  const { scores = [], avgScore } = found ?? {}
  expect(scores.map(({ name, score }) => `${name} ${score}`)).toEqual([
    'task_success 0.2',
    'tool_use_quality 1',
    'trajectory 1',
    '1 - hallucination 1',
    'response_quality 1',
  ])
  expect(avgScore).toBeCloseTo(0.35 * 0.2 + 0.65)
  expect(found?.['thresholdFailed']).toBe(true)
  expect(scores[0]).toMatchObject({ metadata: { rationale: 'task_success as the text says' } })
})

test('what was not judged has no score, and none is made of it', () => {
  for (const title of ['open', 'late']) {
    expect(find(title)?.eval).toMatchObject({ scores: [], avgScore: null, thresholdFailed: false })
  }
  expect(output).not.toMatch(/^ +score .* 0\.00/m)
})

test('output, tool calls, usage and time are there, and short', () => {
  const one = find('high')
  expect(one?.eval?.['output']).toBe(`high${'-'.repeat(1_996)}… (+7,004 characters)`)
  expect(one?.eval?.['toolCalls']).toEqual([
    { name: 'find', arguments: { id: 'high' }, status: 'ok', result: 'found' },
    {
      ...{ name: 'pay', status: 'error', error: { message: 'no money' } },
      arguments: { shortened: expect.stringMatching(/^"x{299}… \(\+4,702 characters\)$/) },
    },
  ])
  expect(one?.harness).toMatchObject({
    name: 'agent-1',
    run: {
      usage: { model: 'agent-1', inputTokens: 100, outputTokens: 20, toolCalls: 2, metadata: { costUsd: 0.5 } },
      timings: { totalMs: expect.any(Number) },
    },
  })
  expect(JSON.stringify([one?.eval, one?.harness]).length).toBeLessThan(5_000)
})

test('of a test that was run again the last attempt counts; an assertion with not is 1 or 0', () => {
  expect(find('two')?.eval).toMatchObject({
    scores: [
      { name: 'toPassRubric', score: 0.8 },
      { name: 'not.toPassRubric', score: 1 },
    ],
    avgScore: 0.9,
    thresholdFailed: false,
    output: 'value=4',
  })
})

test('its reporter prints our scores', () => {
  expect(output).toMatch(/× .*refunds > low.*\n.*score.*task_success 0\.20 · task_success as the text says/)
  expect(output).toMatch(/Gate refunds: FAIL/)
})
