/**
 * Signals in the middle of a run: what was done so far is written whole, the run is red, and no process or socket is left.
 *
 * Counts: 6 ways to end it and SIGKILL, each after 10 of 40 questions. Losses: 0 records, 0 recordings; the partial results of
 * SIGKILL, which no program can write.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { startMessagesApi } from '../support/messages-api.js'
import { childrenOf, isRunning } from '../support/processes.js'
import { type RunResult, startVitest, write } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

const tests = `import { expect, test } from 'vitest'
for (let n = 0; n < 40; n++) test('case ' + n, async () => { await expect('value=8 ' + n).toPassRubric('Is short') })
`

interface Ended {
  readonly path: string
  /** Where its socket was. */
  readonly temporary: string
  readonly result: RunResult
  /** Workers that are still there. */
  readonly survivors: number[]
}

/** Sends signals to a run after its tenth question: to its main process, or to its group as a terminal does. */
async function killRun(signals: readonly NodeJS.Signals[], isGroup = false): Promise<Ended> {
  await using api = await startMessagesApi({ reply: answerRequest, latencyMs: 60 })
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url, '', `{ pool: 'forks' }`), 'a.test.ts': tests })
  const temporary = mkdtempSync(join(tmpdir(), 'kill-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const { child, finished } = startVitest(path, [], { TMPDIR: temporary }, { detached: true })
  const pid = child.pid ?? 0
  await vi.waitUntil(() => api.stats.requests >= 10, { timeout: 60_000, interval: 20 })
  expect(socketFolders(temporary)).toHaveLength(1)
  const workers = childrenOf(pid)
  for (const signal of signals) {
    if (isRunning(pid)) process.kill(isGroup ? -pid : pid, signal)
    await new Promise((done) => setTimeout(done, 5))
  }
  const result = await finished
  await vi.waitUntil(() => !workers.some(isRunning), { timeout: 10_000, interval: 20 }).catch(() => {})
  return { path, temporary, result, survivors: workers.filter(isRunning) }
}

function socketFolders(temporary: string): string[] {
  return readdirSync(temporary).filter((name) => name.startsWith('vitest-judge-'))
}

function filesBelow(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** A killed writer may leave a draft, which nobody reads. */
function recordingsIn(path: string): string[] {
  return filesBelow(join(path, 'evals/recordings')).filter((file) => file.endsWith('.json'))
}

test.each<[string, NodeJS.Signals[], boolean, number]>([
  ['SIGTERM', ['SIGTERM'], false, 143],
  ['SIGINT', ['SIGINT'], false, 130],
  ['a terminal that is closed', ['SIGHUP'], false, 129],
  ['Ctrl-C', ['SIGINT'], true, 130],
  ['Ctrl-C twice', ['SIGINT', 'SIGINT'], true, 130],
  ['Ctrl-C, then SIGTERM', ['SIGINT', 'SIGTERM'], false, 130],
])(
  '%s leaves whole partial results, whole recordings, no process and no socket',
  async (_what, signals, isGroup, code) => {
    const { path, temporary, result, survivors } = await killRun(signals, isGroup)
    expect(result.code).toBe(code)
    expect(survivors).toEqual([])
    // Recordings are below evals/, and so are the results.
    const [file = '', ...more] = filesBelow(join(path, 'evals/results'))
    expect(more).toEqual([])
    const results = resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    expect(results).toMatchObject({ run: { partial: true }, gate: { passed: false } })
    expect(results.checks.length).toBeGreaterThan(0)
    expect(result.stdout).toContain(`Checks  ${results.checks.length} passed, 0 failed`)
    expect(socketFolders(temporary)).toEqual([])
    const recordings = recordingsIn(path)
    expect(recordings.length).toBeGreaterThan(5)
    for (const file of recordings) expect(JSON.parse(readFileSync(file, 'utf8')), file).toHaveProperty('reply.value')
  },
)

test('SIGKILL damages no recording, and the next run goes on from them', async () => {
  const { path } = await killRun(['SIGKILL'])
  expect(filesBelow(join(path, 'evals/results'))).toEqual([])
  const recordings = recordingsIn(path)
  for (const file of recordings) expect(JSON.parse(readFileSync(file, 'utf8')), file).toHaveProperty('reply.value')
  const kept = filesBelow(join(path, 'evals/recordings')).flatMap(
    (file) => /[0-9a-f]{32}(?=\.(?:json|reply)$)/.exec(file) ?? [],
  )
  await using api = await startMessagesApi({ reply: answerRequest })
  write(path, { 'vitest.config.ts': apiConfig(api.url) })
  const next = await runFolder(path)
  expect(next.code, next.output).toBe(0)
  expect(api.stats.requests).toBe(40 - new Set(kept).size)
})
