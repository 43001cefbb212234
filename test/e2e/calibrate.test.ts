/**
 * `vitest-judge calibrate` as a user runs it: over the local Messages API, from recordings, with a judge of the user's own.
 */
import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareTask, issuesTask, phaseTask } from '../modes/tasks.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { apiEnv, COMMAND, header, lines, runCalibrate, STORED, stored } from './calibrate-command.js'
import { makeFolder, runFolder } from './run-files.js'

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: answerRequest })
})
afterAll(() => api.close())

const run = (cwd: string, args: readonly string[], env: object = {}) =>
  runCalibrate(cwd, args, { ...apiEnv(api.url), ...env })

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
        kappa                       .49 (.19 to .74)
        alpha, nominal              .49 (.19 to .75)
        passes what people pass     .75 (.53 to .89)      15 of 20
        fails what people fail      .74 (.51 to .88)      14 of 19
        always the commonest label  .51 (.36 to .66)      20 of 39
        people among themselves     agreement .97 (.93 to 1.00), kappa .95 (.83 to 1.00), alpha .95 (.83 to 1.00)
        with length, the judge      -.08 (-.41 to .26)
        with length, people         -.05 (-.38 to .26)
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

  it('labels of parts, as numbers and as yes or no, and of every other mode are compared with the same of the judge', {
    tags: ['long'],
  }, async () => {
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

  it('a later run of the same judge and rubric says how it agrees with people, another rubric does not', {
    tags: ['long'],
  }, async () => {
    const path = makeFolder({
      'labels.jsonl': forty,
      'vitest.config.ts': apiConfig(api.url, `recordings: 'off'`),
      'a.test.ts': `import { expect, test } from 'vitest'
test('same', () => expect('value=9').toPassRubric(${JSON.stringify(header.rubric)}))`,
      'b.test.ts': `import { expect, test } from 'vitest'
test('other', () => expect('value=9').toPassRubric({ dimensions: [{ name: 'unclear', weight: 1 }] }))`,
    })
    await run(path, ['labels.jsonl'])
    const line = /verdict: judge against people: kappa \.\d\d \(.* to .*\), 39 labels, \d{4}-\d\d-\d\d/
    expect((await runFolder(path, { args: ['a.test'] })).output).toMatch(line)
    const other = await runFolder(path, { args: ['b.test'] })
    expect(other.output).toContain('1 passed')
    expect(other.output).not.toContain('agrees with people')
    writeFileSync(join(path, STORED), '{"version": 7}')
    const broken = await runFolder(path, { args: ['a.test'] })
    expect(broken.code).toBe(0)
    expect(broken.output).toContain('evals/calibration/labels.claude-haiku-5-5.json: expected `version` to be')
  })

  it('recordings that a calibration rests on are not pruned', { tags: ['long'] }, async () => {
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
