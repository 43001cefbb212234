/**
 * The README says what runs: its snippets are run, its failure message is the one that comes, its tables name every option.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as matchers from '../../matchers/index.js'
import { MODE_NAMES, modeOf } from '../../src/modes/registry.js'
import { runFiles } from '../e2e/run-files.js'
import * as tasks from '../modes/tasks.js'
import { config } from '../support/run-vitest.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readme = read('README.md')

/** The text of the block that is marked so, such as `ts evals/support.eval.ts`. */
function block(mark: string): string {
  const [, text] = readme.split(`\`\`\`${mark}\n`)
  if (text === undefined) throw new Error(`README.md has no block marked "${mark}"`)
  return text.slice(0, text.indexOf('\n```') + 1)
}

const AGENT = `export const answer = async (question) => question.includes('export')
  ? 'Some data seems to be missing. Open Settings, choose UTC, and start the export again.'
  : 'Refunds are possible within 30 days.'
`

test('the first example fails with the message that stands below it', async () => {
  const leaf = (value: number, reasoning: string) => ({ evidence: [], reasoning, value })
  const scores = {
    cause: leaf(4, 'It says that data is missing, but not that the time zone changed.'),
    way_out: leaf(8, ''),
    tone: leaf(9, ''),
  }
  const judge = `import { scriptedModel } from 'vitest-judge'
const judge = scriptedModel({ id: 'claude-haiku-5-5', reply: () => (${JSON.stringify({ scores, assessment: '' })}) })`
  const run = await runFiles(
    {
      'vitest.config.ts': config('{ judge }', '{}', judge),
      'src/support-agent.js': AGENT,
      'evals/support.eval.ts': block('ts evals/support.eval.ts'),
    },
    { args: ['evals'] },
  )
  expect(run.tests['explains why the export is empty']?.errors).toEqual([`Error: ${block('text failure').trimEnd()}`])
})

test('the example of a comparison runs', async () => {
  const judge = `import { scriptedModel } from 'vitest-judge'
const side = (value) => ({ scores: Object.fromEntries(['correctness', 'depth', 'quality'].map((name) => [name, { value }])) })
const judge = scriptedModel({ reply: ({ user: [{ text }] }) => {
  const [A, B] = text.indexOf('try again later') < text.indexOf('name="response_b"') ? [side(2), side(8)] : [side(8), side(2)]
  return { contestants: { A, B }, justification: '', winner: 'tie' }
} })`
  const run = await runFiles(
    {
      'vitest.config.ts': config('{ judge }', '{}', judge),
      'src/support-agent.js': AGENT,
      'evals/regression.eval.ts': block('ts evals/regression.eval.ts'),
    },
    { args: ['evals'] },
  )
  expect(run.code, run.output).toBe(0)
})

test('the set-up, the eval set and its subject run as they stand', async () => {
  const run = await runFiles(
    {
      'vitest.config.ts': block('ts vitest.config.ts'),
      'src/support-agent.js': AGENT,
      'evals/refunds.evalset.json': block('json'),
      'evals/refunds.subject.ts': block('ts evals/refunds.subject.ts'),
    },
    { args: ['evals'], resultsIn: 'evals/results' },
  )
  expect(run.code).toBe(0)
  expect(Object.keys(run.tests)).toEqual(['refunds too-late', 'refunds gate'])
})

test('every option of the plugin and of the matchers is named, and none that does not exist', () => {
  const interfaces = ['src/options.ts', 'src/set-options.ts', 'matchers/types.ts'].map(read).join('')
  const optionsOf = (name: string) => {
    const [, body = ''] = new RegExp(`export interface ${name}[^{]*\\{([^]*?)\\n\\}`).exec(interfaces) ?? []
    return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, option]) => option ?? '')
  }
  const ofMatchers = [
    'Rubric',
    'Patch',
    'Baseline',
    'Behavior',
    'Win',
    'Coherence',
    'Instance',
    'HumanReview',
    'VerifiedCitations',
  ]
  const names = [
    'JudgeOptions',
    'VitestJudgeOptions',
    'SetOptions',
    'GateOptions',
    ...ofMatchers.map((name) => `${name}Options`),
  ]
  const missing = names
    .flatMap(optionsOf)
    .filter((option) => !new RegExp(`\`[^\`]*\\b${option}\\b[^\`]*\``).test(readme))
  expect(missing).toEqual([])
  const table = [...tableFrom('| option of').matchAll(/^\| (`[^|]+) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/\w+/g) ?? [],
  )
  const known = ['JudgeOptions', 'VitestJudgeOptions', 'SetOptions'].flatMap(optionsOf)
  expect(table.filter((option) => !known.includes(option))).toEqual([])
})

test('the table of matchers is that of the code', () => {
  const names = [...tableFrom('| matcher |').matchAll(/^\| `(\w+)\(/gm)].map(([, name]) => name)
  expect(names.sort()).toEqual(Object.keys(matchers).sort())
})

test('the table of modes is that of the code: every mode, its fields and whether it asks a model', () => {
  const rows = tableFrom('| mode | fields |')
    .split('\n')
    .slice(2)
    .map((line) => line.split(' | '))
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

/** From a line to the next empty one. */
function tableFrom(start: string): string {
  const from = readme.indexOf(start)
  return readme.slice(from, readme.indexOf('\n\n', from))
}
