/**
 * The small suite that every cell of the matrix runs: matchers with a scripted judge and with a recorded reply, deterministic
 * ones, an open and a closed gate, and tests that fail, are not judged, and forget their `await`, that in each of
 * two files, of which one may come second in its process. Beside it: what it comes to.
 *
 * @module
 */

/**
 * Answers as the text says: `value=9` for rubrics, `task_success=1` for eval sets, `refuse` for no answer. A text that is
 * `recorded` passes only when its reply comes from the recording, for the judge itself says 0 outside of the recording run.
 */
const judge = `
import { scriptedModel } from 'vitest-judge'
export const judge = scriptedModel({ reply: ({ schema, user }) => {
  const text = user[0]?.text ?? ''
  if (/refuse/.test(text)) return { stop: 'refused', detail: 'as the text says' }
  const number = (name, other) => Number(new RegExp(name + '=([0-9.]+)').exec(text)?.[1] ?? other)
  if (schema.properties.scores === undefined) return { evidence: [], justification: 'as the text says', score: number('task_success', 1) }
  const value = /recorded/.test(text) && !process.env.MATRIX_RECORDS ? 0 : number('value', 9)
  const names = Object.keys(schema.properties.scores.properties)
  return { scores: Object.fromEntries(names.map((name) => [name, { evidence: [], reasoning: 'as the text says', value }])), assessment: '' }
} })
`

const checks = `import { describe, expect, test } from 'vitest'
const gold = '--- a/src/a.js\\n+++ b/src/a.js\\n@@ -1,2 +1,2 @@\\n function sum(a, b) {\\n-  return a - b\\n+  return a + b\\n'
const other = '--- a/src/z.js\\n+++ b/src/z.js\\n@@ -1,2 +1,2 @@\\n class Empty {\\n-  first = 1\\n+  first = null\\n'
test('passes', async () => { await expect('value=9 a').toPassRubric('Is short') })
test('fails', async () => { await expect('value=1 b').toPassRubric('Is short') })
test('is not judged', async () => { await expect('refuse c').not.toPassRubric('Is short') })
test('forgets await', () => { expect('value=9 d').toPassRubric('Is short') })
test('not', async () => { await expect('value=1 e').not.toPassRubric('Is short') })
test('resolves', async () => { await expect(Promise.resolve('value=9 f')).resolves.toPassRubric('Is short') })
test('soft', async ({ expect }) => { await expect.soft('value=1 g').toPassRubric('Is short'); await expect.soft('value=9 h').toPassRubric('Is short') })
test('the right patch', async () => { await expect(gold).toMatchGroundTruthPatch(gold) })
test('a wrong patch', async () => { await expect(other).toMatchGroundTruthPatch(gold) })
test('findings', async () => { await expect('- src/a.ts:3: the cache is never cleared').toFindBaselineIssues({ high: [{ id: 'A', description: 'the cache is never cleared', location: 'src/a.ts:3' }] }) })
test('calls', async () => { await expect({ output: '', toolCalls: [{ tool: 'find', args: {} }] }).toHaveCalledTools(['find']) })
describe.concurrent('at once', () => {
  for (const value of [1, 8, 9, 10]) test('value ' + value, async () => { await expect('value=' + value + ' i').toPassRubric('Is short') })
})
`
const recorded = `import { expect, test } from 'vitest'
test('recorded', async () => { await expect('value=9 recorded').toPassRubric('Is short') })
`
const another = `import { expect, test } from 'vitest'
test('forgets await in another file', () => { expect('value=9 j').toPassRubric('Is short') })
`
const evalSet = (feature, outputs) =>
  JSON.stringify({
    version: 1,
    feature,
    rubric: { dimensions: [{ name: 'task_success', weight: 1 }] },
    cases: Object.keys(outputs).map((id) => ({ id, input: `${feature} ${id}` })),
  })
const subject = (outputs) => `const outputs: Record<string, string> = ${JSON.stringify(outputs)}
export default async ({ id }: { id: string }) => ({ output: outputs[id] ?? '', toolCalls: [] })
`
const closed = { good: 'task_success=1', bad: 'task_success=0.2', none: 'refuse' }
const open = { good: 'task_success=1 open' }

/** What is run, in every variant. */
export const FILTERS = ['checks', 'recorded', 'another', 'evals/']

/** Files of the suite; options of the plugin and of Vitest are source text. */
export function suiteFiles({ test = '{}', setup = '' } = {}) {
  return {
    'package.json': '{ "name": "cell", "private": true, "type": "module" }',
    'vitest.config.mjs': `import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'
import { judge } from './judge.mjs'
export default defineConfig({ plugins: [vitestJudge({ judge })], test: ${test} })
`,
    'judge.mjs': judge,
    'setup.mjs': setup,
    'checks.test.ts': checks,
    'recorded.test.ts': recorded,
    'another.test.ts': another,
    'evals/closed.evalset.json': evalSet('closed', closed),
    'evals/closed.subject.ts': subject(closed),
    'evals/open.evalset.json': evalSet('open', open),
    'evals/open.subject.ts': subject(open),
  }
}

/** The subject with which the closed gate opens. */
export const MENDED = subject({
  good: 'task_success=1 mended',
  bad: 'task_success=1 mended',
  none: 'task_success=1 mended',
})

/** State of each test, as Vitest reports it. */
export const TESTS = {
  passes: 'passed',
  fails: 'failed',
  'is not judged': 'failed',
  'forgets await': 'failed',
  not: 'passed',
  resolves: 'passed',
  soft: 'failed',
  'the right patch': 'passed',
  'a wrong patch': 'failed',
  findings: 'passed',
  calls: 'passed',
  'at once value 1': 'failed',
  'at once value 8': 'passed',
  'at once value 9': 'passed',
  'at once value 10': 'passed',
  recorded: 'passed',
  'forgets await in another file': 'failed',
  'closed good': 'passed',
  'closed bad': 'failed',
  'closed none': 'failed',
  'closed gate': 'failed',
  'open good': 'passed',
  'open gate': 'passed',
}

/** Verdict and score of each check, as the results file has it. */
export const CHECKS = {
  passes: ['pass'],
  fails: ['fail'],
  'is not judged': ['unjudged'],
  'forgets await': ['pass'],
  not: ['fail'],
  resolves: ['pass'],
  soft: ['fail', 'pass'],
  'the right patch': ['pass'],
  'a wrong patch': ['fail'],
  findings: ['pass'],
  calls: ['pass'],
  'at once > value 1': ['fail'],
  'at once > value 8': ['pass'],
  'at once > value 9': ['pass'],
  'at once > value 10': ['pass'],
  recorded: ['pass'],
  'forgets await in another file': ['pass'],
}

/** Gate, cases and why it is closed. */
export const SETS = {
  closed: { passed: false, cases: ['good scored', 'bad scored', 'none unjudged'], blocked: ['bad', 'none'] },
  open: { passed: true, cases: ['good scored'], blocked: [] },
}
