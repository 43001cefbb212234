/**
 * Folders and files that may not be written or read, and files that may not grow: verdicts stand, what is not kept is told
 * once with its reason, and no half file is left.
 *
 * Counts: 10 cases a run; 3 places that another user owns (skipped but for root, who alone can be another user) and 3 files
 * that are too long. Losses: 0 verdicts, 0 replies, 0 half files.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { startMessagesApi } from '../support/messages-api.js'
import { type RunResult, type Spawned, startVitest } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder } from './run-files.js'

const CASES = 10
const NOBODY = { uid: 65534, gid: 65534 }
const RECORDINGS = 'evals/recordings'
const RESULTS = 'evals/results'
const isRoot = process.getuid?.() === 0
const evals = (text = '') => `import { test } from 'vitest'
for (let n = 0; n < ${CASES}; n++) test.concurrent('case ' + n, async ({ expect }) => {
  await expect('value=8 ' + n + ${JSON.stringify(text)}.repeat(n === 0 ? 10 : 1)).toPassRubric('Is short')
})
`

async function startFolder(options = '', text = '') {
  const api = await startMessagesApi({ reply: answerRequest, latencyMs: 10 })
  onTestFinished(() => api.close())
  // By itself Vitest keeps a cache, and copies of the config and of our modules, in folders that are not the test's own.
  const config = apiConfig(api.url, options, '{ cache: false, server: { deps: { external: [/.dist./] } } }')
  return { api, path: makeFolder({ 'vitest.config.ts': config, 'evals/a.eval.ts': evals(text) }) }
}

function run(path: string, spawned: Spawned = {}): Promise<RunResult> {
  return startVitest(path, ['evals/', '--configLoader=runner'], {}, spawned).finished
}

/** Gives a folder to nobody, but for these names in it. */
function giveAway(path: string, kept: readonly string[] = []): void {
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    if (!kept.some((name) => entry.startsWith(name))) chownSync(join(path, entry), NOBODY.uid, NOBODY.gid)
  }
  chownSync(path, NOBODY.uid, NOBODY.gid)
}

function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

const recordingsIn = (path: string) => filesIn(join(path, RECORDINGS)).filter((file) => file.endsWith('.json'))

function checksIn(path: string): number[] {
  const files = filesIn(join(path, RESULTS)).filter((file) => file.endsWith('.json'))
  return files.map((file) => resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).checks.length)
}

test.skipIf(!isRoot)('recordings that may not be written cost no verdict and are told once', async () => {
  const { path } = await startFolder()
  mkdirSync(join(path, RECORDINGS), { mode: 0o755 })
  giveAway(path, [RECORDINGS])
  const { code, output } = await run(path, NOBODY)
  expect(code, output).toBe(0)
  expect(output.match(/could not be recorded in .*: EACCES/g)).toHaveLength(1)
  expect(checksIn(path)).toEqual([CASES])
  expect(filesIn(join(path, RECORDINGS))).toEqual([])
})

test.skipIf(!isRoot)('a recording that may not be read is asked for again and replaced', async () => {
  const { api, path } = await startFolder()
  await run(path)
  const [file = ''] = recordingsIn(path)
  giveAway(path, [file.slice(path.length + 1)])
  chmodSync(file, 0o600)
  const { code, output } = await run(path, NOBODY)
  expect(code, output).toBe(0)
  expect(output).toMatch(/The recording of .* cannot be read .*EACCES.* It is asked again/)
  expect(api.stats.requests).toBe(CASES + 1)
  expect((await run(path, NOBODY)).code).toBe(0)
  expect(api.stats.requests).toBe(CASES + 1)
})

test.skipIf(!isRoot)('results that may not be written make the run red and are told', async () => {
  const { path } = await startFolder('report: true')
  mkdirSync(join(path, RESULTS), { mode: 0o755 })
  giveAway(path, [RESULTS])
  const { code, stdout } = await run(path, NOBODY)
  expect(code).toBe(1)
  expect(stdout).toContain(`Checks  ${CASES} passed, 0 failed`)
  expect(stdout).toContain('Results  could not be written to evals/results: EACCES')
  expect(recordingsIn(path)).toHaveLength(CASES)
})

/** Files end at 64 KiB: Vitest's own copies of modules fit, and a page with ten short texts does not. */
const LIMITED = { under: ['/bin/bash', '-c', 'ulimit -f 64; exec "$@"', 'bash'] }

test.skipIf(process.platform === 'win32')(
  'a page that is too long for a file is told, and costs no results',
  async () => {
    const { path } = await startFolder('report: true', 'long '.repeat(200))
    const { code, output } = await run(path, LIMITED)
    expect(code, output).toBe(0)
    expect(output).toMatch(/Report {3}could not be written to evals\/results\/.*\.html: EFBIG/)
    expect(checksIn(path)).toEqual([CASES])
    expect(filesIn(join(path, RESULTS))).toHaveLength(1)
  },
)

test.skipIf(process.platform === 'win32')(
  'a recording and results that are too long for a file are told, and the reply is there for the next run',
  async () => {
    const { api, path } = await startFolder('recordPrompts: true', 'long '.repeat(2_000))
    const { code, output } = await run(path, LIMITED)
    expect(code).toBe(1)
    expect(output).toContain(`Checks  ${CASES} passed, 0 failed`)
    expect(output.match(/could not be recorded in .*: EFBIG/g)).toHaveLength(1)
    expect(output).toContain('Results  could not be written to evals/results: EFBIG')
    expect(filesIn(join(path, RESULTS))).toEqual([])
    expect(recordingsIn(path).map((file) => JSON.parse(readFileSync(file, 'utf8')).format)).toHaveLength(CASES - 1)
    const next = await run(path)
    expect(next.code, next.output).toBe(0)
    expect(api.stats.requests).toBe(CASES)
    expect(recordingsIn(path)).toHaveLength(CASES)
    expect(checksIn(path)).toEqual([CASES])
  },
)
