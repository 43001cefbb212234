import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { type RunResult, runVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const good = 'hallucination=0'
const bad = 'task_success=0.2 hallucination=0'
const inputs = { alpha: [good, bad], beta: [good], gamma: [bad], delta: [good, good, good], epsilon: [good, 'refuse'] }
const subject = `export default ({ id }: { id: string }) => ({ output: id, usage: { input_tokens: 10, cost_usd: 0.5 } })`
const files = {
  'vitest.config.ts': judgedConfig(
    `gate: { on: 'set', advisory: ['gamma'] }, agentModel: 'scripted-agent', sets: { delta: { trials: 2 } }`,
  ),
  'a.test.ts': `import { expect, test } from 'vitest'
let tries = 0
test('case', { retry: 1 }, async () => { await expect('value=' + [4, 8][tries++]).toPassRubric('Is short') })
`,
  'evals/b.eval.ts': `import { expect, test } from 'vitest'
test('case of an eval', async () => { await expect('late').not.toPassRubric('Is long') })
`,
  ...Object.fromEntries(
    Object.entries(inputs).flatMap(([feature, texts]) => {
      const cases = texts.map((input, index) => ({ id: `case ${index}`, input: `${input} ${feature} ${index}` }))
      return [
        [`evals/${feature}.evalset.json`, JSON.stringify({ version: 1, feature, cases })],
        [`evals/${feature}.subject.ts`, subject],
      ]
    }),
  ),
}
const asked = ['a.test', 'evals/', '-t', 'case']
const SHARDS = 4

let whole: FilesRun
let shards: RunResult[]
let merged: FilesRun
beforeAll(async () => {
  whole = await runFiles(files, { args: asked, resultsIn: 'evals/results' })
  const path = makeFolder(files)
  shards = []
  for (let shard = 1; shard <= SHARDS; shard++) {
    const blob = ['--reporter=blob', `--outputFile=blobs/${shard}.json`, `--shard=${shard}/${SHARDS}`]
    shards.push(await runVitest(path, [...asked, ...blob]))
  }
  expect(existsSync(join(path, 'evals/results'))).toBe(false)
  merged = await runFolder(path, { args: ['--merge-reports=blobs'], resultsIn: 'evals/results' })
})

test('a shard is red only where its tests are, prints no table and is not gated', () => {
  expect(shards.map(({ code }) => code).sort()).toEqual([0, 0, 0, 1])
  for (const { output } of shards) expect(output).not.toMatch(/Eval set|Checks|Gate/)
})

test('the results of the merge are those of one run, byte for byte, times apart', () => {
  expect([whole.results.length, merged.results.length]).toEqual([1, 1])
  expect(timeless(merged.results[0])).toBe(timeless(whole.results[0]))
})

test('what was asked of the shards stands in the merge, and sets in the order of their files', () => {
  const [results] = merged.results
  expect(results?.run).toMatchObject({ filters: ['a.test', 'evals/'], partial: true })
  expect(results?.sets.map(({ evalset, gate }) => [evalset, gate.passed])).toEqual([
    ['alpha', false],
    ['beta', true],
    ['delta', true],
    ['epsilon', false],
    ['gamma', true],
  ])
  expect(results?.checks.map(({ file, retry }) => `${file} ${retry}`)).toEqual([
    'a.test.ts 0',
    'a.test.ts 1',
    'evals/b.eval.ts 0',
  ])
  expect(results?.agent).toMatchObject({
    ...{ runs: 12, reported: 12, input_tokens: 120, output_tokens: null, cost_usd: 6 },
  })
})

test('trials of a case are merged as they are, and none is lost', () => {
  const delta = merged.results[0]?.sets.find(({ evalset }) => evalset === 'delta')
  expect(delta?.cases.map(({ id, trial }) => `${id} ${trial}`)).toEqual(
    [0, 1, 2].flatMap((index) => [`case ${index} 1`, `case ${index} 2`]),
  )
  expect(delta?.trials?.pass_all).toEqual([1, 1])
})

test('the merge is gated and printed as one run is', () => {
  expect([whole.code, merged.code]).toEqual([1, 1])
  expect(linesOf(merged)).toEqual(linesOf(whole))
  expect(linesOf(merged)).toContain(
    'Gate alpha: FAIL (agent) · task_success is 0.60, below 0.75 over all cases (low in 1 of 2: case 1) · aggregate 0.55 < 0.75 · judged by scripted · price not known',
  )
})

function timeless(results: RunResults | undefined): string {
  const text = JSON.stringify(results, null, 2)
  const steady = text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/"(agent_ms|ms|duration_ms)": \d+/g, '"$1": 0')
    .replace(/"folder": ".*"/, '"folder": ""')
  return steady
}

function linesOf({ stdout }: FilesRun): string[] {
  return stdout.split('\n').filter((line) => /^Gate/.test(line))
}
