/**
 * `vitest-judge init` where the plugin alone is not enough.
 */
import { parseAst } from 'vite'
import { describe, expect, it, test } from 'vitest'
import { initCommand } from '../../src/cli/init.js'
import { addPlugin, type Parse } from '../../src/cli/init-config.js'
import { makeRepository, manifest } from './repositories.js'

const parse: Parse = (text) => parseAst(text, { lang: 'ts' }) as never
const HEAD = `import { vitestJudge } from 'vitest-judge/plugin'\n`
const find = (config: string) => {
  const result = addPlugin(`${HEAD}${config}`, parse)
  return result.kind === 'by hand' ? result.why : result.hindrances.map(({ why }) => why).join('; ')
}
const P = 'plugins: [vitestJudge()]'

describe('settings that keep evals from being found', () => {
  it.each([
    [`{ ${P}, root: 'app' }`, "its `root` is 'app', and files are looked for below it only"],
    [`{ test: { dir: './src' } }`, "its `test.dir` is './src', and files are looked for below it only"],
    [
      `{ ${P}, test: { exclude: [...defaults, 'evals/**'] } }`,
      "its `test.exclude` has 'evals/**', which leaves evals/ out",
    ],
    [`{ ${P}, test: { projects: ['packages/*'] } }`, 'none of its `test.projects` is seen to have the plugin'],
    [
      `{ test: { projects: [{ ${P}, test: { dir: 'src' } }] } }`,
      "its `test.dir` is 'src', and files are looked for below it only",
    ],
    [`{ ${P}, root: '.', test: { dir: 'evals', exclude: ['**/node_modules/**'] } }`, ''],
    [`{ ${P}, test: { projects: [{ extends: true, test: { name: 'evals' } }] } }`, ''],
    [`{ test: { projects: [{ test: { dir: 'src' } }, { ${P}, test: {} }] } }`, ''],
  ])('%s: %s', (config, said) => {
    expect(find(`export default ${config}`)).toBe(said)
  })
})

it.each([
  [`vitestJudge()\nexport default {}`, 'it calls vitestJudge() outside of `plugins`'],
  [`export default { test: { x: vitestJudge() } }`, 'it calls vitestJudge() outside of `plugins`'],
  [`const plugins = [vitestJudge()]\nexport default { plugins }`, ''],
  [`const all = () => [vitestJudge()]\nexport default { plugins: [...all()] }`, ''],
])('the plugin counts where it gets into `plugins`: %j', (config, said) => {
  expect(find(config)).toBe(said)
})

test('all of it is said, with the lines to change', async () => {
  const folder = makeRepository({
    'package.json': manifest(),
    'vitest.config.js': `export default { test: { dir: 'src', exclude: ['evals/**'] } }\n`,
    '.gitignore': 'evals/\n',
  })
  const { text } = await initCommand(folder, true)
  expect(text.replace(/.*\n(?= {2}vitest)/s, '')).toMatchInlineSnapshot(`
    "  vitest.config.js             would be changed: the plugin is added
        Vitest finds no evals there: its \`test.dir\` is 'src', and files are looked for below it only. It needs:
          include: ['src/**/*.{test,spec}.?(c|m)[jt]s?(x)'], in place of \`dir\`
        Vitest finds no evals there: its \`test.exclude\` has 'evals/**', which leaves evals/ out. It needs:
          exclude without 'evals/**': evals run only when their path is given
      evals/example.evalset.json   would be written: a set of two cases
      evals/example.subject.js     would be written: what the set judges; the answer is made up and wrong
      .gitignore                   left: it hides all of evals/, sets and recordings too, from Git and so from CI
        In place of evals/:
          evals/results/
      .github/workflows/evals.yml  would be written: runs the evals in CI, on recorded replies

    Next:
      1. change vitest.config.js as said above
      2. change .gitignore as said above
      3. npx vitest run evals/
      4. the gate is red: evals/example.subject.js says which edit makes it green
      5. run them once with ANTHROPIC_API_KEY set and commit evals/recordings, which CI replays; without a judge: vitestJudge({ judge: 'deterministic' })"
  `)
})

test.each(['[]', '"shop"', 'null'])('a package.json that is %s is refused', async (content) => {
  const folder = makeRepository({ 'package.json': content })
  await expect(initCommand(folder, true)).rejects.toThrow('expected it to be an object, as every package.json is')
})
