import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'

const ids = [
  'text',
  'object',
  'rejects',
  'throws',
  'throws no error',
  'number',
  'no output',
  'bad tool',
  'sees signal',
  'sees case',
]
const subject = `const produced: Record<string, (evalCase: unknown, context: { signal: AbortSignal }) => unknown> = {
  text: () => 'task_success=0.9',
  object: async () => ({ output: 'done', diff: '+++ b/task_success=0.8', usage: { tokens: 3 } }),
  rejects: async () => { throw new Error('the agent crashed') },
  throws: () => { throw new TypeError('no such tool') },
  'throws no error': () => { throw 'just text' },
  number: () => 42,
  'no output': () => ({ result: 'done' }),
  'bad tool': () => ({ output: 'done', toolCalls: [{ tool: 'map' }, { name: 'web' }] }),
  'sees signal': (_, { signal }) => 'task_success=' + (signal instanceof AbortSignal ? 1 : 0),
  'sees case': (evalCase) => (JSON.stringify(Object.keys(evalCase as object)) === '["id","input","expected","labels","must_not"]' ? 'same' : 'other'),
}
export default (evalCase: { id: string }, context: { signal: AbortSignal }) => produced[evalCase.id]?.(evalCase, context)
`
const trace = `export default () => ({ output: 'trajectory=0.9', toolCalls: [{ tool: 'map', args: { to: 'home' } }] })`

function setNamed(feature: string, cases: readonly string[]): string {
  return JSON.stringify({ version: 1, feature, cases: cases.map((id) => ({ id, input: 'hallucination=0' })) }, null, 2)
}

const files = {
  'evals/agent.evalset.json': setNamed('agent', ids),
  'evals/agent.subject.ts': subject,
  'evals/trace.evalset.json': setNamed('trace', ['c']),
  'evals/trace.subject.ts': trace,
  'evals/plain.evalset.json': setNamed('plain', ['c']),
  'evals/plain.subject.ts': `export default () => 'x'`,
}
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

function casesOf({ results }: FilesRun, name: string) {
  return results[0]?.sets.find(({ evalset }) => evalset === name)?.cases ?? []
}

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), ...files }, settings)
})

test('a subject gives a text or an object, at once or later', () => {
  const scores = casesOf(run, 'agent').map(({ id, scores }) => [id, scores.task_success])
  expect(Object.fromEntries(scores)).toMatchObject({ text: 0.9, object: 0.8, 'sees signal': 1, 'sees case': 1 })
})

test('a subject that fails turns its case red with its own error, and the gate counts it to the agent', () => {
  const failed = ['rejects', 'throws', 'throws no error', 'number', 'no output', 'bad tool']
  expect(failed.map((id) => run.tests[`agent ${id}`]?.errors.join())).toMatchInlineSnapshot(`
    [
      "Error: the agent crashed",
      "TypeError: no such tool",
      "just text",
      "InputError: evals/agent.evalset.json > number: expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received 42.",
      "InputError: evals/agent.evalset.json > no output: expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received {"result":"done"}.",
      "InputError: evals/agent.evalset.json > bad tool: expected \`toolCalls[1].tool\` to be a name, but received {"name":"web"}.",
    ]
  `)
  const records = casesOf(run, 'agent').filter(({ error }) => error !== undefined)
  expect(records.map(({ id, scores, error }) => ({ id, scores, error }))).toEqual(
    failed.map((id) => ({ id, scores: {}, error: expect.any(String) })),
  )
  expect(run.results[0]?.sets.find(({ evalset }) => evalset === 'agent')?.gate.reasons).toMatchInlineSnapshot(`
    [
      {
        "kind": "agent",
        "text": "the aggregate is 0.73, below 0.75",
      },
      {
        "kind": "agent",
        "text": "the subject failed in 6 of 10 cases: rejects, throws, throws no error, number, no output, and 1 more",
      },
    ]
  `)
  expect(run.tests['agent gate']?.status).toBe('failed')
})

test('without a mode tool calls decide: with them the process is judged too', () => {
  expect(run.results[0]?.sets.map(({ evalset, mode }) => [evalset, mode])).toEqual([
    ['agent', 'output'],
    ['plain', 'output'],
    ['trace', 'trajectory'],
  ])
  expect(casesOf(run, 'trace')[0]?.scores.trajectory).toBe(0.9)
})

test('a mode of the config holds for every set, and without tool calls the process stays unscored', async () => {
  const output = await runFiles(
    { 'vitest.config.ts': judgedConfig(`mode: 'output'`), ...files },
    { ...settings, args: ['evals/trace', 'evals/plain'] },
  )
  const trajectory = await runFiles(
    { 'vitest.config.ts': judgedConfig(`mode: 'trajectory'`), ...files },
    { ...settings, args: ['evals/trace', 'evals/plain'] },
  )
  const reasons = (of: FilesRun) =>
    ['trace', 'plain'].map((name) => casesOf(of, name)[0]?.dimensions.trajectory?.reason)
  expect(reasons(output)).toEqual([
    'mode: output mode judges only what was produced',
    'mode: output mode judges only what was produced',
  ])
  expect(reasons(trajectory)).toEqual([undefined, 'no_tool_log: the subject gave no tool calls'])
  expect(trajectory.results[0]?.sets.map(({ mode }) => mode)).toEqual(['trajectory', 'trajectory'])
})

test('of several attempts at a case the last one counts, and all are paid for', async () => {
  const second = `let calls = 0\nexport default () => 'task_success=' + [0, 1][calls++]\n`
  const retried = await runFiles(
    {
      'vitest.config.ts': judgedConfig(),
      'evals/plain.evalset.json': setNamed('plain', ['c']),
      'evals/plain.subject.ts': second,
    },
    { ...settings, args: ['evals/', '--retry=1'] },
  )
  expect(retried.tests['plain gate']?.status).toBe('passed')
  expect(casesOf(retried, 'plain').map(({ scores, retry }) => [scores.task_success, retry])).toEqual([[1, 1]])
  expect(retried.results[0]?.usage.requests).toBe(6)
})

test('a case that does not end in time is unjudged, and the gate does not blame the agent', async () => {
  const files = {
    'evals/slow.evalset.json': setNamed('slow', ['c']),
    'evals/slow.subject.ts': `export default () => 'wait=5000'`,
  }
  const slow = await runFiles({ 'vitest.config.ts': judgedConfig('timeout: 500'), ...files }, settings)
  expect(slow.tests['slow c']?.status).toBe('failed')
  expect(slow.tests['slow gate']?.errors.join()).toMatchInlineSnapshot(`
    "JudgeError: gate of slow: closed

      ✗ not judged: task_success is unjudged in 1 of 1 cases: c (aborted)"
  `)
  expect(casesOf(slow, 'slow')[0]?.dimensions.task_success).toMatchObject({ state: 'unjudged', score: null })
})
