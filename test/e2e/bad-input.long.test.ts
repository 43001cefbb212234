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
test('unreadable gold', async () => { await expect('x').toMatchGroundTruthPatch('--- a\\nnonsense') })
test('empty gold', async () => { await expect('x').toMatchGroundTruthPatch('') })
test('no issues', async () => { await expect('x').toFindBaselineIssues([]) })
test('duplicate issue', async () => { await expect('x').toFindBaselineIssues([...issues, ...issues]) })
test('misspelt field', async () => { await expect('x').toFindBaselineIssues([{ ...issues[0], loction: 'a.ts:3' }]) })
test('unknown id', async () => { await expect('x').toFindBaselineIssues(issues, { mustFind: ['B'] }) })
test('minScore without judge', async () => { await expect('x').toFindBaselineIssues(issues, { minScore: 0.5 }) })
test('minRecall 75', async () => { await expect('x').toFindBaselineIssues(issues, { minRecall: 75, judge: true }) })
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

test('bad input to a matcher says what was expected and what came, also under .not', () => {
  const messages = Object.entries(run.tests).map(([name, { errors }]) => `${name}: ${errors.join()}`)
  expect(messages.join('\n')).toMatchInlineSnapshot(`
    "zero weight: InputError: rubric: expected \`dimensions[0].weight\` to be a number above 0, at most 1e9, but received 0.
    negative weight: InputError: rubric: expected \`dimensions[0].weight\` to be a number above 0, at most 1e9, but received -1.
    weight no number: InputError: rubric: expected \`dimensions[0].weight\` to be a finite number, but received NaN.
    duplicate name: InputError: rubric: expected \`dimensions[1].name\` to be unlike that of dimensions[0], but received "a".
    no dimensions: InputError: rubric: expected \`dimensions\` to be a list of at least one dimension, but received [].
    empty criterion: InputError: rubric: expected it to be a criterion in words or a rubric object, but received " ".
    no rubric: InputError: rubric: expected it to be an object, but received undefined.
    threshold 80: InputError: toPassRubric: expected \`threshold\` to be a fraction from 0 to 1, but received 80. For 80 % write 0.8.
    misspelt option: InputError: toPassRubric: there is no option \`treshold\`. Did you mean \`threshold\`? Known are \`threshold\`, \`challenge\`, \`character\`, \`code\`, \`goldStandard\`, \`judge\`, \`judges\`, \`judging\`, \`samples\`, \`escalate\`.
    options no object: InputError: toPassRubric: expected the options to be an object, but received 0.8.
    unreadable gold: InputError: gold patch:1: expected line 1 to be the start of a unified diff, but received "--- a\\nnonsense".
    empty gold: InputError: gold patch:1: expected line 1 to be the start of a unified diff, but received "".
    no issues: InputError: baseline: expected \`issues\` to be at least one issue, but received [].
    duplicate issue: InputError: baseline: expected \`issues[1].id\` to be an id that no other issue has, but received "A".
    misspelt field: InputError: baseline: there is no \`issues[0].loction\`. Did you mean \`location\`? Known are \`id\`, \`description\`, \`location\`, \`locations\`, \`severity\`.
    unknown id: InputError: toFindBaselineIssues: expected every id in \`mustFind\` to be one of the issues (A), but received "B".
    minScore without judge: InputError: toFindBaselineIssues: \`minScore\` has an effect only with \`judge: true\`, which asks a model. Add it, or leave \`minScore\` out.
    minRecall 75: InputError: toFindBaselineIssues: expected \`minRecall\` to be a fraction from 0 to 1, but received 75. For 75 % write 0.75."
  `)
})

test('a bad eval set fails its file with the place of the fault', () => {
  const faults = [...run.stderr.matchAll(/^ FAIL {2}(\S+) \[.*\n(.*)/gm)].map(
    ([, file, message]) => `${file}\n  ${message}`,
  )
  expect(faults.join('\n')).toMatchInlineSnapshot(`
    "evals/alone.evalset.json
      Error: evals/alone.evalset.json: expected the subject beside it to be a file \`alone.subject.ts\`, but received "broken.subject.ts, evalset.subject.ts, indent.subject.ts". Its default export gets a case and returns what is judged: export default async ({ input }) => await agent(input). Or name a \`subject\` in the options of vitestJudge().
    evals/broken.evalset.json
      Error: evals/broken.evalset.json:3:39: expected the text to be JSON, but received "]\\n}". No JSON goes on like this.
    evals/evalset.jsonl
      Error: evals/evalset.jsonl:2:28: expected \`cases[0].expected\` to be a regular expression after \`re:\`, but received "re:(". Case "c": Invalid regular expression: /(/m: Unterminated group.
    evals/indent.evalset.yaml
      Error: evals/indent.evalset.yaml:5:1: expected the text to be YAML, but received " input: x\\n". Sequence item without - indicator.
    evals/named.evalset.json
      InputError: evals/named.evalset.json: expected the default export of its subject to be a function (case) => output, but received undefined.
    evals/twice.evalset.json
      Error: evals/twice.evalset.json:3:3: expected \`cases[1].id\` to be unlike that of every other case, but received "c".
    evals/version.evalset.json
      Error: evals/version.evalset.json:1:3: expected \`version\` to be 1, but received 2.
    evals/weight.evalset.json
      Error: evals/weight.evalset.json:1:86: expected \`rubric.dimensions[0].weight\` to be a number above 0, at most 1e9, but received 0."
  `)
})

test('a bad eval set is shown with a code frame', () => {
  const frame = run.stderr.slice(run.stderr.indexOf('Error: evals/broken')).split('\n').slice(1, 6)
  expect(frame.join('\n')).toMatchInlineSnapshot(`
    "1  |  { "version": 1,
    2  |    "feature": "f",
    3  |    "cases": [{ "id": "c", "input": "x" ]
       |                                        ^
    4  |  }"
  `)
})

test('nobody is asked, nothing is recorded, and the run is red', () => {
  expect(api.stats.requests).toBe(0)
  expect(run.results).toEqual([])
  expect(run.code).toBe(1)
})

test('a bad option of the plugin stops the run', async () => {
  const options = {
    misspelt: `{ judgeModle: 'tier-fast' }`,
    'no fraction': `{ gate: { passThreshold: 75 } }`,
    'no number': `{ concurrency: 0 }`,
    'unknown tier': `{ judgeModel: 'tier-huge' }`,
  }
  const configs = Object.entries(options).map(([name, option]) => [`${name}.config.ts`, config(option)])
  const path = makeFolder({ ...Object.fromEntries(configs), 'a.test.ts': matchers })
  const faults: string[] = []
  for (const [name = ''] of configs) {
    const { code, tests, output } = await runFolder(path, { args: [`--config=${name}`] })
    expect({ code, tests }, name).toEqual({ code: 1, tests: {} })
    faults.push(faultIn(output))
  }
  expect(faults.join('\n')).toMatchInlineSnapshot(`
    "InputError: vitest-judge options: there is no \`judgeModle\`. Did you mean \`judgeModel\`? Known are \`judge\`, \`judges\`, \`judgeModel\`, \`apiKey\`, \`baseURL\`, \`concurrency\`, \`deadline\`, \`recordings\`, \`recordingsDir\`, \`recordPrompts\`, \`budget\`, \`prices\`, \`maxOutage\`, \`samples\`, \`escalate\`, \`judging\`, \`agentModel\`, \`enabled\`, \`subject\`, \`gate\`, \`mode\`, \`trials\`, \`sets\`, \`evals\`, \`outputDir\`, \`report\`, \`baseline\`, \`timeout\`, \`onUnjudged\`.
    InputError: vitest-judge options: expected \`gate.passThreshold\` to be a fraction from 0 to 1, but received 75. For 75 % write 0.75.
    InputError: vitest-judge options: expected \`concurrency\` to be a whole number from 1, but received 0.
    InputError: model: expected the name to be one of tier-fast, tier-balanced, tier-best or a model id, but received "tier-huge"."
  `)
})

test('a bad setting of the environment stops the run', async () => {
  const files = { 'vitest.config.ts': config(), 'a.test.ts': matchers }
  const { code, tests, output } = await runFiles(files, { env: { VITEST_JUDGE_CONCURRENCY: 'many' } })
  expect({ code, tests }).toEqual({ code: 1, tests: {} })
  expect(faultIn(output)).toMatchInlineSnapshot(
    `"InputError: environment: expected \`VITEST_JUDGE_CONCURRENCY\` to be a whole number from 1, but received "many"."`,
  )
})

function faultIn(output: string): string {
  return /^InputError: .*/m.exec(output)?.[0] ?? ''
}
