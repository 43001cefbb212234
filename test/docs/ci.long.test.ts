/**
 * docs/ci.md says what runs: its workflows are those of `init`, and their steps are run with a local server as the judge.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { RunResults } from '../../src/report/results.js'
import { answerRequest } from '../e2e/api-judge.js'
import { makeFolder } from '../e2e/run-files.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import { runCommand } from '../support/run-command.js'
import { readResults, write } from '../support/run-vitest.js'
import { type JobRun, runWorkflow } from '../support/run-workflow.js'
import { blockOf, read } from './pages.js'

const page = read('docs/ci.md')
const block = (mark: string) => blockOf(page, mark)

const HEAD = 'c0ffee'.padEnd(40, '0')
const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const files = {
  'vitest.config.ts': block('ts vitest.config.ts'),
  ...Object.fromEntries(
    names.flatMap((feature) => [
      [
        `evals/${feature}.evalset.json`,
        JSON.stringify({ version: 1, feature, cases: [{ id: 'case', input: `hallucination=0 ${feature}` }] }),
      ],
      [`evals/${feature}.subject.ts`, 'export default ({ id }: { id: string }) => id'],
    ]),
  ),
}

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: answerRequest, latencyMs: 20 })
})
afterAll(() => api.close())

/** Runs a workflow in copies of the files, with a key and the local server. */
async function run(
  workflow: string,
  own: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
) {
  const artifacts = makeFolder({})
  const env = { ANTHROPIC_BASE_URL: api.url, ...more }
  const before = api.stats.requests
  const jobs = await runWorkflow(workflow, {
    checkOut: () => makeFolder({ ...files, ...own }),
    artifacts,
    env,
    values: { 'secrets.ANTHROPIC_API_KEY': 'test-key' },
  })
  return { jobs, artifacts, requests: api.stats.requests - before }
}

/** The recordings below a folder, as files of a checkout. */
function readRecordings(folder: string): Record<string, string> {
  const found = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    found.map((name) => [join('evals/recordings', name), readFileSync(join(folder, name), 'utf8')]),
  )
}

function resultsOf({ folder }: JobRun): RunResults[] {
  return existsSync(join(folder, 'evals/results')) ? (readResults(folder) as RunResults[]) : []
}

const codesOf = (jobs: readonly JobRun[]) => jobs.map(({ name, code }) => `${name}: ${code}`)

test.each([
  ['yaml .github/workflows/evals.yml', []],
  ['yaml shards', ['--shards', '4']],
])('the block %s is what init %j writes', async (mark, options) => {
  const manifest = { name: 'shop', type: 'module', devDependencies: { vitest: '^4.1.0', 'vitest-judge': '^0.1.0' } }
  const path = makeFolder({ 'package.json': JSON.stringify(manifest), 'package-lock.json': '{}' })
  mkdirSync(join(path, '.git'))
  const { code, stderr } = await runCommand(path, 'init', ...options)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(readFileSync(join(path, '.github/workflows/evals.yml'), 'utf8')).toBe(block(mark))
})

test('what the jobs with a key and the nightly one record, the others replay, in one run and in shards', async () => {
  const withKey = await run(block('yaml with a key'))
  expect(codesOf(withKey.jobs), withKey.jobs[0]?.output).toEqual(['evals: 0'])
  const recordings = readRecordings(join(withKey.artifacts, 'recordings'))
  expect(Object.keys(recordings)).toHaveLength(withKey.requests)

  const nightly = await run(block('yaml nightly'), recordings)
  expect(codesOf(nightly.jobs)).toEqual(['record: 0'])
  expect(nightly.requests).toBe(withKey.requests)

  const replayed = await run(block('yaml .github/workflows/evals.yml'), recordings)
  expect(codesOf(replayed.jobs), replayed.jobs[0]?.output).toEqual(['evals: 0'])
  const sharded = await run(block('yaml shards'), recordings)
  expect(codesOf(sharded.jobs)).toEqual(['evals 1: 0', 'evals 2: 0', 'evals 3: 0', 'evals 4: 0', 'gate: 0'])
  expect([replayed.requests, sharded.requests]).toEqual([0, 0])
  const [one, merged] = [replayed.jobs, sharded.jobs].map((jobs) => jobs.flatMap(resultsOf))
  expect([one?.length, merged?.length]).toEqual([1, 1])
  expect(merged?.[0]?.gate).toEqual(one?.[0]?.gate)
  expect(merged?.[0]?.sets.map(({ gate }) => gate)).toEqual(one?.[0]?.sets.map(({ gate }) => gate))
})

test('what is not recorded is red in its shard, and closes the gate of the merge', async () => {
  const { jobs, requests } = await run(block('yaml shards'))
  expect(requests).toBe(0)
  expect(jobs.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1])
  expect(jobs.at(-1)).toMatchObject({ name: 'gate', code: 1 })
  expect(jobs.at(-1)?.output).toContain('recordings missing')
})

test('shards with a key ask under the divided limit', async () => {
  const workflow = parse(block('yaml shards')) as { jobs: { evals: { steps: { run?: string; env?: object }[] } } }
  const step = workflow.jobs.evals.steps.find(({ run }) => run?.includes('--shard'))
  if (step === undefined) throw new Error('no step runs a shard')
  step.env = parse(block('yaml env of a shard with a key')) as object
  api.stats.maxInFlight = 0
  const { jobs, requests } = await run(stringify(workflow, { lineWidth: 0 }))
  expect(codesOf(jobs), jobs.at(-1)?.output).toEqual([
    'evals 1: 0',
    'evals 2: 0',
    'evals 3: 0',
    'evals 4: 0',
    'gate: 0',
  ])
  expect(requests).toBe(15)
  expect(api.stats.maxInFlight).toBe(2)
  expect(resultsOf(jobs.at(-1) as JobRun)[0]?.usage.requests).toBe(15)
})

test('the budget of the page is divided by the shards', async () => {
  const { jobs } = await run(block('yaml with a key'), {}, { EVAL_SHARDS: '10000000' })
  expect(jobs[0]?.output).toContain('FAIL (budget)')
})

test('the script makes the body of a Check Run for the head of the pull request', async () => {
  const { jobs } = await run(block('yaml with a key'))
  const [{ folder } = { folder: '' }] = jobs
  const [name = ''] = readdirSync(join(folder, 'evals/results'))
  write(folder, { 'check-run.mjs': block('js scripts/check-run.mjs') })
  const stdout = execFileSync(process.execPath, ['check-run.mjs', join('evals/results', name), HEAD], {
    cwd: folder,
    env: {},
  })
  expect(JSON.parse(String(stdout))).toMatchObject({ name: 'vitest-judge', head_sha: HEAD, conclusion: 'success' })
})
