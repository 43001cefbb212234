import { expect, test } from 'vitest'
import { config, write } from '../support/run-vitest.js'
import { judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const cases = [
  { id: 'found', input: '', expected: 'the refund was paid' },
  { id: 'pattern', input: '', expected: 're:paid (once|twice)' },
  { id: 'forbidden', input: '', expected: 'paid', must_not: ['twice'] },
  { id: 'prose', input: '', expected: 'Returns the original refund and writes no second row' },
  { id: 'nothing expected', input: '' },
]
const files = {
  'evals/refunds.evalset.json': JSON.stringify({ version: 1, feature: 'refunds', cases }, null, 2),
  'evals/refunds.subject.ts': `export default () => ({ output: 'the refund was\\n paid twice', toolCalls: [] })`,
  'evals/prose.evalset.json': JSON.stringify({ version: 1, feature: 'prose', cases: cases.slice(3) }, null, 2),
  'evals/prose.subject.ts': `export default () => 'Done: no second row.'`,
}
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

test('nokey', async () => {
  const run = await runFiles({ 'vitest.config.ts': config(), ...files, 'evals/a.eval.ts': `import { expect, test } from 'vitest'\ntest('rubric', async () => { await expect('x').toPassRubric('Is short') })` }, settings)
  console.log(run.output, JSON.stringify(run.results[0]?.sets.map(({cases, judge_model, fallbacks, gate}) => ({judge_model, gate, fallbacks, cases: cases.map(({id, dimensions}) => ({id, dimensions}))})), null, 1))
})
test('deterministic', async () => {
  const run = await runFiles({ 'vitest.config.ts': config(`{ judge: 'deterministic' }`), ...files }, settings)
  console.log(run.output)
})
test('mixed', async () => {
  const run = await runFiles({ 'vitest.config.ts': judgedConfig(), ...files, 'evals/prose.subject.ts': `export default ({ id }) => id === 'prose' ? 'late' : 'Done: no second row.'` }, settings)
  console.log(run.output)
})
test('replay', async () => {
  const path = makeFolder({ 'vitest.config.ts': judgedConfig(`recordings: 'auto'`), ...files })
  const run = await runFolder(path, settings)
  console.log(run.output)
  const again = await runFolder(path, settings)
  console.log(again.stdout)
  write(path, { 'evals/prose.evalset.json': files['evals/prose.evalset.json'].replace('"cases": [', '"cases": [{ "id": "new", "input": "x" },') })
  const replay = await runFolder(path, { ...settings, env: { VITEST_JUDGE_RECORDINGS: 'replay' } })
  console.log(replay.output)
  expect(1).toBe(1)
})
