import { beforeAll, describe, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, runFiles } from './run-files.js'

const low = 'task_success=0.4 hallucination=0 response_quality=1'
const high = 'task_success=1 hallucination=0 response_quality=1'
const dimensions = [
  { name: 'task_success', weight: 1 },
  { name: 'response_quality', weight: 1 },
]

const sets = {
  draft: { draft: true, cases: [{ id: 'bad', input: low }] },
  beta: { cases: [{ id: 'bad', input: low }] },
  plain: {
    rubric: { dimensions },
    cases: [
      { id: 'bad', input: low },
      { id: 'good', input: high },
    ],
  },
  mean: {
    rubric: { dimensions },
    cases: [
      { id: 'fair', input: 'task_success=0.7' },
      { id: 'good', input: high },
    ],
  },
  open: {
    rubric: { dimensions },
    cases: [
      { id: 'refused', input: 'refuse' },
      { id: 'out of range', input: 'task_success=1.5' },
      { id: 'good', input: high },
    ],
  },
  other: { rubric: { dimensions: [{ name: 'style', weight: 1 }] }, cases: [{ id: 'good', input: 'style=0.9' }] },
}

const files = Object.fromEntries(
  Object.entries(sets).flatMap(([name, set]) => [
    [`evals/${name}.evalset.json`, JSON.stringify({ version: 1, feature: name, ...set }, null, 2)],
    [`evals/${name}.subject.ts`, `export default () => 'x'`],
  ]),
)

function runWith(gate: string): Promise<FilesRun> {
  const config = judgedConfig(`gate: ${gate}`)
  return runFiles({ 'vitest.config.ts': config, ...files }, { args: ['evals/'], resultsIn: 'evals/results' })
}

function gatesOf({ results }: FilesRun): Record<string, unknown> {
  const entries = results[0]?.sets.map(({ evalset, gate }) => [
    evalset,
    {
      passed: gate.passed,
      blocked_by: gate.blocked_by,
      reasons: gate.reasons.map(({ kind, text }) => `${kind}: ${text}`),
      notices: gate.notices,
    },
  ])
  return Object.fromEntries(entries ?? [])
}

function statesIn({ tests }: FilesRun): string[] {
  return Object.entries(tests).map(([name, { status }]) => `${name} ${status}`)
}

describe('the default gate', () => {
  let run: FilesRun
  beforeAll(async () => {
    run = await runWith(`{ advisory: ['beta'] }`)
  })

  test('turns cases red and closes sets, but for drafts and advisory sets', () => {
    expect(statesIn(run)).toEqual([
      'beta bad passed',
      'beta gate passed',
      'draft bad passed',
      'draft gate passed',
      'mean fair failed',
      'mean good passed',
      'mean gate passed',
      'open refused failed',
      'open out of range failed',
      'open good passed',
      'open gate failed',
      'other good passed',
      'other gate passed',
      'plain bad failed',
      'plain good passed',
      'plain gate failed',
    ])
  })

  test('tells its reasons apart, and notes what does not block', () => {
    expect(gatesOf(run)).toMatchInlineSnapshot(`
      {
        "beta": {
          "blocked_by": [
            "task_success",
          ],
          "notices": [
            "advisory set: it reports and does not block",
          ],
          "passed": true,
          "reasons": [
            "agent: the aggregate is 0.45, below 0.75",
            "agent: task_success is 0.40, below 0.75 over all cases (low in 1 of 1: bad)",
          ],
        },
        "draft": {
          "blocked_by": [
            "task_success",
          ],
          "notices": [
            "draft set: it is scored and does not block",
          ],
          "passed": true,
          "reasons": [
            "agent: the aggregate is 0.45, below 0.75",
            "agent: task_success is 0.40, below 0.75 over all cases (low in 1 of 1: bad)",
          ],
        },
        "mean": {
          "blocked_by": [],
          "notices": [],
          "passed": true,
          "reasons": [],
        },
        "open": {
          "blocked_by": [],
          "notices": [],
          "passed": false,
          "reasons": [
            "not judged: task_success is unjudged in 2 of 3 cases: refused (refused), out of range (out_of_range)",
          ],
        },
        "other": {
          "blocked_by": [],
          "notices": [
            "task_success is no dimension of this rubric, so no dimension of that name blocks; name yours in gate.blockOn",
          ],
          "passed": true,
          "reasons": [],
        },
        "plain": {
          "blocked_by": [
            "task_success",
          ],
          "notices": [],
          "passed": false,
          "reasons": [
            "agent: task_success is 0.70, below 0.75 over all cases (low in 1 of 2: bad)",
          ],
        },
      }
    `)
  })

  test('shows a case without a verdict as unjudged, whatever the judge did wrong', () => {
    expect(run.tests['open refused']?.errors.join()).toMatchInlineSnapshot(`
      "UnjudgedError: open > refused

      No verdict: not judged: task_success is unjudged: refused: the judge refused (category: none given)
      This says nothing about the output.

        ? task_success      unjudged
            refused: the judge refused (category: none given)
        ? response_quality  unjudged
            refused: the judge refused (category: none given)"
    `)
    expect(run.tests['open out of range']?.errors.join()).toMatchInlineSnapshot(`
      "UnjudgedError: open > out of range

      No verdict: not judged: task_success is unjudged: out_of_range: the score of "task_success" is 1.5, outside 0 to 1
      This says nothing about the output.

        ? task_success      unjudged
            out_of_range: the score of "task_success" is 1.5, outside 0 to 1
        ✓ response_quality  1.00

      Judge:  scripted, prompt evalset-1, 3 requests"
    `)
    const states = run.results[0]?.sets
      .find(({ evalset }) => evalset === 'open')
      ?.cases.map(({ dimensions }) => dimensions.task_success)
    expect(states?.map((record) => [record?.state, record?.score])).toEqual([
      ['unjudged', null],
      ['unjudged', null],
      ['scored', 1],
    ])
    expect(run.results[0]?.unjudged).toEqual({ checks: 0, cases: 2 })
  })
})

test('with gate.on "set" cases only record, and the closing test alone turns red', { tags: ['long'] }, async () => {
  const run = await runWith(`{ on: 'set', advisory: ['response_quality'] }`)
  expect(statesIn(run).filter((state) => state.endsWith('failed'))).toEqual([
    'beta gate failed',
    'open gate failed',
    'plain gate failed',
  ])
})

test('a gate on a dimension that a set does not have stops that set before anybody is asked', {
  tags: ['long'],
}, async () => {
  const run = await runWith(`{ blockOn: ['style'] }`)
  expect(statesIn(run)).toEqual(['other good passed', 'other gate passed'])
  expect(run.stderr).toContain(
    'InputError: eval set plain: expected every name in gate.blockOn to be a dimension of its rubric (task_success, response_quality), but received "style".',
  )
  expect(run.results[0]?.usage.requests).toBe(1)
  expect(run.code).toBe(1)
})

test("a test that calls matchers wrongly is its author's fault, and not the agent's", async () => {
  const evals = `import { expect, test } from 'vitest'
test('forgets', async () => { expect('value=9').toPassRubric('is short') })
test('misspells', async () => { await expect('value=9').toPassRubric('is short', { treshold: 0.5 }) })
test('polls', async () => { await expect.poll(() => 'value=9', { timeout: 10 }).toPassRubric('is short') })
test('nests', async () => { expect({ a: 'x' }).toEqual({ a: expect.toPassRubric('is short') }) })
test.concurrent('is soft', async () => { await Promise.resolve(); await expect.soft('value=9').toPassRubric('is short') })
test.concurrent('waits', async () => { await new Promise((go) => setTimeout(go, 500)) })
test('is wrong', () => { expect(1).toBe(2) })
test('is bad', async () => { await expect('value=1').toPassRubric('is short') })`
  const run = await runFiles(
    { 'vitest.config.ts': judgedConfig(), 'evals/a.eval.ts': evals },
    { args: ['evals/'], resultsIn: 'evals/results' },
  )
  expect(run.results[0]?.gate.reasons).toEqual([
    { evalset: null, kind: 'config', text: expect.stringMatching(/^5 tests cannot be judged as written: /) },
    { evalset: null, kind: 'agent', text: '2 tests failed: is wrong, is bad' },
  ])
  expect(run.output).not.toMatch(/^ ❯ .*dist\//m)
})
