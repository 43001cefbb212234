/**
 * docs/agents.md says what runs: its snippets are run, its failure is the one that comes, its table names every option.
 */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeFolder, runFiles, runFolder } from '../e2e/run-files.js'
import { runCommand } from '../support/run-command.js'
import { config, write } from '../support/run-vitest.js'
import { AGENT } from './agent.js'
import { blockOf, commandsIn, read } from './pages.js'

const page = read('docs/agents.md')
const block = (mark: string) => blockOf(page, mark)

const evalSet = (feature: string, ...inputs: string[]) =>
  JSON.stringify({
    version: 1,
    feature,
    rubric: { dimensions: [{ name: 'task_success', weight: 1 }] },
    cases: inputs.map((input) => ({ id: input, input, expected: 're:30 days|sum \\+ item.price' })),
  })

test('its snippets run, and its failure is the one that comes', async () => {
  const run = await runFiles(
    {
      'vitest.config.ts': config(`{ judge: 'deterministic' }`),
      'agents/support.mjs': `import { readFileSync } from 'node:fs'
        if (readFileSync(0, 'utf8') !== 'fail') console.log('Within 30 days.')
        else { console.error('model "tiny" is not known'); process.exit(3) }`,
      'src/fix-agent.js': `import { readFileSync, writeFileSync } from 'node:fs'
        export async function fixIssue(path) {
          const file = path + '/src/total.js'
          writeFileSync(file, readFileSync(file, 'utf8').replace('items.length', 'items.reduce((sum, item) => sum + item.price, 0)'))
          return 'Done.'
        }`,
      'fixtures/shop/src/total.js': 'export const total = (items) => items.length\n',
      'evals/support.evalset.json': evalSet('support', 'works', 'fail'),
      'evals/fix.evalset.json': evalSet('fix', 'total'),
      ...Object.fromEntries(
        ['evals/support.subject.ts', 'evals/support.eval.ts', 'evals/fix.eval.ts', 'evals/fix.subject.ts'].map(
          (name) => [name, block(`ts ${name}`)],
        ),
      ),
    },
    { args: ['evals'], resultsIn: 'evals/results' },
  )
  const states = Object.entries(run.tests).map(([name, { status }]) => `${name}: ${status}`)
  expect(states.sort()).toEqual([
    'fix gate: passed',
    'fix total: passed',
    'knows the limit for refunds: passed',
    'mends the total: passed',
    'support fail: failed',
    'support gate: failed',
    'support works: passed',
  ])
  expect(run.tests['support fail']?.errors).toEqual([`CommandError: ${block('text failure').trimEnd()}`])
})

test('in an existing repository: its commands make a set that is red, and green with an agent that answers', async () => {
  const path = makeFolder({ 'package.json': '{ "name": "shop", "type": "module" }', 'tsconfig.json': '{}' })
  for (const folder of ['.git', 'node_modules']) mkdirSync(join(path, folder))
  symlinkSync(fileURLToPath(new URL('../..', import.meta.url)), join(path, 'node_modules/vitest-judge'), 'junction')
  const [init = []] = commandsIn(block('sh'))
  const [, args = ''] = /^npx vitest run (.*)$/m.exec(block('sh')) ?? []
  expect(await runCommand(path, ...init)).toMatchObject({ code: 0, stderr: '' })
  expect((await runFolder(path, { args: [args] })).code).toBe(1)
  write(path, {
    'src/support-agent.js': AGENT,
    'evals/example.subject.ts': block('ts evals/example.subject.ts'),
  })
  const green = await runFolder(path, { args: [args] })
  expect(green.code, green.output).toBe(0)
  expect(Object.keys(green.tests)).toEqual(['example how-long', 'example too-late', 'example gate'])
})

test('its table is that of the options', () => {
  const source = read('src/agent/command-options.ts')
  const [, body = ''] = /export interface CommandSubjectOptions \{([\s\S]*?)\n\}/.exec(source) ?? []
  const options = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name)
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(options)
  expect(rows.length).toBeGreaterThan(5)
})
