/**
 * docs/eval-sets.md says what runs: its set, its subjects and its command.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { judgedConfig, makeFolder, runFiles, runFolder } from '../e2e/run-files.js'
import { runCommand } from '../support/run-command.js'
import { AGENT } from './agent.js'
import { blockOf, commandsIn, read } from './pages.js'

const page = read('docs/eval-sets.md')

test('the set and its subject run', async () => {
  const run = await runFiles(
    {
      'vitest.config.ts': judgedConfig(`judging: 'apart'`),
      'src/support-agent.js': AGENT,
      'evals/refunds.evalset.yaml': blockOf(page, 'yaml evals/refunds.evalset.yaml'),
      'evals/refunds.subject.ts': blockOf(page, 'ts evals/refunds.subject.ts'),
    },
    { args: ['evals'], resultsIn: 'evals/results' },
  )
  expect(Object.keys(run.tests)).toEqual(['refunds too-late', 'refunds no-order', 'refunds gate'])
  const [set] = run.results[0]?.sets ?? []
  expect(set?.cases.map(({ id, labels }) => [id, labels])).toEqual([
    ['too-late', ['money']],
    ['no-order', []],
  ])
  expect(Object.keys(set?.dimensions ?? {})).toEqual(['task_success', 'hallucination', 'follows policy'])
})

test('the subject that is a command is given its workspace and its key', async () => {
  const path = makeFolder({
    'vitest.config.ts': judgedConfig(),
    'agents/fix.mjs': `import { writeFileSync } from 'node:fs'
      writeFileSync('fixed.txt', process.env.MY_AGENT_KEY + '\\n')
      console.log('Done.')`,
    'fixtures/app/a.txt': 'a\n',
    'evals/fix.evalset.json': JSON.stringify({
      version: 1,
      feature: 'fix',
      cases: [{ id: 'a', input: 'task_success=1' }],
    }),
    'evals/fix.subject.ts': blockOf(page, 'ts evals/fix.subject.ts').replace("'agents/", `process.cwd() + '/agents/`),
  })
  const run = await runFolder(path, { args: ['evals'], resultsIn: 'evals/results', env: { MY_AGENT_KEY: 'given' } })
  const [record] = run.results[0]?.sets[0]?.cases ?? []
  expect(record?.material?.diff).toContain('+given')
})

test('the command makes a draft of the intent file', async () => {
  const path = makeFolder({ 'docs/refunds.md': blockOf(page, 'md docs/refunds.md') })
  const [args = []] = commandsIn(blockOf(page, 'sh'))
  const { code, stderr } = await runCommand(path, ...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { set } = parseEvalSet(readFileSync(join(path, 'evals/refunds.evalset.json'), 'utf8'), 'refunds')
  expect(set.draft).toBe(true)
  expect(set.cases).toMatchObject([
    { expected: 'within 30 days', must_not: [expect.stringContaining('promise a date')] },
  ])
})
