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
@@ -200,2 +200,3 @@ def g():
 a = 1
+if y: return
 b = 2
\`
const half = gold.split('@@ -200')[0] + 'diff --git a/other.py b/other.py\\n--- a/other.py\\n+++ b/other.py\\n@@ -1 +1 @@\\n-k = 1\\n+k = 2\\n'
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
test('rubric late', async () => { await expect('late').toPassRubric('Is short') })
test('patch', async () => { await expect(half).toMatchGroundTruthPatch(gold, { threshold: 0.9 }) })
test('patch not', async () => { await expect(gold).not.toMatchGroundTruthPatch(gold) })
test('patch inconclusive', async () => { await expect(half).toMatchGroundTruthPatch(gold) })
test('issues', async () => { await expect(review).toFindBaselineIssues(issues, { minPrecision: 0.8, mustFind: ['LEAK'] }) })
test('issues refused', async () => { await expect(review + '\\n- src/db.ts:9: the connection may stay open\\nrefuse').toFindBaselineIssues(issues, { judge: true }) })
`

let run: FilesRun
beforeAll(async () => {
  run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': source })
})

test('a failed toPassRubric shows the score, each dimension with the reason, and who judged', () => {
  expect(messageOf('rubric')).toMatchInlineSnapshot(`
    "Error: expect(output).toPassRubric(advice)

    Expected score: >= 0.80
    Received score:    0.46  (46.0 of 100)

      ✗ correctness  4 of 10  (60 %)
          the text says 4
      ✗ tone         9 of 10  (20 %)  (lower is better)
          the text says 9
      ✓ depth        9 of 10  (20 %)

    Output: "value=9 correctness=4 second line" (33 characters)
    Judge:  scripted, prompt solo-rubric-1, 1 request"
  `)
})

test('a failed .not.toPassRubric turns the comparison round', () => {
  expect(messageOf('rubric not')).toMatchInlineSnapshot(`
    "Error: expect(output).not.toPassRubric(advice)

    Expected score: <  0.80
    Received score:    0.92  (92.0 of 100)

      ✓ correctness  9 of 10  (60 %)
      ✓ depth        9 of 10  (20 %)
      ✓ tone         1 of 10  (20 %)  (lower is better)

    Output: "value=9 tone=1" (14 characters)
    Judge:  scripted, prompt solo-rubric-1, 1 request"
  `)
})

test('a dimension without a verdict is shown with the reason, and the score with its bounds', () => {
  expect(messageOf('rubric in part')).toMatchInlineSnapshot(`
    "Error: expect(output).toPassRubric(advice)

    Expected score: >= 0.75
    Received score:    0.56 to 0.74  (parts are unjudged)

      ✗ tone         8 of 10  (20 %)  (lower is better)
          the text says 8
      ? depth        - of 10  (20 %)
          the value of "depth" is 0, outside 1 to 10
      ✓ correctness  8 of 10  (60 %)

    Output: "value=8 depth=0" (15 characters)
    Judge:  scripted, prompt solo-rubric-1, 2 requests"
  `)
})

test('a score just below the threshold does not look like the threshold', () => {
  expect(messageOf('rubric close')).toMatchInlineSnapshot(`
    "Error: expect(output).toPassRubric(advice)

    Expected score: >= 0.801
    Received score:    0.800  (80.0 of 100)

      ✗ correctness  8 of 10  (60 %)
          the text says 8
      ✗ depth        8 of 10  (20 %)
          the text says 8
      ✗ tone         3 of 10  (20 %)  (lower is better)
          the text says 3

    Output: "value=8 tone=3" (14 characters)
    Judge:  scripted, prompt solo-rubric-1, 1 request"
  `)
})

test('an unjudged toPassRubric says why, and that it is not about the output', () => {
  expect(messageOf('rubric late')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(output).toPassRubric("Is short")

    No verdict: criterion is unjudged: the judge is late.
    This says nothing about the output.

    Output: "late" (4 characters)"
  `)
})

test('a failed toMatchGroundTruthPatch shows the points, each file, and what cost points', () => {
  expect(withoutPoints(messageOf('patch'))).toMatchInlineSnapshot(`
    "Error: expect(patch).toMatchGroundTruthPatch(gold)

    Expected score: >= #.#
    Received score:    #.#  (#.# of 100)

      files #.# of 20, locations #.# of 20, fix logic #.# of 40, completeness #.# of 20

      ✗ src/a.py  1 of 2 hunks
          missing line 201: +if y: return
      ? other.py  not in the gold patch
      - #.# points for missing names: if, return
      Lines of the gold patch that are missing:
          +if y: return

    Read:   patch"
  `)
})

test('a failed .not.toMatchGroundTruthPatch shows the outcome', () => {
  expect(messageOf('patch not')).toMatchInlineSnapshot(`
    "Error: expect(patch).not.toMatchGroundTruthPatch(gold)

    Expected outcome: mismatch
    Received outcome: match  (100.0 of 100)

      files 20.0 of 20, locations 20.0 of 20, fix logic 40.0 of 40, completeness 20.0 of 20

      ✓ src/a.py  2 of 2 hunks

    Read:   patch"
  `)
})

test('an inconclusive toMatchGroundTruthPatch says how to decide it', () => {
  expect(withoutPoints(messageOf('patch inconclusive'))).toMatchInlineSnapshot(`
    "UnjudgedError: expect(patch).toMatchGroundTruthPatch(gold)

    No verdict: the patches share too little to call it a match and too much to call it a mismatch. Set \`threshold\` to decide by the score, or \`equivalence: 'judge'\` to ask a model.
    This says nothing about the output.

    Expected outcome: match
    Received outcome: inconclusive  (#.# of 100)

      files #.# of 20, locations #.# of 20, fix logic #.# of 40, completeness #.# of 20

      ✗ src/a.py  1 of 2 hunks
          missing line 201: +if y: return
      ? other.py  not in the gold patch
      - #.# points for missing names: if, return
      Lines of the gold patch that are missing:
          +if y: return

    Read:   patch"
  `)
})

test('a failed toFindBaselineIssues shows every limit, every issue and the findings that match none', () => {
  expect(messageOf('issues')).toMatchInlineSnapshot(`
    "Error: expect(review).toFindBaselineIssues(issues)

    Expected recall:    >= 0.75
    Received recall:       0.60  (1 of 2 issues, 2 findings)
    Expected precision: >= 0.80
    Received precision:    0.50

      Must be found and was not: LEAK

      ✗ LEAK  high    (must be found)
          no finding shares a word with it. Known: A connection is never closed on timeout
      ✓ SQL  critical  src/login.ts:12  by "src/login.ts:12: SQL injection: the user name goes… (+31 characters)"
      + 1 finding matches no known issue: "src/x.ts:3: rename the variable"

    Review: "- src/login.ts:12: SQL injection: the user name goes unescap…" (117 characters)"
  `)
})

test('an unjudged toFindBaselineIssues says why', () => {
  expect(messageOf('issues refused')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(review).toFindBaselineIssues(issues)

    No verdict: answer is unjudged: the judge refused (category: none given).
    This says nothing about the output.

    Expected recall: >= 0.75
    Received recall:    0.60 to 1.00  (1 of 2 issues, 3 findings)

      ? LEAK  high
          unjudged. Known: A connection is never closed on timeout; nearest: "src/db.ts:9: the connection may stay open refuse"
      ✓ SQL  critical  src/login.ts:12  by "src/login.ts:12: SQL injection: the user name goes… (+31 characters)"
      + 2 findings match no known issue: "src/x.ts:3: rename the variable", "src/db.ts:9: the connection may stay open refuse"

    Review: "- src/login.ts:12: SQL injection: the user name goes unescap…" (168 characters)
    Judge:  scripted, prompt solo-issues-1, 1 request; the matcher settled 1 of 2 issues"
  `)
})

test('every message stands at the line of its assertion, with a code frame', () => {
  expect(run.tests['rubric']?.place).toBe('a.test.ts:30')
  const frame = run.output.slice(run.output.indexOf(' ❯ a.test.ts:30:')).split('\n', 6)
  expect(frame.join('\n')).toMatchInlineSnapshot(`
    " ❯ a.test.ts:30:24
         28|   const answer = 'value=9 correctness=4\\nsecond line'
         29|
         30|   await expect(answer).toPassRubric(rubric)
           |                        ^
         31| })"
  `)
  const places = Object.values(run.tests).map(({ place }) => place)
  expect(places).toEqual(
    [30, ...Array.from({ length: 9 }, (_, index) => 32 + index)].map((line) => `a.test.ts:${line}`),
  )
})

function messageOf(name: string): string {
  return run.tests[name]?.errors.join('\n') ?? ''
}

/** Without the points of the patch scorer, which has tests of its own. */
function withoutPoints(message: string): string {
  return message.replace(/\d+\.\d+/g, '#.#')
}
