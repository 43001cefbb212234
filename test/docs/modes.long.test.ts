/**
 * docs/modes.md says what runs: its snippet and its command are run, its table names every mode, its fields and who is asked.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MODE_NAMES, modeOf } from '../../src/modes/registry.js'
import { makeFolder, runFiles } from '../e2e/run-files.js'
import * as tasks from '../modes/tasks.js'
import { runCommand } from '../support/run-command.js'
import { config } from '../support/run-vitest.js'
import { blockOf, commandsIn, read, tableOf } from './pages.js'

const page = read('docs/modes.md')

test('its snippet runs', async () => {
  const run = await runFiles({
    'vitest.config.ts': config(),
    'scripts/patch.ts': blockOf(page, 'ts scripts/patch.ts'),
    'a.test.ts': `import { test } from 'vitest'\ntest('runs', () => import('./scripts/patch.js'), 60_000)`,
  })
  expect(run.code, run.output).toBe(0)
  expect(run.stdout).toContain('match, 100 of 100')
})

test('its command runs, and keeps its result where the page says', async () => {
  const rows = {
    instance_id: 'flask-5014',
    patch: '--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-a = 1\n+a = 2\n',
    problem_statement: 'a',
  }
  const path = makeFolder({
    'rows.jsonl': JSON.stringify(rows),
    'run_1.json': '{"text":"The fix is in a.py: a = 2"}',
  })
  const [args = []] = commandsIn(blockOf(page, 'sh'))
  const { code, stdout, stderr } = await runCommand(path, ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(readFileSync(join(path, 'swebench_judge_1.json'), 'utf8'))).toEqual(JSON.parse(stdout))
})

test('the table of modes is that of the code: every mode, its fields and whether it asks a model', () => {
  const rows = tableOf(page, '| mode | fields |')
  const cells = rows.map(([name = '', fields = '', asks = '']) => ({
    name: name.replace(/[|` ]/g, ''),
    fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field]) => field ?? ''),
    asks: asks.startsWith('yes'),
  }))
  expect(cells.map(({ name }) => name)).toEqual(MODE_NAMES)
  const unnamed = ['mode', 'settled', 'judging']
  for (const { name, fields, asks } of cells) {
    expect(modeOf({ mode: name }).mode.promptVersion !== null, name).toBe(asks)
    const known = knownFields(name).filter((field) => !unnamed.includes(field))
    expect([...new Set(fields)].sort(), name).toEqual(known.sort())
  }
})

/** Fields that a mode takes, as its refusal of another one lists them; those of all variants. */
function knownFields(name: string): string[] {
  const row = { patch: 'x' }
  const whole: Record<string, readonly object[]> = {
    solo: [tasks.rubricTask, tasks.issuesTask, tasks.behavioursTask],
    compare: [tasks.compareTask],
    coherence: [tasks.coherenceTask],
    swebench: [{ instance: row, response: 'x' }],
    'ground-truth': [{ instance: row, response: 'x' }],
    'review-match': [tasks.reviewTask],
  }
  const fields = (whole[name] ?? [tasks.phaseTask]).flatMap((task) => {
    const chosen = modeOf({ ...task, mode: name, no_such_field: 'x' })
    try {
      chosen.mode.check(chosen.task)
      return ['no_such_field']
    } catch (error) {
      const [, list = ''] = String(error).split('Known are ')
      return [...list.matchAll(/`(\w+)`/g)].map(([, field]) => field ?? '')
    }
  })
  return [...new Set(fields)]
}
