import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { writeResults } from '../../reporters/results-file.js'
import type { RunResults } from '../../src/report/results.js'
import { resultsSchema } from '../../src/report/results-schema.js'
import { runVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const checks = `import { expect, test } from 'vitest'
test('good', async () => { await expect('value=8').toPassRubric('Is short') })
test('bad', async () => { await expect('value=4').toPassRubric('Is short') })
test('not', async () => { await expect('value=4').not.toPassRubric('Is short') })
test('in part', async () => {
  const dimensions = [{ name: 'depth', weight: 1 }, { name: 'tone', weight: 1 }]
  await expect('value=8 depth=0').toPassRubric({ dimensions })
})
test('late', async () => { await expect('late').toPassRubric('Is short') })
test('patch', async () => { await expect('nothing').not.toMatchGroundTruthPatch('--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\\n') })
test('issues', async () => {
  const issues = [{ id: 'A', severity: 'low', description: 'the cache is never cleared' }]
  await expect('- the cache is never cleared').toFindBaselineIssues(issues, { minPrecision: 0.5 })
})
`
const green = `import { expect, test } from 'vitest'
test('good', async () => { await expect('value=8').toPassRubric('Is short') })
`
const evals = {
  'evals/refunds.evalset.json':
    '{ "version": 1, "feature": "refunds", "cases": [{ "id": "c", "input": "hallucination=0.1" }] }',
  'evals/refunds.subject.ts': `export default () => ({ output: 'x', toolCalls: [] })`,
}

let run: FilesRun
beforeAll(async () => {
  const files = { 'vitest.config.ts': judgedConfig(), 'a.test.ts': checks, ...evals }
  run = await runFiles(files, { args: ['a.test', 'evals/'], resultsIn: 'evals/results' })
})

test('legend, sets, checks, spending and the file are printed once, in this order', () => {
  const printed = run.stdout.slice(run.stdout.indexOf('Scores are'), run.stdout.indexOf('JSON report'))
  // The line of the run names the branch, and has the less room for reasons the longer that is.
  const steady = printed
    .replace(/results-\S+\.json/, 'results-<time>.json')
    .replace(/^(Gate, whole run: FAIL \(.*?\)).*?( · sets: .*? unjudged) .*$/m, '$1 …$2 …')
  expect(steady.trimEnd()).toMatchInlineSnapshot(`
    "Scores are 0-1, with (invert) lower is better. A low artifact score means: fix
    what was produced; a low process score: the run was messy. PASS and FAIL mark
    the dimensions that block. Unscored dimensions are left out of the aggregate.
    Ranges are 95 % confidence intervals over the cases, from 20 cases on.

    Eval set refunds
      mode trajectory, judged by scripted, 1 case (too few for intervals)

      ARTIFACT
        task_success            1.00    PASS
        hallucination (invert)  0.10
        response_quality        1.00

      PROCESS
        tool_use_quality        1.00
        trajectory              1.00

      Aggregate 0.84, threshold 0.75: PASS
      Gate PASS

    Checks  4 passed, 1 failed, 2 unjudged (no verdict on the agent)
      ✗ toPassRubric  score 0.40 (>= 0.75)  bad
      ? toPassRubric  score 0.45 to 0.90 (>= 0.75)  in part
          depth is unjudged: the value of "depth" is 0, outside 1 to 10.
      ? toPassRubric  score unjudged (>= 0.75)  late
          criterion is unjudged: the judge is late.
      ✓ toPassRubric  score 0.80 (>= 0.75)  good
      ✓ not.toPassRubric  score 0.40 (< 0.75)  not
      ✓ not.toMatchGroundTruthPatch  score 0.00  patch
      ✓ toFindBaselineIssues  recall 1.00 (>= 0.75), precision 1.00 (>= 0.50)
        issues

    Judge  10 requests answered, 1 failed, 0 tokens in, 0 out, price not known
    Agent  1 run, 0.0 s, usage not reported
    Gate   FAIL (not judged): 1 check has no verdict
    Gate   FAIL (judge unavailable): 1 check has no verdict
    Gate   FAIL (agent): 1 test failed: bad
    Gate refunds: PASS · aggregate 0.84 · judged by scripted · price not known
    Gate, whole run: FAIL (not judged, judge unavailable, agent) … · sets: 1 passed · checks: 4 passed, 1 failed, 2 unjudged …
    Results  evals/results/results-<time>.json"
  `)
})

test('the results file is named by its time and reads back through the schema', () => {
  const [name, ...more] = readdirSync(join(run.path, 'evals/results'))
  expect(more).toEqual([])
  expect(name).toMatch(/^results-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.json$/)
  const [results] = run.results
  expect(resultsSchema.parse(results)).toEqual(results)
  expect(results?.run).toMatchObject({ vitest: '4.1.12', node: process.versions.node, partial: false })
  expect(Object.keys(results ?? {})).toEqual(['version', 'run', 'sets', 'checks', 'unjudged', 'usage', 'agent', 'gate'])
  expect(results?.checks.map(({ file, test, passed }) => `${file} ${test} ${passed}`)).toEqual([
    'a.test.ts good true',
    'a.test.ts bad false',
    'a.test.ts not true',
    'a.test.ts in part false',
    'a.test.ts late false',
    'a.test.ts patch true',
    'a.test.ts issues true',
  ])
})

test('another run adds its file and leaves the first one as it is', { tags: ['long'] }, async () => {
  const path = makeFolder({})
  cpSync(run.path, path, { recursive: true })
  const [name = ''] = readdirSync(join(path, 'evals/results'))
  const before = readFileSync(join(path, 'evals/results', name), 'utf8')
  const again = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  expect(again.results).toHaveLength(2)
  expect(again.results[0]).toEqual(JSON.parse(before))
  expect(again.code).toBe(0)
})

test('files of the same second get a suffix, and no draft is left', () => {
  const folder = join(makeFolder({}), 'results')
  const results = { run: { finished: '2026-11-29T22:10:00.000Z' } } as RunResults
  for (const _ of [1, 2, 3]) writeResults(folder, results)
  expect(readdirSync(folder).sort()).toEqual([
    'results-2026-11-29T22-10-00Z-2.json',
    'results-2026-11-29T22-10-00Z-3.json',
    'results-2026-11-29T22-10-00Z.json',
  ])
})

test('without an evals folder results go to .vitest-judge, or where outputDir says', { tags: ['long'] }, async () => {
  const path = makeFolder({
    'vitest.config.ts': judgedConfig(),
    'other.config.ts': judgedConfig(`outputDir: 'out/judged'`),
    'a.test.ts': green,
  })
  const usual = await runFolder(path)
  expect(usual.stdout).toMatch(/^Results {2}\.vitest-judge\/results\/results-/m)
  const other = await runFolder(path, { args: ['--config=other.config.ts'], resultsIn: 'out/judged' })
  expect([usual.results.length, other.results.length]).toEqual([1, 1])
})

test('a folder that cannot be written makes a green run red, and says so', { tags: ['long'] }, async () => {
  const config = judgedConfig(`outputDir: 'a.test.ts'`)
  const { code, stdout, tests } = await runFiles({ 'vitest.config.ts': config, 'a.test.ts': green })
  expect(tests.good?.status).toBe('passed')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^Results {2}could not be written to a\.test\.ts: EEXIST/m)
})

test('a program that reads the output gets nothing but its own format', { tags: ['long'] }, async () => {
  const path = makeFolder({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': green })
  const judged = await runVitest(path, ['--reporter=json'])
  expect(JSON.parse(judged.stdout)).toMatchObject({ success: true })
  expect(judged.stderr).toContain('Checks  1 passed, 0 failed')
  const tap = await runVitest(path, ['--reporter=tap', 'a.test', 'evals/none'])
  expect(tap.stdout).not.toContain('vitest-judge')
  expect(tap.stderr).toContain('no eval set or eval file was found for evals/none')
})

test('a run that judged nothing prints nothing and writes nothing', { tags: ['long'] }, async () => {
  const test = `import { test } from 'vitest'\ntest('plain', () => {})\n`
  const { code, output, path } = await runFiles({ 'vitest.config.ts': judgedConfig(), 'a.test.ts': test })
  expect(code).toBe(0)
  // The folder of a checkout has the name that is looked for.
  expect(output.replaceAll(path, '')).not.toMatch(/judge|Scores|Checks|Results/)
  const own = readdirSync(path).filter((name) => name !== 'node_modules')
  expect(own.sort()).toEqual(['a.test.ts', 'report.json', 'vitest.config.ts'])
})
