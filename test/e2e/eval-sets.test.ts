import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { SetResult } from '../../src/report/results.js'
import { resultsSchema } from '../../src/report/results-schema.js'
import { readResults, startVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

// To JavaScript, but not to JSON, the first two characters of `must_not` end a line.
const json = `{
  "version": 1,
  "feature": "refunds",
  "cases": [
    { "id": "full", "must_not": ["\u2028\u2029!"], "input": "task_success=0.9 hallucination=0.1 response_quality=0.8", "labels": ["money"] },
    {
      "id": "half",
      "input": "task_success=0.7 hallucination=0.3 response_quality=0.6"
    }
  ]
}
`

const yaml = `version: 1
feature: routes
rubric:
  invert_mode: complement
  pass_threshold: 0.6
  dimensions:
    - { name: task_success, weight: 2 }
    - { name: hallucination, weight: 1, invert: true }
    - { name: trajectory, weight: 1 }
cases:
  - id: short
    input: task_success=0.9 hallucination=0.2 trajectory=0.4
  - id: long
    input: task_success=0.7 hallucination=0.4 trajectory=0.6
`

const jsonl = `{ "id": "one", "input": "task_success=1" }
{ "id": "two", "input": { "text": "task_success=0.8" } }
`

const files = {
  'vitest.config.ts': judgedConfig(),
  'evals/refunds.evalset.json': json,
  'evals/refunds.subject.ts': `export default ({ input }: { input: string }) => input.length + ' characters'`,
  'evals/routes.evalset.yaml': yaml,
  'evals/routes.subject.ts': `export default async () => ({ output: 'done', toolCalls: [{ tool: 'map', args: { to: 'x' } }] })`,
  'evals/evalset.jsonl': jsonl,
  'evals/evalset.subject.mjs': `export default () => ({ output: 'done', diff: '+++ b/a.ts' })`,
}

const settings = { args: ['evals/'], resultsIn: 'evals/results' }

let path: string
let run: FilesRun
beforeAll(async () => {
  path = makeFolder(files)
  run = await runFolder(path, settings)
})

test('every case is a test, and a gate closes the set, in JSON, YAML and JSON Lines', () => {
  expect(Object.entries(run.tests).map(([name, { status }]) => `${name}: ${status}`)).toEqual([
    'evalset one: passed',
    'evalset two: passed',
    'evalset gate: failed',
    'refunds full: passed',
    'refunds half: failed',
    'refunds gate: failed',
    'routes short: passed',
    'routes long: passed',
    'routes gate: passed',
  ])
  expect(run.code).toBe(1)
})

test('the message of a red case stands at its place in the set', () => {
  expect(run.tests['refunds half']?.place).toBe('evals/refunds.evalset.json:6')
  expect(run.tests['refunds half']?.errors.join('\n')).toMatchInlineSnapshot(`
    "JudgeError: refunds > half

    Blocked (agent): task_success is 0.70, below 0.75: task_success as the text says

      ✗ task_success      0.70
          task_success as the text says
      ✗ hallucination     0.30  (lower is better)
          hallucination as the text says
      ✗ response_quality  0.60
          response_quality as the text says
      ? trajectory        not_applicable
          mode: output mode judges only what was produced
      ? tool_use_quality  not_applicable
          mode: output mode judges only what was produced

    Judge:  scripted, prompt evalset-1, 3 requests"
  `)
})

test('the message of a closed gate stands at the start of the set', () => {
  expect(run.tests['refunds gate']?.place).toBe('evals/refunds.evalset.json:1')
  expect(run.tests['refunds gate']?.errors.join('\n')).toMatchInlineSnapshot(`
    "JudgeError: gate of refunds: closed

      ✗ agent: the aggregate is 0.55, below 0.75"
  `)
})

test('means, aggregate and actions of a subtracted rubric in output mode are those computed by hand', () => {
  const refunds = setOf(run, 'refunds')
  expect(refunds.mode).toBe('output')
  expect(refunds.cases.map(({ id, labels }) => [id, labels])).toEqual([
    ['full', ['money']],
    ['half', []],
  ])
  expect(refunds.cases[0]?.unscored).toEqual(['tool_use_quality', 'trajectory'])
  expect(meansOf(refunds)).toEqual({
    task_success: 0.8,
    tool_use_quality: null,
    trajectory: null,
    hallucination: 0.2,
    response_quality: 0.7,
  })
  // (.35 * .8 - .15 * .2 + .15 * .7) / .65, and at best (.35 + .15) / .65
  expect(refunds.aggregate).toBeCloseTo(0.5461538, 6)
  expect(refunds.aggregate_max).toBeCloseTo(0.7692308, 6)
  expect(refunds.scored_weight).toBeCloseTo(0.65, 9)
  expect(refunds).toMatchObject({ aggregate_basis: 'scored', passed: false, blocked_by: [], judge_model: 'scripted' })
  expect(refunds.recommended_actions).toEqual({
    task_success: 'none',
    tool_use_quality: 'none',
    trajectory: 'none',
    hallucination: 'none',
    response_quality: 're-run (code defect)',
  })
})

test('means, aggregate and actions of a complemented rubric in trajectory mode are those computed by hand', () => {
  const routes = setOf(run, 'routes')
  expect(routes.mode).toBe('trajectory')
  expect(meansOf(routes)).toEqual({ task_success: 0.8, hallucination: 0.3, trajectory: 0.5 })
  // .5 * .8 + .25 * (1 - .3) + .25 * .5
  expect(routes.aggregate).toBeCloseTo(0.7, 9)
  expect(routes).toMatchObject({ aggregate_basis: 'full', aggregate_max: 1, scored_weight: 1, passed: true })
  expect(routes.recommended_actions).toEqual({
    task_success: 'none',
    hallucination: 'none',
    trajectory: 'accept (process noise)',
  })
})

describe('a part of a set', { tags: ['long'] }, () => {
  test.each([
    ['-t', ['evals/', '-t', 'full']],
    ['a line filter', ['evals/refunds.evalset.json:5']],
  ])('runs under %s, is gated by the reporter, and says so', async (_, args) => {
    const part = await runFolder(path, { ...settings, args })
    expect(part.tests['refunds full']?.status).toBe('passed')
    expect(part.tests['refunds gate']?.status).toBe('skipped')
    // No test is red, but (.35 * .9 - .15 * .1 + .15 * .8) / .65 = .646 is below .75.
    expect(part.code).toBe(1)
    expect(part.stdout).toContain('  Gate FAIL (agent), partial 1 of 2\n    agent: the aggregate is 0.65, below 0.75\n')
    expect(part.results.at(-1)?.run.partial).toBe(true)
    expect(part.results.at(-1)?.sets.map(({ evalset, gate }) => [evalset, gate.partial])).toEqual([
      ['refunds', { n: 1, m: 2 }],
    ])
  })

  test('is what is left under bail', async () => {
    // One case more than run at once fails first, so that it alone makes room and nobody takes it.
    const cases = ['task_success=0', ...Array.from({ length: 7 }, () => 'wait=500')].map((input, id) => ({
      id: `c${id}`,
      input,
    }))
    const bailed = await runFiles(
      {
        'vitest.config.ts': judgedConfig(),
        'evals/bailed.evalset.json': JSON.stringify({ version: 1, feature: 'bailed', cases }),
        'evals/bailed.subject.ts': `export default () => 'x'`,
      },
      { ...settings, args: ['evals/', '--bail=1'] },
    )
    expect(bailed.code).toBe(1)
    expect(setOf(bailed, 'bailed').gate.partial).toEqual({ n: 6, m: 8 })
    expect(bailed.stdout).toContain('partial 6 of 8')
    expect(bailed.results[0]?.run.partial).toBe(true)
  })
})

test('SIGINT in the middle of a set leaves partial results with the cases so far', { tags: ['long'] }, async () => {
  // Vitest may keep a result back until the next one, so there is a second one.
  const cases = ['task_success=1', 'wait=1000', 'wait=60000'].map((input, id) => ({ id: `c${id}`, input }))
  const folder = makeFolder({
    'vitest.config.ts': judgedConfig(),
    'evals/cut.evalset.json': JSON.stringify({ version: 1, feature: 'cut', cases }),
    'evals/cut.subject.ts': `export default () => 'x'`,
  })
  const { child, finished, output } = startVitest(folder, ['evals/', '--reporter=verbose'])
  await vi.waitUntil(() => output().includes('c0'), { timeout: 60_000, interval: 20 })
  child.kill('SIGINT')
  expect((await finished).code).toBe(130)
  const results = resultsSchema.parse(readResults(folder)[0])
  expect(results.run.partial).toBe(true)
  expect(results.gate.passed).toBe(false)
  expect(results.gate.reasons).toContainEqual({
    evalset: null,
    kind: 'not judged',
    text: 'the run was interrupted',
  })
  const [cut] = results.sets
  const judged = cut?.cases.map(({ id }) => id) ?? []
  expect(judged).toContain('c0')
  expect(judged).not.toContain('c2')
  expect(cut?.gate.partial).toEqual({ n: judged.length, m: 3 })
})

test('names that JavaScript objects have already are names like any other, and fields too', {
  tags: ['long'],
}, async () => {
  const input = '{"__proto__":{"a":1},"constructor":"b","toString":{"__proto__":"c"}}'
  const names = ['__proto__', 'constructor', 'toString']
  const sets = names.flatMap((feature) => [
    [
      `evals/${feature}.evalset.json`,
      `{ "version": 1, "feature": "${feature}", "cases": [${names
        .map((id) => `{ "id": "${id}", "input": ${input}, "labels": ["${id}"], "expected": "re:^${id}" }`)
        .join(', ')}] }`,
    ],
    [
      `evals/${feature}.subject.ts`,
      `export default ({ id, input }) => id + (JSON.stringify(input) === '${input}' ? ' hallucination=0' : ' task_success=0')`,
    ],
  ])
  const run = await runFiles({ 'vitest.config.ts': judgedConfig(), ...Object.fromEntries(sets) }, settings)
  const results = resultsSchema.parse(run.results[0])
  expect(results.sets.map(({ evalset, cases }) => [evalset, cases.map(({ id, labels }) => [id, ...labels])])).toEqual(
    names.map((feature) => [feature, names.map((id) => [id, id])]),
  )
  expect(Object.entries(run.tests).filter(([, { status }]) => status !== 'passed')).toEqual([])
})

function setOf({ results }: FilesRun, name: string): SetResult {
  const found = results[0]?.sets.find(({ evalset }) => evalset === name)
  if (found === undefined) throw new Error(`no set ${name} in the results`)
  return found
}

function meansOf({ dimensions }: SetResult): Record<string, number | null> {
  const rounded = (mean: number | null) => (mean === null ? null : Number(mean.toFixed(9)))
  return Object.fromEntries(Object.entries(dimensions).map(([name, { mean }]) => [name, rounded(mean)]))
}
