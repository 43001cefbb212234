import { describe, expect, test } from 'vitest'
import { runVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const plain = `import { expect, test } from 'vitest'\ntest('plain', () => {})\n`
const evalFile = `import { expect, test } from 'vitest'
test('answer', async () => { await expect('value=8').toPassRubric('Is short') })
`
const set = '{ "version": 1, "feature": "refunds", "cases": [{ "id": "c", "input": "hallucination=0.1" }] }'
const subject = `export default () => ({ output: 'x', toolCalls: [] })`
const files = {
  'a.test.ts': plain,
  'evals/answer.eval.ts': evalFile,
  'evals/refunds.evalset.json': set,
  'evals/refunds.subject.ts': subject,
  'evals/fixtures/broken.evalset.json': '{',
  'dist/evals/old.eval.ts': 'throw new Error("built")',
  'src/data.test.ts': `import { expect, test } from 'vitest'
import data from '../evals/refunds.evalset.json'
test('a set is also data', () => { expect(data.feature).toBe('refunds') })
`,
}
const inEvals = 'evals/results'
const EVALS = ['answer passed', 'refunds c passed', 'refunds gate passed']
const TESTS = ['a set is also data passed', 'plain passed']

function statesIn({ tests }: FilesRun): string[] {
  return Object.entries(tests)
    .map(([name, { status }]) => `${name} ${status}`)
    .sort()
}

describe('which evals run', () => {
  test('none without a path, those below a path, and never those in dist or fixtures', async () => {
    const path = makeFolder({ 'vitest.config.ts': judgedConfig(), ...files })
    const all = await runFolder(path, { resultsIn: inEvals })
    expect(statesIn(all)).toEqual(TESTS)
    expect(all.results).toEqual([])
    const asked = await runFolder(path, { args: ['evals/'], resultsIn: inEvals })
    expect(statesIn(asked)).toEqual(EVALS)
    expect(asked.code).toBe(0)
  })

  test('all with evals "always"', { tags: ['long'] }, async () => {
    const run = await runFiles(
      { 'vitest.config.ts': judgedConfig(`evals: 'always'`), ...files },
      { resultsIn: inEvals },
    )
    expect(statesIn(run)).toEqual([...TESTS, ...EVALS].sort())
  })

  test('none with enabled false, which one line says, and matchers skip their tests', { tags: ['long'] }, async () => {
    const path = makeFolder({
      'vitest.config.ts': judgedConfig(`enabled: false, evals: 'always'`),
      ...files,
      'b.test.ts': evalFile,
    })
    const asked = await runFolder(path, { args: ['evals/'], resultsIn: inEvals })
    expect(asked.code).toBe(0)
    expect(asked.output.match(/^vitest-judge: .*/gm)).toEqual([
      'vitest-judge: evals are off (enabled: false) for evals/; nothing was judged.',
    ])
    const all = await runFolder(path, { resultsIn: inEvals })
    expect(statesIn(all)).toEqual(['a set is also data passed', 'answer skipped', 'plain passed'])
    expect(all.code).toBe(0)
    expect(all.results).toEqual([])
  })

  test('a path without a set is no error, but is said to be empty', { tags: ['long'] }, async () => {
    const run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': plain }, { args: ['evals/'] })
    expect(run.code).toBe(0)
    expect(run.output.match(/^vitest-judge: .*/gm)).toEqual([
      'vitest-judge: no eval set or eval file was found for evals/; nothing was judged.',
    ])
  })

  test.each([['wrong/evals/'], ['evals-old/evals'], ['evals/', 'typo.test.ts']])(
    'a path that is not there is one: %s %s',
    { tags: ['long'] },
    async (...args) => {
      const run = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': plain }, { args })
      expect(run.code).toBe(1)
    },
  )
})

describe('parts without the plugin', { tags: ['long'] }, () => {
  const bare = (test: string) => `export default { test: ${test} }\n`

  test('the set-up file and the reporter work by their names', async () => {
    const config = bare(`{ setupFiles: ['vitest-judge/register'], reporters: ['default', 'vitest-judge/reporter'] }`)
    const diff = '--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n'
    const patch = `import { expect, test } from 'vitest'
test('patch', async () => { await expect('${diff}').toMatchGroundTruthPatch('${diff}') })
test('forgotten', async () => { expect('${diff}').toMatchGroundTruthPatch('${diff}') })
test('no judge', async () => { await expect('x').toPassRubric('Is short') })
`
    const { tests, results, stdout } = await runFiles(
      { 'vitest.config.js': config, 'a.test.ts': patch },
      { args: ['--reporter=vitest-judge/reporter'] },
    )
    expect(tests.patch?.status).toBe('passed')
    expect(tests.forgotten?.errors.join()).toContain('was not awaited')
    expect(tests['no judge']?.errors.join()).toContain('no judge to ask')
    expect(results[0]?.checks.map(({ test, verdict }) => `${test} ${verdict}`)).toEqual([
      'patch pass',
      'forgotten pass',
      'no judge unjudged',
    ])
    expect(stdout.match(/^Checks /gm)).toHaveLength(1)
  })

  test('the pure matchers are added by hand', async () => {
    const own = `import { expect, test } from 'vitest'
import * as matchers from 'vitest-judge/matchers'
expect.extend(matchers)
test('empty', async () => { await expect('nothing').not.toMatchGroundTruthPatch('--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n') })
`
    const { tests } = await runFiles({ 'vitest.config.js': bare('{}'), 'a.test.ts': own })
    expect(tests.empty?.status).toBe('passed')
  })

  test('a reporter that is named beside the plugin is not added twice', async () => {
    const config = judgedConfig('', `{ reporters: ['default', ['vitest-judge/reporter', { outputDir: 'out' }]] }`)
    const path = makeFolder({ 'vitest.config.ts': config, 'a.test.ts': evalFile })
    const { stdout } = await runVitest(path)
    expect(stdout.match(/^Checks /gm)).toHaveLength(1)
    expect(stdout).toContain('Results  out/results-')
  })
})

test('projects of one folder share one run, and evals run once', { tags: ['long'] }, async () => {
  const plugin = `vitestJudge({ judge, recordings: 'off' })`
  const config = `import { vitestJudge } from 'vitest-judge/plugin'
import { judge } from '../../e2e/judge.js'
const project = (name) => ({ plugins: [${plugin}], test: { name, include: ['*.test.ts'] } })
export default { test: { projects: [project('one'), project('two')] } }
`
  const tests = { 'a.test.ts': evalFile.replace('answer', 'shared') }
  const run = await runFiles(
    { ...files, 'vitest.config.ts': config, ...tests },
    { args: ['evals/', 'a.test'], resultsIn: inEvals },
  )
  expect(run.code).toBe(0)
  expect(run.results).toHaveLength(1)
  expect(run.results[0]?.sets.map(({ evalset }) => evalset)).toEqual(['refunds'])
  expect(run.results[0]?.checks.map(({ test }) => test).sort()).toEqual(['answer', 'shared', 'shared'])
})
