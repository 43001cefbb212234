/**
 * Outputs that a batch keeps: they are told wherever the run is told, and taken only as long as the agent is the same.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readResults } from '../../src/report/read-results.js'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { agentCalls, batch, setOf, WITH_BATCH } from './batch-folder.js'
import { makeFolder, runFolder } from './run-files.js'

const replayed = {
  args: ['evals/'],
  env: { ...WITH_BATCH, VITEST_JUDGE_RECORDINGS: 'replay' },
  resultsIn: 'evals/results',
}
const TODAY = /\d{4}-\d\d-\d\d/
const CHANGED = 'evals/sums.evalset.json: its agent has changed since the batch kept outputs of it'

test('an agent that was not run is not said to have run: not by its records, its line, nor the gates', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  await batch(path, 'fetch', '--wait')
  const { code, output, results } = await runFolder(path, replayed)
  expect({ code, agent: agentCalls(path) }, output).toEqual({ code: 0, agent: 2 })
  const lines = output.split('\n').filter((line) => /^(Agent|Gate)/.test(line))
  expect(
    lines.map((line) => line.replace(TODAY, 'DAY').replace(/commit \w+ on .*? · /, '')).join('\n'),
  ).toMatchInlineSnapshot(`
      "Agent  0 runs; 2 outputs kept by the batch of DAY, the agent was not run for them
      Gate sums: PASS · aggregate 0.90 · 2 outputs kept by the batch of DAY, the agent was not run for them · judged by claude-haiku-5-5 · from recordings
      Gate, whole run: PASS · sets: 1 passed · 2 outputs kept by the batch of DAY, the agent was not run for them · from recordings"
    `)
  const [read] = results.map((one) => readResults(JSON.parse(JSON.stringify(one))))
  expect(read?.agent).toMatchObject({ runs: 0, input_tokens: null, kept: { outputs: 2 } })
  expect(read?.sets[0]?.cases).toMatchObject(
    Array(2).fill({ output_from: 'batch', output_kept_at: expect.stringMatching(TODAY), agent_ms: expect.any(Number) }),
  )
})

test('what another version of the agent returned is not taken for the answer of this one', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder(setOf(api, 2))
  await batch(path, 'submit')
  await batch(path, 'fetch', '--wait')
  const subject = join(path, 'evals/sums.subject.ts')
  writeFileSync(subject, readFileSync(subject, 'utf8').replaceAll('0.9', '0.1'))
  const missing = await runFolder(path, replayed)
  expect({ code: missing.code, agent: agentCalls(path) }).toEqual({ code: 1, agent: 4 })
  expect(missing.output.split(CHANGED)).toHaveLength(2)
  expect(missing.output).toContain('recordings missing')
  expect(missing.results[0]?.agent).toMatchObject({ runs: 2, input_tokens: 6 })
  expect(missing.results[0]?.agent).not.toHaveProperty('kept')
  const asked = await runFolder(path, { ...replayed, env: WITH_BATCH })
  expect({ code: asked.code, calls: api.stats.requests }).toEqual({ code: 1, calls: 2 })
})

test.each([
  ['a file that its command names', 'agent.mjs', '// changed\n'],
  ['its command', 'vitest.config.ts', ''],
])('%s is a part of the agent', async (_, file, added) => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const { 'evals/sums.subject.ts': __, ...files } = setOf(api, 2, `subject: { command: ['node', 'agent.mjs'] }`)
  const agent = `import { appendFileSync } from 'node:fs'
appendFileSync('called', 'x\\n')
console.log('task_success=0.9', crypto.randomUUID())
`
  const path = makeFolder({ ...files, 'agent.mjs': agent })
  await batch(path, 'submit')
  await batch(path, 'fetch', '--wait')
  expect((await runFolder(path, replayed)).output).toContain('Agent  0 runs; 2 outputs kept by the batch of')
  expect(agentCalls(path)).toBe(2)
  const text = readFileSync(join(path, file), 'utf8')
  writeFileSync(join(path, file), `${text.replace(`'agent.mjs'`, `'agent.mjs', '--fast'`)}${added}`)
  expect((await runFolder(path, replayed)).output).toContain(CHANGED)
  expect(agentCalls(path)).toBe(4)
})
