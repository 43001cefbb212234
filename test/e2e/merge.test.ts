import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { type RunResult, runVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFolder } from './run-files.js'

const set = (feature: string, input: string) => JSON.stringify({ version: 1, feature, cases: [{ id: 'case', input }] })
const files = {
  'vitest.config.ts': judgedConfig(`gate: { on: 'set' }`),
  'a.test.ts': `import { expect, test } from 'vitest'
let tries = 0
test('case', { retry: 1 }, async () => { await expect('value=' + [4, 8][tries++]).toPassRubric('Is short') })
`,
  'evals/good.evalset.json': set('good', 'hallucination=0'),
  'evals/good.subject.ts': `export default () => 'x'`,
  'evals/bad.evalset.json': set('bad', 'task_success=0.2 hallucination=0'),
  'evals/bad.subject.ts': `export default () => 'x'`,
}
const asked = ['a.test', 'evals/', '-t', 'case']

let whole: FilesRun
let shards: RunResult[]
let merged: FilesRun
beforeAll(async () => {
  whole = await runFolder(makeFolder(files), { args: asked, resultsIn: 'evals/results' })
  const path = makeFolder(files)
  shards = []
  for (const shard of ['1', '2']) {
    const blob = ['--reporter=blob', `--outputFile=blobs/${shard}.json`, `--shard=${shard}/2`]
    shards.push(await runVitest(path, [...asked, ...blob]))
  }
  expect(existsSync(join(path, 'evals/results'))).toBe(false)
  merged = await runFolder(path, { args: ['--merge-reports=blobs'], resultsIn: 'evals/results' })
})

test('a shard is green where its tests are, prints no table and is not gated', () => {
  expect(shards.map(({ code }) => code)).toEqual([0, 0])
  for (const { output } of shards) expect(output).not.toMatch(/Eval set|Checks|Gate/)
})

test('the merge has the sets, checks and gate of one run', () => {
  expect(whole.results).toHaveLength(1)
  expect(merged.results).toHaveLength(1)
  expect(timeless(merged.results[0])).toEqual(timeless(whole.results[0]))
  expect(merged.results[0]?.checks.map(({ retry }) => retry)).toEqual([0, 1])
  expect(merged.results[0]?.sets.map(({ evalset }) => evalset).sort()).toEqual(['bad', 'good'])
})

test('the merge is gated as one run is', () => {
  expect([whole.code, merged.code]).toEqual([1, 1])
  expect(merged.stdout).toContain('agent: task_success is 0.20, below 0.75 over all cases')
})

/** Sets and checks in a fixed order, without times. */
function timeless(results: RunResults | undefined): unknown {
  const { sets = [], checks = [], gate, unjudged, usage } = results ?? {}
  const text = JSON.stringify({
    sets: [...sets].sort((a, b) => a.evalset.localeCompare(b.evalset)),
    checks,
    gate,
    unjudged,
    usage,
  })
  return JSON.parse(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'))
}
