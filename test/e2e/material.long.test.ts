import { expect, test } from 'vitest'
import { judgedConfig, runFiles } from './run-files.js'

const gold = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+b\n'

const matchers = `import { expect, test } from 'vitest'
const challenge = 'Why?'
const gold = ${JSON.stringify(gold)}
test('rubric', async () => { await expect({ result: 'value=9' }).toPassRubric('Is right', { challenge }) })
test('long', async () => { await expect('value=9' + 'x'.repeat(50_000)).toPassRubric('Is right') })
test('patch', async () => { await expect({ model_patch: gold }).toMatchGroundTruthPatch({ patch: gold, problem_statement: 'a is wrong' }) })
test('issues', async () => { await expect('x is null in a.ts').toFindBaselineIssues({ low: [{ id: 'L1', description: 'x is null' }] }) })
test('behaviours', async () => { await expect('does B1').toMeetBehaviors({ all: [{ id: 'B1', description: 'asks' }] }, { challenge }) })
test('versus', async () => { await expect('value=9').toWinAgainst('value=3', { challenge }) })
test('calls', async () => { await expect({ output: 'done', toolCalls: [{ tool: 'find', args: {} }] }).toHaveCalledTools(['find']) })
test('review', async () => { await expect('x is null').toMatchHumanReview([{ body: 'x is null' }]) })
test('nothing', async () => { await expect('').not.toPassRubric('Is right') })
`

test('every matcher leaves what it was given beside its verdict', async () => {
  const { results } = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': matchers })
  const [run] = results
  const kept = Object.fromEntries(run?.checks.map(({ test, material }) => [test, material]) ?? [])
  expect(kept.long?.output).toMatch(/^value=9x+\n\[\.\.\. 34071 characters left out here .*\n.*x$/s)
  expect({ ...kept, long: undefined }).toMatchInlineSnapshot(`
    {
      "behaviours": {
        "expected": "- B1: asks",
        "input": "Why?",
        "output": "does B1",
      },
      "calls": {
        "output": "done",
        "tool_calls": "{"tool":"find","args":{}}",
      },
      "issues": {
        "expected": "- L1 (low): x is null",
        "output": "x is null in a.ts",
      },
      "long": undefined,
      "nothing": undefined,
      "patch": {
        "diff": "--- a/a.ts
    +++ b/a.ts
    @@ -1 +1 @@
    -a
    +b
    ",
        "expected": "--- a/a.ts
    +++ b/a.ts
    @@ -1 +1 @@
    -a
    +b
    ",
        "input": "a is wrong",
      },
      "review": {
        "expected": "## Comment 1 (by unknown)
    - **Body**: x is null
    ",
        "output": "### Finding 1
    - **Comment**: x is null

    ### Overall
    ",
      },
      "rubric": {
        "input": "Why?",
        "output": "value=9",
      },
      "versus": {
        "input": "Why?",
        "other": "value=3",
        "output": "value=9",
      },
    }
  `)
})

const set = {
  version: 1,
  feature: 'refunds',
  cases: [
    { id: 'good', input: { text: 'task_success=1' }, expected: 'paid', must_not: ['a', 'b'] },
    { id: 'broken', input: 'throws' },
  ],
}

test('every case leaves what its subject was given and gave, and what failed leaves what it was given', {
  tags: ['long'],
}, async () => {
  const { results } = await runFiles(
    {
      'vitest.config.ts': judgedConfig(),
      'evals/refunds.evalset.json': JSON.stringify(set),
      'evals/refunds.subject.ts': `export default ({ input }: { input: unknown }) => {
        if (input === 'throws') throw new Error('down')
        return { output: 'paid', diff: '+++ b/a.ts', toolCalls: [{ tool: 'pay', args: { all: true } }] }
      }`,
    },
    { args: ['evals/'], resultsIn: 'evals/results' },
  )
  expect(results[0]?.sets[0]?.cases.map(({ material }) => material)).toMatchInlineSnapshot(`
    [
      {
        "diff": "+++ b/a.ts",
        "expected": "paid",
        "input": "{
      "text": "task_success=1"
    }",
        "must_not": "a
    b",
        "output": "paid",
        "tool_calls": "{"tool":"pay","args":{"all":true}}",
      },
      {
        "input": "throws",
      },
    ]
  `)
})
