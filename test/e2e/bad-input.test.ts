import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { config } from '../support/run-vitest.js'
import { type FilesRun, makeFolder, runFiles, runFolder } from './run-files.js'

const matchers = `import { expect, test } from 'vitest'
const dimension = { name: 'a', weight: 1 }
const issues = [{ id: 'A', severity: 'low', description: 'a word is missing' }]
const rubrics = {
  'zero weight': { dimensions: [{ name: 'a', weight: 0 }] },
  'negative weight': { dimensions: [{ name: 'a', weight: -1 }] },
  'weight no number': { dimensions: [{ name: 'a', weight: Number.NaN }] },
  'duplicate name': { dimensions: [dimension, dimension] },
  'no dimensions': { dimensions: [] },
  'empty criterion': ' ',
  'no rubric': undefined,
}
for (const [name, rubric] of Object.entries(rubrics)) test(name, async () => { await expect('x').toPassRubric(rubric) })
test('threshold 80', async () => { await expect('x').toPassRubric('Is short', { threshold: 80 }) })
test('misspelt option', async () => { await expect('x').toPassRubric('Is short', { treshold: 0.8 }) })
test('options no object', async () => { await expect('x').toPassRubric('Is short', 0.8) })
test('empty output', async () => { await expect('  ').not.toPassRubric('Is short') })
test('unreadable gold', async () => { await expect('x').toMatchGroundTruthPatch('--- a\\nnonsense') })
test('empty gold', async () => { await expect('x').toMatchGroundTruthPatch('') })
test('no issues', async () => { await expect('x').toFindBaselineIssues([]) })
test('duplicate issue', async () => { await expect('x').toFindBaselineIssues([...issues, ...issues]) })
test('unknown id', async () => { await expect('x').toFindBaselineIssues(issues, { mustFind: ['B'] }) })
test('minScore without judge', async () => { await expect('x').toFindBaselineIssues(issues, { minScore: 0.5 }) })
test('minRecall 75', async () => { await expect('x').toFindBaselineIssues(issues, { minRecall: 75, judge: true }) })
test('grouped issues', async () => { await expect('- a word is missing').toFindBaselineIssues({ low: [{ id: 'A', description: 'a word is missing' }] }) })
`
const set = (text: string) => text.replaceAll("'", '"')
const sets = {
  'evals/version.evalset.json': set(`{ 'version': 2, 'feature': 'f', 'cases': [{ 'id': 'c', 'input': 'x' }] }`),
  'evals/broken.evalset.json': set(`{ 'version': 1,\n  'feature': 'f',\n  'cases': [{ 'id': 'c', 'input': 'x' ]\n}`),
  'evals/indent.evalset.yaml': 'version: 1\nfeature: f\ncases:\n  - id: c\n   input: x\n',
  'evals/twice.evalset.json': set(
    `{ 'version': 1, 'feature': 'f', 'cases': [\n{ 'id': 'c', 'input': 'x' },\n{ 'id': 'c', 'input': 'y' }] }`,
  ),
  'evals/weight.evalset.json': set(
    `{ 'version': 1, 'feature': 'f', 'rubric': { 'dimensions': [{ 'name': 'task_success', 'weight': 0 }] }, 'cases': [{ 'id': 'c', 'input': 'x' }] }`,
  ),
  'evals/alone.evalset.json': set(`{ 'version': 1, 'feature': 'f', 'cases': [{ 'id': 'c', 'input': 'x' }] }`),
  'evals/named.evalset.json': set(`{ 'version': 1, 'feature': 'f', 'cases': [{ 'id': 'c', 'input': 'x' }] }`),
  'evals/named.subject.ts': `export const produce = () => 'x'`,
  'evals/evalset.jsonl': set(`{ 'feature': 'f', 'version': 1 }\n{ 'id': 'c', 'input': 'x', 'expected': 're:(' }\n`),
}

let api: MessagesApi
let run: FilesRun
beforeAll(async () => {
  api = await startMessagesApi({ reply: () => ({ json: {} }) })
  const options = `{ apiKey: 'test-key', baseURL: '${api.url}', evals: 'always' }`
  const names = Object.keys(sets)
    .filter((name) => name.includes('evalset'))
    .map((name) => name.replace(/(\.evalset)?\.\w+$/, '.subject.ts'))
  const subjects = Object.fromEntries(
    names.filter((name) => !/alone|named/.test(name)).map((name) => [name, `export default () => 'x'`]),
  )
  run = await runFiles({ 'vitest.config.ts': config(options), 'a.test.ts': matchers, ...subjects, ...sets })
})
afterAll(() => api.close())


test('x', () => {
  console.log(run.stderr)
})
test('bad options', async () => {
  const options = ["{ judgeModle: 'tier-fast' }", "{ gate: { passThreshold: 75 } }", "{ concurrency: 0 }", "{ judgeModel: 'tier-huge' }"]
  const files = Object.fromEntries(options.map((option, index) => [`${index}.config.ts`, config(option)]))
  const path = makeFolder({ ...files, 'a.test.ts': `import { expect, test } from 'vitest'\ntest('x', async () => { await expect('x').toPassRubric('y') })` })
  for (const i of options.keys()) {
    const r = await runFolder(path, { args: ['--config', i+'.config.ts']})
    console.log(r.code, r.output)
  }
  const r = await runFolder(path, { args: ['--config', '0.config.ts'], env: {VITEST_JUDGE_CONCURRENCY: 'many'}})
})
test('bad env', async () => {
  const r = await runFiles({ 'vitest.config.ts': config(), 'a.test.ts': `import { expect, test } from 'vitest'\ntest('x', async () => { await expect('x').toPassRubric('y') })` }, { env: { VITEST_JUDGE_CONCURRENCY: 'many' } })
    console.log(r.code, r.output)
})
