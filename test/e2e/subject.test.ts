import { beforeAll, expect, test } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'
import { casesOf, setNamed, settings } from './subject-sets.js'

const ids = [
  'text',
  'object',
  'rejects',
  'throws',
  'throws no error',
  'number',
  'no output',
  'bad tool',
  'nothing',
  'no prototype',
  'no text',
  'nothing works',
  'bigint',
  'circle',
  'getter',
  'function',
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
  nothing: () => { throw undefined },
  'no prototype': () => { throw Object.create(null) },
  'no text': () => { throw Object.assign(new Error(), { message: { code: 3 } }) },
  'nothing works': () => { throw new Proxy({}, { get() { throw new Error('no get') }, ownKeys() { throw new Error('no keys') } }) },
  bigint: () => ({ output: 'done', toolCalls: [{ tool: 'map', args: { to: 1n } }] }),
  circle: () => { const args = { to: {} }; args.to = args; return { output: 'done', toolCalls: [{ tool: 'map', args }] } },
  getter: () => ({ output: 'done', toolCalls: [{ tool: 'map', args: { get to() { throw new Error('no to') } } }] }),
  function: () => ({ output: 'done', toolCalls: [{ tool: 'map', args: { to() {} } }] }),
  'sees signal': (_, { signal }) => 'task_success=' + (signal instanceof AbortSignal ? 1 : 0),
  'sees case': (evalCase) => (JSON.stringify(Object.keys(evalCase as object)) === '["id","input","expected","labels","must_not"]' ? 'same' : 'other'),
}
export default (evalCase: { id: string }, context: { signal: AbortSignal }) => produced[evalCase.id]?.(evalCase, context)
`
const trace = `export default () => ({ output: 'trajectory=0.9', toolCalls: [{ tool: 'map', args: { to: 'home' } }] })`

const files = {
  'evals/agent.evalset.json': setNamed('agent', ids),
  'evals/agent.subject.ts': subject,
  'evals/trace.evalset.json': setNamed('trace', ['c']),
  'evals/trace.subject.ts': trace,
  'evals/plain.evalset.json': setNamed('plain', ['c']),
  'evals/plain.subject.ts': `export default () => 'x'`,
  'evals/sketch.evalset.json': setNamed('sketch', ['throws', 'number'], true),
  'evals/sketch.subject.ts': `export { default } from './agent.subject.js'`,
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
  const failed = ids.slice(ids.indexOf('rejects'), ids.indexOf('sees signal'))
  expect(failed.map((id) => run.tests[`agent ${id}`]?.errors.join())).toMatchInlineSnapshot(`
    [
      "Error: the agent crashed",
      "TypeError: no such tool",
      "JudgeError: no error with a message was thrown, but "just text"",
      "InputError: evals/agent.evalset.json > number: expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received 42.",
      "InputError: evals/agent.evalset.json > no output: expected what the subject returned to be a string or { output: string, diff?: string, toolCalls?: { tool, args, result_summary?, timestamp?, error? }[], usage? }, but received {"result":"done"}.",
      "InputError: evals/agent.evalset.json > bad tool: expected \`toolCalls[1].tool\` to be a name, but received {"name":"web"}.",
      "JudgeError: no error with a message was thrown, but undefined",
      "JudgeError: no error with a message was thrown, but {}",
      "JudgeError: no error with a message was thrown, but Error: [object Object]",
      "JudgeError: something was thrown that cannot even be shown",
      "InputError: evals/agent.evalset.json > bigint: expected \`toolCalls[0].args.to\` to be text or plain JSON, which has no bigint, but received 1.",
      "InputError: evals/agent.evalset.json > circle: expected \`toolCalls[0].args.to\` to be text or plain JSON, which does not hold itself, but received [object Object].",
      "InputError: evals/agent.evalset.json > getter: expected \`toolCalls[0].args.to\` to be text or plain JSON, which has no function, but received function get to.",
      "InputError: evals/agent.evalset.json > function: expected \`toolCalls[0].args.to\` to be text or plain JSON, which has no function, but received function to.",
    ]
  `)
  // The user's own line comes first, and no frame of this package at all.
  expect(run.output).toMatch(/TypeError: no such tool\n ❯ \S+ evals\/agent\.subject\.ts:5:/)
  expect(['number', 'bigint'].map((id) => run.tests[`agent ${id}`]?.place)).toEqual([
    'evals/agent.evalset.json:26',
    'evals/agent.evalset.json:54',
  ])
  expect(run.output).not.toMatch(/^ ❯ .*dist\//m)
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
        "text": "the subject failed in 14 of 18 cases: rejects, throws, throws no error, number, no output, and 9 more",
      },
    ]
  `)
  expect(run.tests['agent gate']?.status).toBe('failed')
})

test('every case of every set has its record, whatever its subject did', () => {
  const results = resultsSchema.parse(run.results[0])
  expect(results.sets.map(({ evalset, cases }) => [evalset, cases.map(({ id }) => id)])).toEqual([
    ['agent', ids],
    ['plain', ['c']],
    ['sketch', ['throws', 'number']],
    ['trace', ['c']],
  ])
})

test('a subject that fails in a draft set is on record and blocks nothing', () => {
  expect(casesOf(run, 'sketch').map(({ error }) => error)).toEqual([
    'no such tool',
    expect.stringContaining('but received 42.'),
  ])
  const states = ['throws', 'number', 'gate'].map((name) => run.tests[`sketch ${name}`]?.status)
  expect(states).toEqual(['passed', 'passed', 'passed'])
})

test('without a mode tool calls decide: with them the process is judged too', () => {
  expect(run.results[0]?.sets.map(({ evalset, mode }) => [evalset, mode])).toEqual([
    ['agent', 'output'],
    ['plain', 'output'],
    ['sketch', 'output'],
    ['trace', 'trajectory'],
  ])
  expect(casesOf(run, 'trace')[0]?.scores.trajectory).toBe(0.9)
})

test('a mode of the config holds for every set, and without tool calls the process stays unscored', {
  tags: ['long'],
}, async () => {
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
