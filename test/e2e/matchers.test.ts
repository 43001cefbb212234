import { beforeAll, describe, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'

const gold = `diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@ def f():
 x = 1
-y = 2
+y = 3
 z = 4
`

const source = `import { expect, test } from 'vitest'
const criterion = 'Says it well'
const gold = ${JSON.stringify(gold)}
const issues = {
  critical: [{ id: 'SQL', description: 'SQL injection through unescaped user name in login query', location: 'src/login.ts:12' }],
  low: [{ id: 'TYPO', description: 'Misspelt word in the comment about retries' }],
}
const review = '- src/login.ts:12: SQL injection: the user name goes unescaped into the login query'

test('rubric pass', async () => { await expect('value=8').toPassRubric(criterion) })
test('rubric fail', async () => {
  const answer = 'value=4'
  await expect(answer).toPassRubric(criterion)
})
test('rubric not pass', async () => { await expect('value=4').not.toPassRubric(criterion) })
test('rubric not fail', async () => { await expect('value=8').not.toPassRubric(criterion) })
test('rubric unjudged', async () => { await expect('refuse').toPassRubric(criterion) })
test('rubric not unjudged', async () => { await expect('refuse').not.toPassRubric(criterion) })
test('rubric judge down', async () => { await expect('down').toPassRubric(criterion) })

test('patch pass', async () => { await expect(gold).toMatchGroundTruthPatch(gold) })
test('patch fail', async () => { await expect('I would not change anything.').toMatchGroundTruthPatch(gold) })
test('patch not pass', async () => { await expect('I would not change anything.').not.toMatchGroundTruthPatch(gold) })
test('patch not fail', async () => { await expect(gold).not.toMatchGroundTruthPatch(gold) })
test('patch threshold', async () => { await expect(gold).toMatchGroundTruthPatch(gold, { threshold: 0.9 }) })

test('issues pass', async () => { await expect(review).toFindBaselineIssues(issues) })
test('issues fail', async () => { await expect('- src/b.ts:1: rename the variable').toFindBaselineIssues(issues) })
test('issues not pass', async () => { await expect('- src/b.ts:1: rename the variable').not.toFindBaselineIssues(issues) })
test('issues not fail', async () => { await expect(review).not.toFindBaselineIssues(issues) })
test('issues must find', async () => { await expect(review).toFindBaselineIssues(issues, { mustFind: ['TYPO'] }) })

test('resolves', async () => { await expect(Promise.resolve('value=8')).resolves.toPassRubric(criterion) })
test('resolves fail', async () => { await expect(Promise.resolve('value=1')).resolves.toPassRubric(criterion) })
test('rejects', async () => { await expect(Promise.reject({ text: 'value=8' })).rejects.toPassRubric(criterion) })
test('rejects but resolved', async () => { await expect(Promise.resolve('value=8')).rejects.toPassRubric(criterion) })
test('soft', async () => {
  await expect.soft('value=1').toPassRubric(criterion)
  await expect.soft('value=2').toPassRubric(criterion)
  await expect.soft('value=8').toPassRubric(criterion)
})
test('poll', async () => { await expect.poll(() => 'value=8', { timeout: 200 }).toPassRubric(criterion) })
test('asymmetric', async () => { expect({ answer: 'value=8' }).toEqual({ answer: expect.toPassRubric(criterion) }) })
test('promise instead of text', async () => { await expect(Promise.resolve('value=8')).toPassRubric(criterion) })

test('shape string', async () => { await expect('value=8').toPassRubric(criterion) })
test('shape result', async () => { await expect({ result: 'value=8' }).toPassRubric(criterion) })
test('shape response_text', async () => { await expect({ response_text: 'value=8' }).toPassRubric(criterion) })
test('shape messages', async () => {
  await expect([{ role: 'user', content: 'go' }, { role: 'assistant', content: [{ type: 'text', text: 'value=8' }] }]).toPassRubric(criterion)
})
test('shape none', async () => { await expect({ nothing: 1 }).toPassRubric(criterion) })
`

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': source })
  console.log(run.output)
  console.log(JSON.stringify(run.tests, null, 1))
})
describe('x', () => {
  test('x', () => { expect(run.code).toBe(1) })
})
