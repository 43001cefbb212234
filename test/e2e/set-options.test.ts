/**
 * What a case, a set and the plugin may say about what runs, what is judged and by whom.
 */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { config, write } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { judgedConfig, makeFolder, runFiles, runFolder, statesOf } from './run-files.js'

const settings = { args: ['evals/'], resultsIn: 'evals/results' }
const SUBJECT = `export default ({ id }: { id: string }) => id + ' is done'`

function setOf(feature: string, cases: readonly object[]): string {
  return JSON.stringify({ version: 1, feature, cases: cases.map((one) => ({ input: 'x', ...one })) })
}

describe('only, skip and todo', () => {
  test('leave cases out, and what is skipped or to be written makes no set partial', { tags: ['long'] }, async () => {
    const run = await runFiles(
      {
        'vitest.config.ts': judgedConfig(`gate: { passThreshold: 0.5 }`),
        'evals/a.evalset.json': setOf('a', [{ id: 'one' }, { id: 'two', skip: true }, { id: 'three', todo: true }]),
        'evals/a.subject.ts': SUBJECT,
      },
      settings,
    )
    expect(statesOf(run, 'a')).toEqual({ one: 'passed', two: 'skipped', three: 'todo', gate: 'passed' })
    expect(run.results[0]?.sets[0]?.gate.partial).toBe(null)
    expect(run.results[0]?.sets[0]?.cases.map(({ id }) => id)).toEqual(['one'])
    expect(run.code).toBe(0)
  })

  test('run one case alone, which is a part of the set, in its own file only', { tags: ['long'] }, async () => {
    const files = {
      'vitest.config.ts': judgedConfig(`gate: { passThreshold: 0.5 }`),
      'evals/a.evalset.yaml': `version: 1\nfeature: a\ncases:\n  - { id: one, input: x }\n  - { id: two, input: x, only: true }\n`,
      'evals/a.subject.ts': SUBJECT,
      'evals/b.evalset.json': setOf('b', [{ id: 'one' }]),
      'evals/b.subject.ts': SUBJECT,
    }
    const run = await runFiles(files, { ...settings, args: ['evals/', '--allowOnly'] })
    expect(statesOf(run, 'a')).toEqual({ one: 'skipped', two: 'passed', gate: 'skipped' })
    expect(statesOf(run, 'b')).toEqual({ one: 'passed', gate: 'passed' })
    expect(run.results[0]?.sets.map(({ evalset, gate }) => [evalset, gate.partial])).toEqual([
      ['a', { n: 1, m: 2 }],
      ['b', null],
    ])
    expect(run.results[0]?.run.partial).toBe(true)
    const inCi = await runFiles(files, { ...settings, env: { CI: 'true' } })
    expect(inCi.code).toBe(1)
    expect(inCi.output).toContain('.only')
  })

  test('leave nothing of a set that is all skipped, which is no failure', { tags: ['long'] }, async () => {
    const run = await runFiles(
      {
        'vitest.config.ts': judgedConfig(),
        'evals/a.evalset.jsonl': '{"id":"one","input":"x","skip":true}\n',
        'evals/a.subject.ts': SUBJECT,
      },
      settings,
    )
    expect(statesOf(run, 'a')).toEqual({ one: 'skipped', gate: 'skipped' })
    expect(run.code).toBe(0)
  })
})

describe('labels', { tags: ['long'] }, () => {
  const files = {
    'evals/a.evalset.json': setOf('a', [
      { id: 'one', labels: ['slow', 'needs review'] },
      { id: 'two', labels: ['fast'] },
    ]),
    'evals/a.subject.ts': SUBJECT,
  }

  test.each([
    ['slow', ['one']],
    ['!slow', ['two', 'gate']],
    ['needs-review or fast', ['one', 'two']],
  ])('are tags, by which "%s" chooses cases', async (filter, ran) => {
    const run = await runFiles(
      { ...files, 'vitest.config.ts': judgedConfig() },
      { ...settings, args: ['evals/', `--tags-filter=${filter}`] },
    )
    const states = Object.entries(statesOf(run, 'a')).filter(([, state]) => state !== 'skipped')
    expect(states.map(([name]) => name)).toEqual(ran)
    expect(run.results[0]?.sets[0]?.gate.partial).toEqual(
      ran.filter((name) => name !== 'gate').length < 2 ? { n: 1, m: 2 } : null,
    )
  })

  test('stand beside the tags that the user defines, with their options', async () => {
    const run = await runFiles(
      {
        ...files,
        'vitest.config.ts': judgedConfig('', `{ tags: [{ name: 'slow', skip: true }] }`),
      },
      settings,
    )
    expect(statesOf(run, 'a')).toMatchObject({ one: 'skipped', two: 'passed' })
  })
})

describe('options of one set', () => {
  const two = {
    'evals/a.evalset.json': setOf('a', [{ id: 'low', input: 'task_success=0.4' }]),
    'evals/a.subject.ts': SUBJECT,
    'evals/b.evalset.json': setOf('b', [{ id: 'low', input: 'task_success=0.4' }]),
    'evals/b.subject.ts': SUBJECT,
  }

  test('change its gate and mode, field by field, and leave the others alone', { tags: ['long'] }, async () => {
    const options = `gate: { passThreshold: 0.3 }, sets: { b: { gate: { blockOn: ['response_quality'] }, mode: 'trajectory' } }`
    const run = await runFiles({ ...two, 'vitest.config.ts': judgedConfig(options) }, settings)
    expect(
      run.results[0]?.sets.map(({ evalset, mode, block_on, rubric }) => [
        evalset,
        mode,
        block_on,
        rubric.pass_threshold,
      ]),
    ).toEqual([
      ['a', 'output', ['task_success'], 0.3],
      ['b', 'trajectory', ['response_quality'], 0.3],
    ])
  })

  test('switch it off, with the reason at each of its tests', { tags: ['long'] }, async () => {
    const options = `sets: { a: { enabled: false }, b: { gate: { on: 'set', advisory: ['b'] } } }`
    const run = await runFiles({ ...two, 'vitest.config.ts': judgedConfig(options) }, settings)
    expect(statesOf(run, 'a')).toEqual({ low: 'skipped', gate: 'skipped' })
    expect(statesOf(run, 'b')).toEqual({ low: 'passed', gate: 'passed' })
    expect(run.stdout).toContain('vitest-judge: not judged, because their sets are off (enabled: false): a\n')
    expect(run.results[0]?.sets.map(({ evalset }) => evalset)).toEqual(['b'])
  })

  test.each([
    [{}, ['claude-opus-5-5', 'claude-haiku-5-5']],
    [{ VITEST_JUDGE_MODEL: 'tier-balanced' }, ['claude-sonnet-5-5', 'claude-sonnet-5-5']],
  ])('name a judge for it, unless the environment %o does', { tags: ['long'] }, async (env, judges) => {
    await using api = await startMessagesApi({ reply: answerRequest })
    const path = makeFolder({
      ...two,
      'vitest.config.ts': apiConfig(api.url, `sets: { a: { judgeModel: 'tier-best' } }`),
    })
    const run = await runFolder(path, { ...settings, env })
    expect(run.results[0]?.sets.map(({ judge_model }) => judge_model)).toEqual(judges)
    expect(run.results[0]?.sets[0]?.cases[0]).toMatchObject({ model: judges[0], recorded: false, requests: 3 })
    const again = await runFolder(path, { ...settings, env: { ...env, VITEST_JUDGE_RECORDINGS: 'replay' } })
    expect(again.results.at(-1)?.sets.map(({ judge_model, usage }) => [judge_model, usage.requests])).toEqual(
      judges.map((judge) => [judge, 0]),
    )
  })

  test('say so where they name a set or a dimension that is not there, or both at once', {
    tags: ['long'],
  }, async () => {
    const options = `gate: { advisory: ['b', 'tone', 'task_success'] }, sets: { a: { mode: 'output' }, refnds: { enabled: false } }`
    const run = await runFiles(
      {
        ...two,
        'vitest.config.ts': judgedConfig(options),
        'evals/c.evalset.json': setOf('task_success', [{ id: 'one' }]),
        'evals/c.subject.ts': SUBJECT,
      },
      settings,
    )
    expect(run.stdout.split('\n').filter((line) => line.startsWith('vitest-judge: '))).toEqual([
      'vitest-judge: the option `sets` names what is no eval set here: refnds',
      'vitest-judge: `gate.advisory` names what is no eval set and no dimension here: tone',
      'vitest-judge: `gate.advisory` names what is an eval set and a dimension, and holds for both: task_success',
    ])
  })

  test('are refused where they are wrong', { tags: ['long'] }, async () => {
    const run = await runFiles({ ...two, 'vitest.config.ts': judgedConfig(`sets: { a: { gates: {} } }`) }, settings)
    expect(run.output).toContain('there is no `sets.a.gates`. Did you mean `gate`? Known are')
    const own = await runFiles(
      { ...two, 'vitest.config.ts': judgedConfig(`sets: { a: { judgeModel: 'x' } }`) },
      settings,
    )
    expect(own.output).toContain(
      'expected the `judgeModel` of `sets["a"]` to be absent, because `judge` is a judge of your own or deterministic, but received "x"',
    )
  })
})

describe('what is judged', () => {
  const set = (id: string, expected: string) => setOf('a', [{ id, expected, must_not: ['secret'] }])
  const offline = (subject: string) => config(`{ judge: 'deterministic', subject: ${subject} }`)

  test('is the recorded artifact of each case, where the options name their folder', async () => {
    const run = await runFiles(
      {
        'vitest.config.ts': offline(`{ artifacts: 'recorded' }`),
        'evals/a.evalset.json': setOf('a', [
          { id: 'text', expected: 're:^refunded' },
          { id: 'whole', expected: 'a.ts' },
          { id: 'none', expected: 'a.ts' },
        ]),
        'recorded/text.txt': 'refunded in full',
        'recorded/whole.json': JSON.stringify({ output: 'see a.ts', toolCalls: [{ tool: 'edit', args: {} }] }),
      },
      settings,
    )
    expect(statesOf(run, 'a')).toEqual({ text: 'passed', whole: 'passed', none: 'failed', gate: 'failed' })
    expect(run.tests['a none']?.errors[0]).toContain('expected what is in')
    expect(run.results[0]?.sets[0]?.mode).toBe('trajectory')
  })

  test("is the working tree's difference from a base, without the evals that tell what is expected", {
    tags: ['long'],
  }, async () => {
    const path = makeFolder({
      'vitest.config.ts': offline(`{ diff: 'main' }`),
      'src/a.ts': 'export const limit = 10\n',
      'evals/a.evalset.json': set('limit', 're:^export const limit = 30$'),
    })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: path, encoding: 'utf8' })
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-qm', 'x')
    const unchanged = await runFolder(path, settings)
    expect(statesOf(unchanged, 'a')).toEqual({ limit: 'failed', gate: 'failed' })
    write(path, { 'src/a.ts': 'export const limit = 30\n' })
    const changed = await runFolder(path, settings)
    expect(statesOf(changed, 'a')).toEqual({ limit: 'passed', gate: 'passed' })
    write(path, { 'src/b.ts': 'const secret = 1\n' })
    const leaked = await runFolder(path, settings)
    expect(leaked.tests['a limit']?.errors[0]).toContain('The must_not entry "secret" was found.')
  })

  test('is what a command gives, with paths from the root and its own faults told at the options', {
    tags: ['long'],
  }, async () => {
    const files = {
      'evals/a.evalset.json': set('one', 're:^got hello$'),
      'agent/run.mjs': `process.stdin.on('data', (text) => console.log('got ' + text))`,
    }
    const command = `{ command: [${JSON.stringify(process.execPath)}, 'run.mjs'], cwd: 'agent' }`
    const hello = { ...files, 'evals/a.evalset.json': files['evals/a.evalset.json'].replace('"x"', '"hello"') }
    const run = await runFiles({ ...hello, 'vitest.config.ts': offline(command) }, settings)
    expect(statesOf(run, 'a').one).toBe('passed')
    const wrong = await runFiles(
      { ...files, 'vitest.config.ts': offline(`{ command: ['x'], timeLimit: 0 }`) },
      settings,
    )
    expect(wrong.output).toContain('expected `subject.timeLimit` to be a whole number of milliseconds')
    const unknown = await runFiles({ ...files, 'vitest.config.ts': offline(`{ comand: ['x'] }`) }, settings)
    expect(unknown.output).toContain('expected `subject` to be { artifacts: a folder }, { diff:')
  })

  test('is what the module beside a set gives, before the option for all and after that of the set', {
    tags: ['long'],
  }, async () => {
    const files = {
      'evals/a.evalset.json': set('one', 're:^module'),
      'evals/a.subject.ts': `export default () => 'module'`,
      'recorded/one.md': 'artifact',
    }
    const all = await runFiles({ ...files, 'vitest.config.ts': offline(`{ artifacts: 'recorded' }`) }, settings)
    expect(statesOf(all, 'a').one).toBe('passed')
    const own = `undefined, sets: { a: { subject: { artifacts: 'recorded' } } }`
    const one = await runFiles({ ...files, 'vitest.config.ts': offline(own) }, settings)
    expect(statesOf(one, 'a').one).toBe('failed')
  })
})
