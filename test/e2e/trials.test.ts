import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder, statesOf } from './run-files.js'

const settings = { args: ['evals/'], resultsIn: 'evals/results' }

const cases = [
  { id: 'steady', input: '1 1 1' },
  { id: 'late', input: '1 0.2 1' },
  { id: 'never', input: '0.2 0.2 0.2' },
]

/** An agent that flickers: the input lists what each of its trials is worth. */
const SUBJECT = `export default ({ input }: { input: string }, { trial }: { trial: number }) =>
  'task_success=' + input.split(' ')[trial - 1] + ' hallucination=0'`

function filesOf(options: string, own: readonly object[] = cases, test = '{}') {
  return {
    'vitest.config.ts': judgedConfig(options, test),
    'evals/refunds.evalset.json': JSON.stringify({ version: 1, feature: 'refunds', cases: own }, null, 1),
    'evals/refunds.subject.ts': SUBJECT,
  }
}

describe('an agent that flickers', () => {
  let run: FilesRun
  beforeAll(async () => {
    run = await runFiles(filesOf('trials: 3, gate: { passThreshold: 0.5 }'), settings)
  })

  test('has a test for each trial, at the line of its case', () => {
    expect(statesOf(run, 'refunds')).toEqual({
      steady: 'passed',
      'steady (trial 2 of 3)': 'passed',
      'steady (trial 3 of 3)': 'passed',
      late: 'passed',
      'late (trial 2 of 3)': 'failed',
      'late (trial 3 of 3)': 'passed',
      never: 'failed',
      'never (trial 2 of 3)': 'failed',
      'never (trial 3 of 3)': 'failed',
      gate: 'passed',
    })
    expect(run.tests['refunds late (trial 2 of 3)']?.place).toBe('evals/refunds.evalset.json:9')
    expect(run.tests['refunds late (trial 2 of 3)']?.errors[0]).toContain('refunds > late (trial 2)')
    expect(run.code).toBe(1)
  })

  test('has a record for each trial, and cases that weigh alike', () => {
    const [set] = run.results[0]?.sets ?? []
    expect(set?.cases.map(({ id, trial }) => [id, trial])).toEqual(
      cases.flatMap(({ id }) => [1, 2, 3].map((trial) => [id, trial])),
    )
    const mean = (1 + 2.2 / 3 + 0.2) / 3
    expect(set?.dimensions['task_success']).toEqual({ mean: expect.closeTo(mean, 9), scored: 3 })
    expect(set?.statistics).toEqual({ cases: 3, pass_rate: expect.closeTo(5 / 9, 9), intervals: null })
    expect(set?.agent.runs).toBe(9)
  })

  test('has pass@k and pass^k, by case and over the set, in results and table', () => {
    const trials = run.results[0]?.sets[0]?.trials
    const third = expect.closeTo(1 / 3, 9)
    expect(trials).toMatchObject({ trials: 3, flickering: ['late'] })
    expect(trials?.cases[1]).toEqual({
      ...{ case: 'late', passed: 2, failed: 1, unjudged: 0 },
      pass_at: [expect.closeTo(2 / 3, 9), 1, 1],
      pass_all: [expect.closeTo(2 / 3, 9), third, 0],
    })
    expect(trials?.pass_at).toEqual([expect.closeTo(5 / 9, 9), expect.closeTo(2 / 3, 9), expect.closeTo(2 / 3, 9)])
    expect(trials?.pass_all).toEqual([expect.closeTo(5 / 9, 9), expect.closeTo(4 / 9, 9), third])
    expect(blockOf(run, 'Eval set refunds')).toMatchInlineSnapshot(`
      "Eval set refunds
        mode output, judged by scripted, 3 cases, 3 trials each (too few for
          intervals)

        ARTIFACT
          task_success            0.64    PASS
          hallucination (invert)  0.00
          response_quality        1.00

        PROCESS
          tool_use_quality        — unscored
          trajectory              — unscored

        WARNING: aggregate 0.58 over 3 of 5 dimensions (tool_use_quality, trajectory
          unscored), threshold 0.50: PASS
        Trials: pass@1 0.56, pass@3 0.67, pass^3 0.33
        Flickering in 1 of 3 cases: late
        Gate PASS"
    `)
  })
})

test('a gate on pass@k decides instead of the means, and case tests only record', { tags: ['long'] }, async () => {
  const at = async (gate: string) => runFiles(filesOf(`trials: 3, gate: { pass: ${gate} }`), settings)
  const [open, closed] = await Promise.all([at('{ at: 3, min: 0.6 }'), at('{ all: 3, min: 0.5 }')])
  expect([open.code, closed.code]).toEqual([0, 1])
  expect(Object.values(statesOf(open, 'refunds')).filter((state) => state !== 'passed')).toEqual([])
  expect(statesOf(closed, 'refunds')).toMatchObject({ never: 'passed', gate: 'failed' })
  expect(closed.tests['refunds gate']?.errors[0]).toMatchInlineSnapshot(`
    "JudgeError: gate of refunds: closed

      ✗ agent: pass^3 is 0.33, below 0.50 (low in 2 of 3 cases: late passed 2 of 3, never passed 0 of 3)"
  `)
  expect(gateLines(open).slice(0, 1)).toMatchInlineSnapshot(`
    [
      "Gate refunds: PASS · aggregate 0.58 < 0.75 · pass@3 0.67 · judged by scripted · price not known",
    ]
  `)
})

test('a trial without an answer from the agent has failed, and one without a verdict closes the gate', {
  tags: ['long'],
}, async () => {
  const throwing = `export default (_: unknown, { trial }: { trial: number }) => {
  if (trial === 1) throw new Error('out of memory')
  return 'task_success=1'
}`
  const gate = 'trials: 2, gate: { pass: { at: 2, min: 1 } }'
  const files = filesOf(gate, [{ id: 'a', input: 'x' }])
  const [failing, open] = await Promise.all([
    runFiles({ ...files, 'evals/refunds.subject.ts': throwing }, settings),
    runFiles(
      {
        ...files,
        'evals/refunds.subject.ts': throwing.replace(`throw new Error('out of memory')`, `return 'refuse'`),
      },
      settings,
    ),
  ])
  expect([failing.code, failing.results[0]?.sets[0]?.trials?.cases[0]]).toMatchObject([0, { passed: 1, failed: 1 }])
  expect(open.results[0]?.sets[0]?.trials?.cases[0]).toMatchObject({ passed: 1, failed: 0, unjudged: 1 })
  expect(open.results[0]?.sets[0]?.gate.reasons).toEqual([
    { kind: 'not judged', text: 'pass@2 is not known: no case has 2 judged trials' },
    { kind: 'not judged', text: 'task_success is unjudged in 1 of 2 trials: a (trial 1) (refused)' },
  ])
})

test('a filter by the id finds all trials of a case, and less than all is partial', { tags: ['long'] }, async () => {
  const path = makeFolder(filesOf('trials: 3, gate: { on: "set" }'))
  const all = await runFolder(path, { ...settings, args: ['evals/', '-t', 'steady'] })
  expect(all.results.at(-1)?.sets[0]?.gate.partial).toEqual({ n: 3, m: 9 })
  const one = await runFolder(path, { ...settings, args: ['evals/', '-t', 'steady .trial 2 of 3.$'] })
  expect(one.results.at(-1)?.sets[0]?.cases.map(({ id, trial }) => [id, trial])).toEqual([['steady', 2]])
})

test('retries and repeats leave one record a trial, the last, and pay for all', { tags: ['long'] }, async () => {
  const counting = `const calls: Record<number, number> = {}
export default (_: unknown, { trial }: { trial: number }) => {
  calls[trial] = (calls[trial] ?? 0) + 1
  return 'task_success=' + (calls[trial] > 1 ? 1 : 0.2) + ' hallucination=0'
}`
  const files = { ...filesOf('', [{ id: 'a', input: 'x', labels: ['again'] }]), 'evals/refunds.subject.ts': counting }
  const runWith = (options: string, vitest: string) =>
    runFiles({ ...files, 'vitest.config.ts': judgedConfig(options, vitest) }, settings)
  const [retried, repeated] = await Promise.all([
    runWith('trials: 2', '{ retry: 1 }'),
    runWith('trials: 2, gate: { on: "set" }', `{ tags: [{ name: 'again', repeats: 2 }] }`),
  ])
  const recordsOf = (run: FilesRun) =>
    run.results[0]?.sets[0]?.cases.map(({ trial, retry, repeat, scores }) => [
      trial,
      retry,
      repeat,
      scores['task_success'],
    ])
  expect(recordsOf(retried)).toEqual([
    [1, 1, 0, 1],
    [2, 1, 0, 1],
  ])
  expect([retried.code, retried.results[0]?.sets[0]?.agent.runs]).toEqual([0, 4])
  expect(recordsOf(repeated)).toEqual([
    [1, 0, 2, 1],
    [2, 0, 2, 1],
  ])
  expect([repeated.code, repeated.results[0]?.sets[0]?.agent.runs]).toEqual([0, 6])
})

test('what trials produce alike is asked about once, and in the next run not at all', { tags: ['long'] }, async () => {
  const files = {
    ...filesOf('', [{ id: 'a', input: 'x' }]),
    'vitest.config.ts': judgedConfig('trials: 4').replace("recordings: 'off',", ''),
    'evals/refunds.subject.ts': `export default (_: unknown, { trial }: { trial: number }) => 'output ' + (trial % 2)`,
  }
  const path = makeFolder(files)
  const first = await runFolder(path, settings)
  const second = await runFolder(path, settings)
  // Two different outputs, three dimensions each.
  expect(first.results[0]?.usage.requests).toBe(6)
  expect(
    readdirSync(join(path, 'evals/recordings'), { recursive: true }).filter((name) => /\.json$/.test(`${name}`)),
  ).toHaveLength(6)
  expect(second.results.at(-1)?.usage.requests).toBe(0)
  const keys = first.results[0]?.sets[0]?.cases.map(({ recordings }) => recordings.join())
  expect(keys?.[0]).toBe(keys?.[2])
  expect(keys?.[0]).not.toBe(keys?.[1])
})

test('a set of its own has trials of its own, skipped cases have none, and each set says what it is about', {
  tags: ['long'],
}, async () => {
  const own = [
    { id: 'a', input: '1 1' },
    { id: 'b', input: 'x', skip: true },
    { id: 'c', input: 'x', todo: true },
  ]
  const run = await runFiles(filesOf('trials: 5, sets: { refunds: { trials: 2 } }', own), settings)
  expect(statesOf(run, 'refunds')).toEqual({
    a: 'passed',
    'a (trial 2 of 2)': 'passed',
    b: 'skipped',
    c: 'todo',
    gate: 'passed',
  })
  expect(run.results[0]?.sets[0]?.gate.partial).toBe(null)
})

function blockOf({ stdout }: FilesRun, start: string): string {
  return stdout.slice(stdout.indexOf(start)).split('\n\nJudge')[0] ?? ''
}

function gateLines({ stdout }: FilesRun): string[] {
  return stdout.split('\n').filter((line) => /^Gate/.test(line))
}
