/**
 * Eight eval sets and two files of matchers, judged once by one run, and once by four shards on machines of their own whose
 * blobs a fifth one merges.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { type RunResult, runVitest } from '../support/run-vitest.js'
import { type FilesRun, judgedConfig, makeFolder, runFiles, runFolder } from './run-files.js'

const good = 'hallucination=0'
const bad = 'task_success=0.2 hallucination=0'
const inputs = {
  alpha: [good, bad],
  beta: [good],
  gamma: [bad],
  delta: [good, good, good],
  epsilon: [good, 'refuse'],
  zeta: [bad, good],
  eta: [good, bad, good],
}
const plugin = `baseline: 'evals/baseline.json', gate: { on: 'set', advisory: ['gamma'] }, agentModel: 'scripted-agent',
  sets: { delta: { trials: 2 }, eta: { gate: { noRegression: true } } }`

function filesWith(changed: Partial<typeof inputs> = {}): Record<string, string> {
  const sets = Object.entries({ ...inputs, ...changed }).flatMap(([feature, texts]) => {
    const cases = texts.map((input, index) => ({ id: `case ${index}`, input: `${input} ${feature} ${index}` }))
    const draft = feature === 'zeta' ? { draft: true } : {}
    return [
      [`evals/${feature}.evalset.json`, JSON.stringify({ version: 1, feature, ...draft, cases })],
      [
        `evals/${feature}.subject.ts`,
        'export default ({ id }: { id: string }) => ({ output: id, usage: { input_tokens: 10, cost_usd: 0.5 } })',
      ],
    ]
  })
  return {
    'vitest.config.ts': judgedConfig(plugin),
    'a.test.ts': `import { expect, test } from 'vitest'
let tries = 0
test('case', { retry: 1 }, async () => { await expect('value=' + [4, 8][tries++]).toPassRubric('Is short') })
`,
    'evals/b.eval.ts': `import { expect, test } from 'vitest'
test('case of an eval', async () => { await expect('late').not.toPassRubric('Is long') })
test('low', async () => { await expect('value=2').toPassRubric('Is fine') })
`,
    'evals/broken.evalset.json': '{ "version": 1, "feature": "broken" "cases": [] }',
    ...Object.fromEntries(sets),
  }
}

const asked = ['a.test', 'evals/']
const SHARDS = 4
const inEvals = { args: asked, resultsIn: 'evals/results' }

let whole: FilesRun
let shards: RunResult[]
let merged: FilesRun
beforeAll(async () => {
  const { 'evals/broken.evalset.json': _, ...sound } = filesWith({ eta: [good, good, good] })
  const before = await runFiles(sound, inEvals)
  const files = { ...filesWith(), 'evals/baseline.json': JSON.stringify(before.results[0]) }
  whole = await runFiles(files, inEvals)
  const path = makeFolder(files)
  mkdirSync(join(path, 'blobs'))
  shards = []
  for (let shard = 1; shard <= SHARDS; shard++) {
    const machine = makeFolder(files)
    const blob = ['--reporter=blob', '--outputFile=blob.json', `--shard=${shard}/${SHARDS}`]
    shards.push(await runVitest(machine, [...asked, ...blob]))
    expect(existsSync(join(machine, 'evals/results'))).toBe(false)
    cpSync(join(machine, 'blob.json'), join(path, `blobs/${shard}.json`))
  }
  merged = await runFolder(path, { args: ['--merge-reports=blobs'], resultsIn: 'evals/results' })
  // Seven runs of Vitest, one after the other.
}, 600_000)

test('a shard is red only where its tests are, prints no table and is not gated', () => {
  expect(shards.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1])
  for (const { output } of shards) expect(output).not.toMatch(/Eval set|Checks|Gate/)
})

test('the results of the merge are those of one run, byte for byte, times apart', () => {
  expect([whole.results.length, merged.results.length]).toEqual([1, 1])
  expect(timeless(merged.results[0])).toBe(timeless(whole.results[0]))
})

test('what was asked of the shards stands in the merge, and sets in the order of their files', () => {
  const [results] = merged.results
  expect(results?.run).toMatchObject({ filters: asked, partial: true })
  expect(results?.sets.map(({ evalset, gate }) => [evalset, gate.passed])).toEqual([
    ['alpha', false],
    ['beta', true],
    ['delta', true],
    ['epsilon', false],
    ['eta', false],
    ['gamma', true],
    ['zeta', true],
  ])
  expect(results?.checks.map(({ file, retry }) => `${file} ${retry}`)).toEqual([
    'a.test.ts 0',
    'a.test.ts 1',
    'evals/b.eval.ts 0',
    'evals/b.eval.ts 0',
  ])
  expect(results?.agent).toMatchObject({
    ...{ runs: 17, reported: 17, input_tokens: 170, output_tokens: null, cost_usd: 8.5 },
  })
  expect(results?.comparison?.groups.flatMap(({ turned_red }) => turned_red)).toEqual(['case 1'])
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
  expect(tablesOf(merged)).toEqual(tablesOf(whole))
  expect(tablesOf(merged)).toContain(
    'Gate alpha: FAIL (agent) · task_success is 0.60, below 0.75 over all cases (low in 1 of 2: case 1) · aggregate 0.55 < 0.75 · judged by scripted · price not known',
  )
})

/** Without `started`, `finished`, `timestamp` and every `duration_ms`, `agent_ms` and `ms`. */
function timeless(results: RunResults | undefined): string {
  return JSON.stringify(
    results,
    (key, value) => (/^(?:started|finished|timestamp|(?:duration_|agent_)?ms)$/.test(key) ? '<time>' : value),
    2,
  ).replace(/"folder": ".*"/, '"folder": ""')
}

/** All that the reporter prints, from the first table on, but for how long it took and the file's name. */
function tablesOf({ stdout }: FilesRun): string[] {
  const lines = stdout.split('\n')
  const from = lines.findIndex((line) => line.startsWith('Eval set'))
  const to = lines.findIndex((line) => line.startsWith('Results  '))
  expect([from, to].every((place) => place >= 0)).toBe(true)
  return lines.slice(from, to).map((line) => line.replace(/\d+(?:\.\d+)? (?:ms|s)\b/g, '<time>'))
}
