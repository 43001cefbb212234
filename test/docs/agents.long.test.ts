/**
 * docs/agents.md says what runs: its snippets are run, its failure is the one that comes, its table names every option.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runFiles } from '../e2e/run-files.js'
import { config } from '../support/run-vitest.js'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/agents.md')

/** The text of the block that is marked so, such as `ts evals/fix.eval.ts`. */
function block(mark: string): string {
  const [, text] = page.split(`\`\`\`${mark}\n`)
  if (text === undefined) throw new Error(`docs/agents.md has no block marked "${mark}"`)
  return text.slice(0, text.indexOf('\n```') + 1)
}

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

test('its table is that of the options', () => {
  const source = read('src/agent/command-options.ts')
  const [, body = ''] = /export interface CommandSubjectOptions \{([\s\S]*?)\n\}/.exec(source) ?? []
  const options = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name)
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(rows).toEqual(options)
  expect(rows.length).toBeGreaterThan(5)
})
