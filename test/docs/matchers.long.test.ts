/**
 * docs/matchers.md says what runs: its snippets are run, and the options of every matcher stand in its section.
 */
import { expect, test } from 'vitest'
import { runFiles } from '../e2e/run-files.js'
import { config } from '../support/run-vitest.js'
import { AGENT } from './agent.js'
import { blockOf, read } from './pages.js'

const page = read('docs/matchers.md')

test('the example of a comparison runs', async () => {
  const judge = `import { scriptedModel } from 'vitest-judge'
const side = (value) => ({ scores: Object.fromEntries(['correctness', 'depth', 'quality'].map((name) => [name, { value }])) })
const judge = scriptedModel({ reply: ({ user: [{ text }] }) => {
  const [A, B] = text.indexOf('try again later') < text.indexOf('name="response_b"') ? [side(2), side(8)] : [side(8), side(2)]
  return { contestants: { A, B }, justification: '', winner: 'tie' }
} })`
  const run = await runFiles(
    {
      'vitest.config.ts': config('{ judge }', '{}', judge),
      'src/support-agent.js': AGENT,
      'evals/regression.eval.ts': blockOf(page, 'ts evals/regression.eval.ts'),
    },
    { args: ['evals'] },
  )
  expect(run.code, run.output).toBe(0)
})

test('the example of tools runs on the log of a run', async () => {
  const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input })
  const said = (id: string, ...content: object[]) => ({
    type: 'assistant',
    message: { id, role: 'assistant', content },
  })
  const result = (id: string) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'done' }] },
  })
  const usage = { input_tokens: 900, output_tokens: 60 }
  const log = [
    { type: 'system', subtype: 'init', session_id: 's', tools: [] },
    said('m1', call('t1', 'find_order', { customer: 'ana' })),
    result('t1'),
    said('m2', call('t2', 'refund', { order: 7, reason: 'late' })),
    result('t2'),
    said('m3', { type: 'text', text: 'Refunded.' }),
    { type: 'result', subtype: 'success', is_error: false, result: 'Refunded.', num_turns: 3, session_id: 's', usage },
  ]
  const run = await runFiles(
    {
      'vitest.config.ts': config(),
      'evals/run.jsonl': log.map((line) => JSON.stringify(line)).join('\n'),
      'evals/tools.eval.ts': blockOf(page, 'ts evals/tools.eval.ts'),
    },
    { args: ['evals'] },
  )
  expect(run.code, run.output).toBe(0)
})
