/**
 * `vitest-judge calibrate` as a user runs it: over the local Messages API, from recordings, with a judge of the user's own.
 */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/report/calibration.js'
import { compareTask, issuesTask, phaseTask } from '../modes/tasks.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

const COMMAND = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))
const STORED = 'evals/calibration/labels.claude-haiku-5-5.json'

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: answerRequest })
})
afterAll(() => api.close())

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function run(cwd: string, args: readonly string[], env: object = {}): Promise<Ran> {
  const key = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: api.url }
  return new Promise((resolve) => {
    const settings = { cwd, env: { PATH: process.env.PATH ?? '', ...key, ...env } }
    execFile(process.execPath, [COMMAND, 'calibrate', ...args], settings, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const stored = (path: string, file = STORED) => JSON.parse(readFileSync(join(path, file), 'utf8')) as Calibration
const header = { mode: 'solo', rubric: { dimensions: [{ name: 'clear', weight: 1 }] }, challenge: 'Explain it.' }

/** Forty answers: the judge passes every second one, people fail every fourth of these, and pass one in eight of the others. */
const forty = lines(
  header,
  ...Array.from({ length: 40 }, (_, index) => {
    const people = index % 2 === 0 ? index % 8 !== 0 : index % 8 === 1
    const text = `value=${index % 2 === 0 ? 9 : 3} ${'word '.repeat(index)}`
    return { id: `case ${index}`, response: text, labels: { ana: people, ben: index === 5 ? !people : people } }
  }),
)

describe('over the Messages API', () => {
  it('forty labels give the table, the figures and the stored file; the second run asks nobody', async () => {
    const path = makeFolder({ 'labels.jsonl': forty })
    const before = api.stats.requests
    const { code, stdout, stderr } = await run(path, ['labels.jsonl'])
    expect(code, stderr).toBe(0)
    expect(api.stats.requests - before).toBe(40)
    expect(stdout).toMatchInlineSnapshot(`
      "Calibration  labels.jsonl, judged by claude-haiku-5-5. Intervals are of 95 %.

      verdict  (prompt solo-rubric-1, passes from 0.75)  39 labels of 2 raters, 1 tied
        agreement                   .74 (.59 to .85)      29 of 39
        kappa                       .49 (.21 to .74)
        alpha, nominal              .49 (.21 to .75)
        passes what people pass     .75 (.53 to .89)      15 of 20
        fails what people fail      .74 (.51 to .88)      14 of 19
        always the commonest label  .51 (.36 to .66)      20 of 39
        people among themselves     agreement .97 (.93 to 1.00), kappa .95 (.84 to 1.00), alpha .95 (.84 to 1.00)
        with length, the judge      -.08 (-.39 to .25)
        with length, people         -.05 (-.37 to .25)
        people \\ judge      true   false
        true                  15       5
        false                  5      14

      Stored in evals/calibration/labels.claude-haiku-5-5.json
      "
    `)
    const { measures, items, recordings } = stored(path)
    expect(measures).toMatchObject([
      {
        ...{ measure: 'verdict', form: 'boolean', threshold: 0.75, items: 39, tied: 1, unjudged: 0 },
        judged_by: { mode: 'solo', model: 'claude-haiku-5-5', prompt_version: 'solo-rubric-1' },
        agreement: { count: 29, of: 39 },
        ceiling: { raters: 2 },
      },
    ])
    expect(items[0]).toEqual({
      id: 'case 0',
      measure: 'verdict',
      part: null,
      labels: { ana: false, ben: false },
      judge: true,
    })
    expect(new Set(recordings).size).toBe(40)
    const again = await run(path, ['labels.jsonl'], { ANTHROPIC_API_KEY: '', VITEST_JUDGE_RECORDINGS: 'replay' })
    expect(again.code, again.stderr).toBe(0)
    expect(again.stdout).toBe(stdout)
    expect(api.stats.requests - before).toBe(40)
  })

  it('labels of parts, as numbers and as yes or no, and of every other mode are compared with the same of the judge', async () => {
    const { settled: _, ...issues } = issuesTask
    const path = makeFolder({
      'labels.jsonl': lines(
        { ...header, response: 'value=7', labels: { ana: { clear: 6 } } },
        { ...header, response: 'value=4', labels: { ana: { clear: 4 } } },
        { ...header, response: 'value=9', label: 90 },
        { ...compareTask, label: 'agent-1' },
        {
          ...compareTask,
          id: 'won',
          contestants: [
            { spec: 'x', response: 'value=9' },
            { spec: 'y', response: 'value=2' },
          ],
          label: 'x',
        },
        { ...phaseTask, mode: 'phase-sm', label: 'tie' },
        { mode: 'ground-truth', gold: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n', response: 'No patch.', label: false },
        {
          ...issues,
          challenge: 'sees SESSION "The session ends"',
          labels: { ana: { SESSION: true, NAME: false, EMPTY: true } },
        },
        { case: 'late', produced: 'task_success=0.9', labels: { ana: true } },
        { case: 'late', produced: 'task_success=0.2', labels: { ana: { task_success: true } } },
      ),
      'refunds.evalset.json': JSON.stringify({
        ...{ version: 1, feature: 'refunds', rubric: { dimensions: [{ name: 'task_success', weight: 1 }] } },
        cases: [{ id: 'late', input: 'Refund it', expected: 'Refunded' }],
      }),
    })
    const { code, stderr } = await run(path, ['labels.jsonl', '--set', 'refunds.evalset.json'])
    expect(code, stderr).toBe(0)
    const { items, measures } = stored(path)
    expect(items.map(({ measure, part, labels, judge }) => [measure, part, Object.values(labels)[0], judge])).toEqual([
      ['clear', 'clear', 6, 7],
      ['clear', 'clear', 4, 4],
      ['score', null, 90, 90],
      ['winner', null, 'first', 'tie'],
      ['winner', null, 'first', 'first'],
      ['winner', null, 'tie', 'tie'],
      ['verdict', null, false, false],
      ['found', 'SESSION', true, true],
      ['found', 'NAME', false, false],
      ['found', 'EMPTY', true, false],
      ['task_success', null, true, true],
      ['task_success', 'task_success', true, false],
    ])
    expect(measures.find(({ judged_by }) => judged_by.mode === 'compare')?.order_consistency).toMatchObject({
      count: 2,
      of: 2,
    })
  })

  it('a later run of the same judge and rubric says how it agrees with people, another rubric does not', async () => {
    const path = makeFolder({
      'labels.jsonl': forty,
      'vitest.config.ts': apiConfig(api.url, `recordings: 'off'`),
      'a.test.ts': `import { expect, test } from 'vitest'
test('same', () => expect('value=9').toPassRubric(${JSON.stringify(header.rubric)}))`,
      'b.test.ts': `import { expect, test } from 'vitest'
test('other', () => expect('value=9').toPassRubric({ dimensions: [{ name: 'unclear', weight: 1 }] }))`,
    })
    await run(path, ['labels.jsonl'])
    const line = /verdict: judge agrees with people: kappa \.\d\d \(.* to .*\), 39 labels, \d{4}-\d\d-\d\d/
    expect((await runFolder(path, { args: ['a.test'] })).output).toMatch(line)
    const other = await runFolder(path, { args: ['b.test'] })
    expect(other.output).toContain('1 passed')
    expect(other.output).not.toContain('agrees with people')
    writeFileSync(join(path, STORED), '{"version": 7}')
    const broken = await runFolder(path, { args: ['a.test'] })
    expect(broken.code).toBe(0)
    expect(broken.output).toContain('evals/calibration/labels.claude-haiku-5-5.json: expected `version` to be')
  })

  it('recordings that a calibration rests on are not pruned', async () => {
    const path = makeFolder({
      'labels.jsonl': forty,
      'vitest.config.ts': apiConfig(api.url),
      'evals/a.eval.ts': `import { expect, test } from 'vitest'
test('same', () => expect('value=9').toPassRubric('is clear'))`,
    })
    await run(path, ['labels.jsonl'])
    await runFolder(path, { args: ['evals'], resultsIn: 'evals/results' })
    const prune = () =>
      new Promise<string>((resolve) => {
        const settings = { cwd: path, env: { PATH: process.env.PATH ?? '' } }
        execFile(process.execPath, [COMMAND, 'recordings', 'prune'], settings, (_error, stdout) => resolve(stdout))
      })
    expect(await prune()).toContain('Removed 0 recordings')
    rmSync(join(path, 'evals/calibration'), { recursive: true })
    expect(await prune()).toContain('Removed 40 recordings')
  })
})

describe("a judge of the user's own", () => {
  const judge = (
    value: string,
  ) => `import { scriptedModel } from ${JSON.stringify(new URL('../../dist/src/index.js', import.meta.url).href)}
export default scriptedModel({ id: 'house', reply: ({ user }) => {
  const text = user[0].text
  if (text.includes('refuse')) return { stop: 'refused' }
  return { scores: { clear: { evidence: [], reasoning: '', value: ${value} } }, assessment: '' }
} })`
  const rows = lines(
    header,
    ...['good', 'fine', 'bad'].map((word) => ({ id: word, response: word, label: word !== 'bad' })),
  )

  it('is asked again by --drift, which names what moved and leaves what is stored', async () => {
    const path = makeFolder({ 'labels.jsonl': rows, 'judge.mjs': judge(`text.includes('bad') ? 2 : 9`) })
    const args = ['labels.jsonl', '--judge', 'judge.mjs']
    const first = await run(path, args)
    expect(first.code, first.stderr).toBe(0)
    const file = join(path, 'evals/calibration/labels.house.json')
    const before = readFileSync(file, 'utf8')
    const same = await run(path, [...args, '--drift'])
    expect(same.code, same.stderr).toBe(0)
    expect(same.stdout).toMatch(/^Drift {2}0 of 3 labels are judged otherwise than on /)
    writeFileSync(join(path, 'judge.mjs'), judge(`text.includes('fine') ? 2 : 9`))
    const moved = await run(path, [...args, '--drift'])
    expect(moved.code).toBe(1)
    expect(moved.stdout.split('\n').slice(1, 3)).toEqual([
      '  fine: true → false  (people: true)',
      '  bad: false → true  (people: false)',
    ])
    expect(readFileSync(file, 'utf8')).toBe(before)
    const replay = await run(path, [...args, '--drift'], { VITEST_JUDGE_RECORDINGS: 'replay' })
    expect(replay).toMatchObject({ code: 2, stderr: expect.stringContaining('asks the judge again') })
  })

  it('may be a panel, which goes by all its names', async () => {
    const path = makeFolder({
      'labels.jsonl': rows,
      'panel.mjs': `${judge('9').replace('export default ', 'const kind = ').replace("id: 'house'", "id: 'kind'")}
const strict = { ...kind, id: 'strict', judge: async (...asked) => ({ ...(await kind.judge(...asked)), value: { scores: { clear: { evidence: [], reasoning: '', value: 1 } }, assessment: '' } }) }
export default [kind, strict, { ...strict, id: 'stricter' }]`,
    })
    const { code, stderr } = await run(path, ['labels.jsonl', '--judge', 'panel.mjs'])
    expect(code, stderr).toBe(0)
    const { measures, items } = stored(path, 'evals/calibration/labels.kind-strict-stricter.json')
    expect(measures[0]?.judged_by).toMatchObject({ model: 'kind, strict, stricter', settings: { panel: [{}, {}, {}] } })
    expect(items.map((one) => one.judge)).toEqual([false, false, false])
  })

  it('that refuses leaves its label out, says why, and ends with 1; where nothing is judged nothing is stored', async () => {
    const path = makeFolder({
      'some.jsonl': `${rows}\n${JSON.stringify({ id: 'no', response: 'refuse', label: true })}`,
      'none.jsonl': lines({ ...header, response: 'refuse', label: true }),
      'judge.mjs': judge('9'),
    })
    const some = await run(path, ['some.jsonl', '--judge', 'judge.mjs', '--out', 'kept/some.json'])
    expect(some.code).toBe(1)
    expect(some.stdout).toContain('3 labels, 1 unjudged')
    expect(stored(path, 'kept/some.json').items.at(-1)).toMatchObject({ judge: null, reason: 'the judge refused' })
    const none = await run(path, ['none.jsonl', '--judge', 'judge.mjs'])
    expect(none).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Nothing was judged, so nothing is stored. the judge refused'),
    })
    expect(existsSync(join(path, 'evals/calibration'))).toBe(false)
    expect(readdirSync(join(path, 'kept'))).toEqual(['some.json'])
  })
})

describe('wrong input is told with file and line, before anybody is asked', () => {
  const row = { ...header, response: 'x' }
  it.each<[string, string, string]>([
    [
      'no JSON',
      `${JSON.stringify({ ...row, label: true })}\n\n{"mode":`,
      'labels.jsonl:3: expected the line to be JSON (',
    ],
    [
      'no label',
      lines({ ...row, label: true }, row),
      'labels.jsonl:2: expected the line to be one with either `label` or `labels`',
    ],
    ['nothing', '', 'labels.jsonl: expected it to be at least one line with `labels`'],
    ['a header alone', lines(header), 'labels.jsonl: expected it to be at least one line with `labels`'],
    [
      'a label that is none',
      lines({ ...row, labels: { ana: null } }),
      'labels.jsonl:1: expected `labels.ana` to be true, false, a number',
    ],
    [
      'an id twice',
      lines({ ...row, id: 'a', label: true }, { ...row, id: 'a', label: true }),
      'labels.jsonl:2: expected `id` to be unlike that of line 1',
    ],
    [
      'a mode that is none',
      lines({ ...row, mode: 'sole', label: true }),
      'labels.jsonl:1: task: expected `mode` to be one of solo',
    ],
    [
      'a field that is none',
      lines({ ...row, respnse: 'x', label: true }),
      'labels.jsonl:1: solo: there is no `respnse`. Known are',
    ],
    [
      'a word for a score',
      lines({ ...row, label: 'good' }),
      'labels.jsonl:1: human\'s label: expected the whole to be true, false or a number from 0 to 100, but received "good"',
    ],
    [
      'a value off the scale',
      lines({ ...row, labels: { ana: { clear: 11 } } }),
      "labels.jsonl:1: ana's label: expected `clear` to be true, false or a number from 1 to 10, but received 11",
    ],
    [
      'a part that is none',
      lines({ ...row, labels: { ana: { __proto: 1 } } }),
      'labels.jsonl:1: there is no part `__proto` to label. Known are `clear`.',
    ],
    [
      'two forms of one label',
      lines({ ...row, labels: { ana: true, ben: 80 } }),
      'labels.jsonl:1: the line: expected the whole to be labelled alike by all raters',
    ],
    ['80 for 0.8', lines({ ...row, threshold: 80, label: true }), 'For 80 % write 0.8.'],
    ['a case without its set', lines({ case: 'a', produced: 'x', label: true }), 'Name its file: --set FILE.'],
  ])('%s', async (_what, text, message) => {
    const path = makeFolder({ 'labels.jsonl': text.replaceAll('\n', '\r\n') })
    const before = api.stats.requests
    const { code, stderr } = await run(path, ['labels.jsonl'])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
    expect(api.stats.requests).toBe(before)
  })

  it('a file that is not there, a module without a judge, and no file at all', async () => {
    const path = makeFolder({ 'labels.jsonl': lines({ ...row, label: true }), 'judge.mjs': 'export default () => 1' })
    expect(await run(path, ['none.jsonl'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot read none.jsonl'),
    })
    const own = await run(path, ['labels.jsonl', '--judge', 'judge.mjs'])
    expect(own).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected the default export of judge.mjs to be a judge'),
    })
    expect(await run(path, [])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name one file with labels.'),
    })
  })
})
