/**
 * docs/judges.md says what runs: its judges judge, its commands list and remove recordings.
 */
import { expect, test } from 'vitest'
import { makeFolder, runFolder } from '../e2e/run-files.js'
import { runCommand } from '../support/run-command.js'
import { config } from '../support/run-vitest.js'
import { blockOf, commandsIn, read } from './pages.js'

const page = read('docs/judges.md')
const answer = { scores: { criterion: { evidence: [], reasoning: 'short', value: 9 } }, assessment: 'short' }
const files = {
  'evals/a.eval.ts': `import { expect, test } from 'vitest'
test('is short', () => expect('Yes.').toPassRubric('is short'))`,
  'vitest.config.ts': config('{ judge }', '{}', `import { judge } from './evals/judge.js'`),
}

test('a judge of one’s own is asked once, listed by its id, and its recording is kept', async () => {
  const path = makeFolder({
    ...files,
    'evals/judge.ts': blockOf(page, 'ts evals/judge.ts'),
    'src/house-model.js': `export const ask = async ({ rules, question, schema, signal }) =>
      (rules.includes('is short') && question.includes('Yes.') && schema.type === 'object' && !signal.aborted) ? ${JSON.stringify(JSON.stringify(answer))} : '{}'`,
  })
  const run = await runFolder(path, { args: ['evals/'] })
  expect(run.code, run.output).toBe(0)
  const [list = [], prune = []] = commandsIn(blockOf(page, 'sh'))
  expect((await runCommand(path, ...list)).stdout).toContain('house-judge')
  expect((await runCommand(path, ...prune)).stdout).toContain('Removed 0 recordings')
})

test('a model of the AI SDK judges; the provider is a stand-in, for it is no dependency of ours', async () => {
  const provider = `export const createOpenAICompatible = ({ name }) => ({ chatModel: (modelId) => ({
    specificationVersion: 'v3', provider: name, modelId, supportedUrls: {},
    doGenerate: async () => ({ content: [{ type: 'text', text: ${JSON.stringify(JSON.stringify(answer))} }], finishReason: 'stop',
      usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 }, warnings: [] }),
  }) })`
  const path = makeFolder({
    ...files,
    'evals/judge.ts': blockOf(page, 'ts evals/local-judge.ts'),
    'node_modules/@ai-sdk/openai-compatible/package.json': '{ "type": "module", "exports": "./index.js" }',
    'node_modules/@ai-sdk/openai-compatible/index.js': provider,
  })
  const run = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  expect(run.code, run.output).toBe(0)
  expect(run.results[0]?.checks[0]?.judgement).toMatchObject({ model: expect.stringContaining('qwen3-32b') })
})
