/**
 * Eval sets that no glob finds: those in a path that was asked for are config errors, and the others run.
 */
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgedConfig, makeFolder, runFolder } from './run-files.js'

const set = (feature: string) =>
  JSON.stringify({ version: 1, feature, cases: [{ id: 'case', input: 'hallucination=0' }] })
const subject = `export default () => 'x'`

/** A folder with a sound set, one of each fault below `evals/deep`, and one outside of `evals`. */
function makeBroken(): string {
  const path = makeFolder({
    'vitest.config.ts': judgedConfig('', `{ exclude: ['**/node_modules/**', '**/drafts/**'] }`),
    'evals/fine.evalset.json': set('fine'),
    'evals/fine.subject.ts': subject,
    'evals/deep/Loud.Evalset.JSON': set('loud'),
    'evals/deep/real.txt': set('linked'),
    'evals/deep/linked.subject.ts': subject,
    'evals/drafts/left.evalset.YAML': 'left out by the config',
    'evals/fixtures/data.evalset.JSON': 'data',
    'evals/deep/folder.evalset.json/inner.txt': '',
    'other/far.evalset.JSONL': '',
  })
  symlinkSync('nowhere.json', join(path, 'evals/deep/dangling.evalset.json'))
  symlinkSync('loop.evalset.yml', join(path, 'evals/deep/loop.evalset.yml'))
  symlinkSync('real.txt', join(path, 'evals/deep/linked.evalset.json'))
  mkdirSync(join(path, 'evals/deep/empty'))
  return path
}

test('each is named with what is wrong, and closes the gate of the run', async () => {
  const run = await runFolder(makeBroken(), { args: ['evals/'], resultsIn: 'evals/results' })
  expect(run.code).toBe(1)
  const [results] = run.results
  expect(results?.sets.map(({ evalset, gate }) => [evalset, gate.passed])).toEqual([
    ['linked', true],
    ['fine', true],
  ])
  const reasons = results?.gate.reasons.map(({ kind, text }) => `${kind}: ${text.split('agent or judge: ')[1]}`)
  expect(reasons?.join('\n')).toMatchInlineSnapshot(`
    "config: evals/deep/Loud.Evalset.JSON: expected its name to be \`Loud.evalset.json\`, in small letters, but received "Loud.Evalset.JSON".
    config: evals/deep/dangling.evalset.json: expected it to be a file, or a link to one, but received "a link to nowhere". Remove it, or put the set there.
    config: evals/deep/folder.evalset.json: expected it to be a file, or a link to one, but received "a folder". Remove it, or put the set there.
    config: evals/deep/loop.evalset.yml: expected it to be a file, or a link to one, but received "a link to nowhere". Remove it, or put the set there."
  `)
})

test.each([
  ['evals/fine', 0, 0],
  ['evals/deep/', 1, 4],
  ['evals/deep/dang', 1, 1],
  ['other/', 1, 1],
])('of %s only those that it names are looked at', async (filter, code, faults) => {
  const run = await runFolder(makeBroken(), { args: [filter], resultsIn: 'evals/results' })
  expect(run.code, run.output).toBe(code)
  expect(run.results[0]?.gate.reasons).toHaveLength(faults)
})

test('each project names those of its own folder, once', async () => {
  const own = (name: string) => ({
    [`packages/${name}/vitest.config.ts`]: judgedConfig('', `{ name: '${name}' }`).replace(
      '../../e2e',
      '../../../../e2e',
    ),
    [`packages/${name}/evals/Set.evalset.YML`]: '',
  })
  const path = makeFolder({
    'vitest.config.ts': `export default { test: { projects: ['packages/*'] } }`,
    ...own('a'),
    ...own('b'),
  })
  const run = await runFolder(path, { args: ['evals/'] })
  expect(run.code).toBe(1)
  expect(run.results[0]?.gate.reasons.map(({ text }) => text.split(' ')[0])).toEqual([
    'packages/a/evals/Set.evalset.YML',
    'packages/b/evals/Set.evalset.YML',
  ])
})
