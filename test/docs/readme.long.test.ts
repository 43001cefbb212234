/**
 * The README says what runs: its snippets are run, its failure message is the one that comes, its table names every matcher.
 */
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as matchers from '../../matchers/index.js'
import { runFiles } from '../e2e/run-files.js'
import { config } from '../support/run-vitest.js'
import { AGENT } from './agent.js'
import { blockOf, PAGES, read, tableOf } from './pages.js'

const readme = read('README.md')
const block = (mark: string) => blockOf(readme, mark)

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

test('the table of matchers is that of the code', () => {
  const names = tableOf(readme, '| matcher |').map(([cell = '']) => /^`(\w+)\(/.exec(cell)?.[1])
  expect(names.sort()).toEqual(Object.keys(matchers).sort())
  for (const name of names) expect(read('docs/matchers.md')).toContain(`\n## \`${name}\`\n`)
})

test('its steps for CI are the last ones of the workflow that init writes', () => {
  const steps = parse(block('yaml')) as unknown[]
  const workflow = parse(blockOf(read('docs/ci.md'), 'yaml .github/workflows/evals.yml'))
  expect(workflow.jobs.evals.steps.slice(-steps.length)).toEqual(steps)
})

test('it leads to every page', () => {
  const pages = PAGES.filter((page) => page.startsWith('docs/'))
  expect(pages.filter((page) => !readme.includes(`](${page})`))).toEqual([])
})
