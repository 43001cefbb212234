import { beforeAll, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'

const source = `import { expect, test } from 'vitest'
const rubric = {
  name: 'advice',
  dimensions: [{ name: 'correctness', weight: 3 }, { name: 'depth', weight: 1 }, { name: 'tone', weight: 1, invert: true }],
  passThreshold: 0.8,
}
const gold = \`diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -1,3 +1,3 @@ def f():
 x = 1
-y = 2
+y = 3
 z = 4
@@ -20,2 +20,3 @@ def g():
 a = 1
+if y: return
 b = 2
\`
const half = gold.split('@@ -20')[0] + 'diff --git a/other.py b/other.py\\n--- a/other.py\\n+++ b/other.py\\n@@ -1 +1 @@\\n-k = 1\\n+k = 2\\n'
const issues = [
  { id: 'SQL', severity: 'critical', description: 'SQL injection: the user name goes unescaped into the login query', location: 'src/login.ts:12' },
  { id: 'LEAK', severity: 'high', description: 'A connection is never closed on timeout' },
]
const review = '- src/login.ts:12: SQL injection: the user name goes unescaped into the login query\\n- src/x.ts:3: rename the variable'

test('rubric', async () => {
  const answer = 'value=9 correctness=4\\nsecond line'

  await expect(answer).toPassRubric(rubric)
})
test('rubric not', async () => { await expect('value=9 tone=1').not.toPassRubric(rubric) })
test('rubric in part', async () => { await expect('value=8 depth=0').toPassRubric(rubric, { threshold: 0.75 }) })
test('rubric close', async () => { await expect('value=8 tone=3').toPassRubric(rubric, { threshold: 0.801 }) })
test('rubric down', async () => { await expect('down').toPassRubric('Is short') })
test('patch', async () => { await expect(half).toMatchGroundTruthPatch(gold, { threshold: 0.9 }) })
test('patch not', async () => { await expect(gold).not.toMatchGroundTruthPatch(gold) })
test('patch inconclusive', async () => { await expect(half).toMatchGroundTruthPatch(gold) })
test('issues', async () => { await expect(review).toFindBaselineIssues(issues, { minPrecision: 0.8, mustFind: ['LEAK'] }) })
test('issues not', async () => { await expect(review).not.toFindBaselineIssues(issues, { minRecall: 0.5 }) })
test('issues refused', async () => { await expect(review + '\\nrefuse').toFindBaselineIssues(issues, { judge: true }) })
`

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': source })
})

test.each([
  'rubric',
  'rubric not',
  'rubric in part',
  'rubric close',
  'rubric down',
  'patch',
  'patch not',
  'patch inconclusive',
  'issues',
  'issues not',
  'issues refused',
])('%s', (name) => {
  console.log(run.tests[name]?.place, run.tests[name]?.errors.join('\n---\n'))
})
