import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles, statesOf } from './run-files.js'

const gold = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@ def f():
 x = 1
-y = 2
+y = 3
 z = 4
`

const rubric = `import { expect, test } from 'vitest'
const criterion = 'Says it well'
test('rubric passes', async () => { await expect('value=8').toPassRubric(criterion) })
test('rubric fails', async () => { await expect('value=4').toPassRubric(criterion) })
test('rubric passes at its own threshold', async () => { await expect('value=4').toPassRubric(criterion, { threshold: 0.4 }) })
test('rubric not passes', async () => { await expect('value=4').not.toPassRubric(criterion) })
test('rubric not fails', async () => { await expect('value=8').not.toPassRubric(criterion) })
test('rubric refused', async () => { await expect('refuse').toPassRubric(criterion) })
test('rubric not refused', async () => { await expect('refuse').not.toPassRubric(criterion) })
test('rubric not late', async () => { await expect('late').not.toPassRubric(criterion) })
test('rubric not out of scale', async () => { await expect('value=11').not.toPassRubric(criterion) })

test('form resolves', async () => { await expect(Promise.resolve('value=8')).resolves.toPassRubric(criterion) })
test('form resolves failing', async () => { await expect(Promise.resolve('value=1')).resolves.toPassRubric(criterion) })
test('form resolves not', async () => { await expect(Promise.resolve('value=1')).resolves.not.toPassRubric(criterion) })
test('form rejects', async () => { await expect(Promise.reject({ text: 'value=8' })).rejects.toPassRubric(criterion) })
test('form rejects resolved', async () => { await expect(Promise.resolve('value=8')).rejects.toPassRubric(criterion) })
test('form soft', async () => { for (const n of [1, 8, 2]) await expect.soft('value=' + n).toPassRubric(criterion) })
test('form poll', async () => { await expect.poll(() => 'value=8', { timeout: 200 }).toPassRubric(criterion) })
test('form inside', async () => { expect({ answer: 'value=8' }).toEqual({ answer: expect.toPassRubric(criterion) }) })
test('form not inside', async () => { expect({ answer: 'value=8' }).toEqual({ answer: expect.not.toPassRubric(criterion) }) })

const messages = [{ role: 'user', content: 'go' }, { role: 'assistant', content: [{ type: 'text', text: 'value=8' }] }]
const shapes = { string: 'value=8', result: { result: 'value=8' }, response_text: { response_text: 'value=8' }, messages }
for (const [name, shape] of Object.entries(shapes)) {
  test('shape ' + name, async () => { await expect(shape).toPassRubric(criterion, { threshold: 0.8 }) })
}
`

const offline = `import { expect, test } from 'vitest'
const gold = ${JSON.stringify(gold)}
const other = gold.replaceAll('a.py', 'b.py').replace('y = 3', 'q = 9')
test('patch passes', async () => { await expect(gold).toMatchGroundTruthPatch(gold) })
test('patch fails', async () => { await expect('I would change nothing.').toMatchGroundTruthPatch(gold) })
test('patch not passes', async () => { await expect('I would change nothing.').not.toMatchGroundTruthPatch(gold) })
test('patch not fails', async () => { await expect(gold).not.toMatchGroundTruthPatch(gold) })
test('patch prediction', async () => {
  await expect({ instance_id: 'x-1', model_patch: gold }).toMatchGroundTruthPatch({ patch: gold }, { threshold: 0.9 })
})
test('patch below its threshold', async () => { await expect(other).toMatchGroundTruthPatch(gold, { threshold: 0.9 }) })
test('patch fenced in a result', async () => {
  await expect({ result: 'Here it is:\\n\\n' + '\`\`\`diff\\n' + gold + '\`\`\`\\n' }).toMatchGroundTruthPatch(gold)
})
`

const issues = `import { expect, test } from 'vitest'
const issues = [
  { id: 'SQL', severity: 'critical', description: 'SQL injection: the user name goes unescaped into the login query', location: 'src/login.ts:12' },
  { id: 'LEAK', severity: 'high', description: 'A connection is never closed on timeout' },
  { id: 'RACE', severity: 'medium', description: 'Two parallel logins can both create the session row' },
  { id: 'TYPO', severity: 'low', description: 'Misspelt word in the comment about retries' },
]
const sql = '- src/login.ts:12: SQL injection: the user name goes unescaped into the login query\\n'
const review = sql + '- src/db.ts:40: a connection may stay open\\n- src/session.ts:7: two sessions could race here for one login\\n'
const judged = { judge: true, minRecall: 0.7, challenge: 'sees LEAK "a connection may stay open", sees RACE "no such words"' }

test('issues pass', async () => { await expect(review).toFindBaselineIssues(issues, { minRecall: 0.6 }) })
test('issues fail', async () => { await expect(sql).toFindBaselineIssues(issues) })
test('issues not pass', async () => { await expect(sql).not.toFindBaselineIssues(issues) })
test('issues not fail', async () => { await expect(review).not.toFindBaselineIssues(issues, { minRecall: 0.6 }) })
test('issues must be found', async () => { await expect(sql).toFindBaselineIssues(issues, { minRecall: 0.1, mustFind: ['LEAK'] }) })
test('issues imprecise', async () => { await expect(review).toFindBaselineIssues(issues, { minRecall: 0, minPrecision: 0.9 }) })
test('issues as findings', async () => {
  const findings = [{ text: 'SQL injection: unescaped user name in the login query', file: 'src/login.ts', line: 12 }]
  await expect(findings).toFindBaselineIssues(issues, { minRecall: 0.4 })
})
test('issues judged', async () => { await expect(review).toFindBaselineIssues(issues, judged) })
test('issues judged below its score', async () => { await expect(review + '\\nvalue=2').toFindBaselineIssues(issues, { ...judged, minScore: 0.9 }) })
test('issues not unjudged', async () => { await expect(review + '\\nrefuse').not.toFindBaselineIssues(issues, judged) })
`

let run: FilesRun
beforeAll(async () => {
  const tests = { 'rubric.test.ts': rubric, 'offline.test.ts': offline, 'issues.test.ts': issues }
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), ...tests })
})

test('toPassRubric passes from its threshold on, and .not is its mirror image', () => {
  expect(statesOf(run, 'rubric')).toEqual({
    passes: 'passed',
    fails: 'failed',
    'passes at its own threshold': 'passed',
    'not passes': 'passed',
    'not fails': 'failed',
    refused: 'failed',
    'not refused': 'failed',
    'not late': 'failed',
    'not out of scale': 'failed',
  })
})

test('an unjudged verdict throws, also under .not, and is told apart from a failure', () => {
  const unjudged = ['rubric refused', 'rubric not refused', 'rubric not late', 'rubric not out of scale']
  for (const name of unjudged) expect(run.tests[name]?.errors[0], name).toMatch(/^UnjudgedError: /)
  const checks = checksOf((test) => unjudged.includes(test))
  expect(checks.map(({ verdict, passed }) => ({ verdict, passed }))).toEqual(
    unjudged.map(() => ({ verdict: 'unjudged', passed: false })),
  )
})

test('every form of an assertion works, or says why it cannot', () => {
  expect(statesOf(run, 'form')).toEqual({
    resolves: 'passed',
    'resolves failing': 'failed',
    'resolves not': 'passed',
    rejects: 'passed',
    'rejects resolved': 'failed',
    soft: 'failed',
    poll: 'failed',
    inside: 'failed',
    'not inside': 'failed',
  })
  expect(run.tests['form soft']?.errors.map((text) => /Received score:\s+(\S+)/.exec(text)?.[1])).toEqual([
    '0.10',
    '0.20',
  ])
  expect(run.tests['form poll']?.errors).toMatchInlineSnapshot(`
    [
      "Error: toPassRubric cannot be used with expect.poll: every poll would ask the judge again. Await the value first, then write "await expect(value).toPassRubric(...)".",
    ]
  `)
  expect(run.tests['form inside']?.errors).toMatchInlineSnapshot(`
    [
      "InputError: expect.toPassRubric(...) cannot be used inside another value, because its verdict has to be awaited. Write "await expect(value).toPassRubric(...)".",
    ]
  `)
  expect(run.tests['form not inside']?.errors).toEqual(run.tests['form inside']?.errors)
  expect(checksOf((test) => /poll|inside/.test(test))).toEqual([])
})

test('a response is a string, an object that holds one, or a list of messages', () => {
  expect(statesOf(run, 'shape')).toEqual({
    string: 'passed',
    result: 'passed',
    response_text: 'passed',
    messages: 'passed',
  })
})

test('toMatchGroundTruthPatch goes by the outcome, or by the score where a threshold is given', () => {
  expect(statesOf(run, 'patch')).toEqual({
    passes: 'passed',
    fails: 'failed',
    'not passes': 'passed',
    'not fails': 'failed',
    prediction: 'passed',
    'below its threshold': 'failed',
    'fenced in a result': 'passed',
  })
})

test('toFindBaselineIssues goes by recall, precision, required ids and, with a judge, by the score', () => {
  expect(statesOf(run, 'issues')).toEqual({
    pass: 'passed',
    fail: 'failed',
    'not pass': 'passed',
    'not fail': 'failed',
    'must be found': 'failed',
    imprecise: 'failed',
    'as findings': 'passed',
    judged: 'passed',
    'judged below its score': 'failed',
    'not unjudged': 'failed',
  })
})

test('offline toFindBaselineIssues asks nobody', () => {
  const offline = ['issues pass', 'issues fail', 'issues not pass', 'issues as findings']
  for (const { judgement } of checksOf((test) => offline.includes(test))) {
    expect(judgement).toMatchObject({ mode: 'offline' })
    expect(judgement.requests).toBeUndefined()
  }
})

test('with judge: true the model decides what the matcher does not settle, and must quote the review', () => {
  const [check] = checksOf((test) => test === 'issues judged')
  expect(check?.judgement.baseline_findings).toEqual([
    { id: 'SQL', severity: 'critical', found: true, evidence: null, by: 'matcher' },
    { id: 'LEAK', severity: 'high', found: true, evidence: 'a connection may stay open', by: 'model' },
    { id: 'RACE', severity: 'medium', found: false, evidence: 'no such words', by: 'model' },
    { id: 'TYPO', severity: 'low', found: false, evidence: null, by: 'matcher' },
  ])
  expect(check?.judgement).toMatchObject({ unsupported_found: 1, requests: 1 })
  expect(check?.judgement.settling).toEqual({
    ...{ found: 1, not_found: 1, asked: 2, pairs: 12, pairs_settled: 6 },
    ...{ requests_saved: 0, estimated_input_tokens_saved: expect.any(Number) },
  })
  expect(check?.judgement.matched).toMatchObject({ threshold: 0.21, issues: [{ id: 'SQL' }, {}, {}, { id: 'TYPO' }] })
  // critical 15 and high 10 of 15 + 10 + 5 + 2
  expect(check?.values.recall).toBeCloseTo(25 / 32, 9)
})

function checksOf(wanted: (test: string) => boolean) {
  return run.results[0]?.checks.filter(({ test }) => wanted(test)) ?? []
}
