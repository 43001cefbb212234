import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { startMessagesApi } from '../support/messages-api.js'
import { type RunResult, startVitest, write } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

const tests = `import { expect, test } from 'vitest'
for (let n = 0; n < 40; n++) test('case ' + n, async () => { await expect('value=8 ' + n).toPassRubric('Is short') })
`

/** Kills a run after its tenth question; `path` is its folder, `temporary` where its socket was. */
async function killRun(signal: NodeJS.Signals): Promise<{ path: string; temporary: string; result: RunResult }> {
  await using api = await startMessagesApi({ reply: answerRequest, latencyMs: 60 })
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url), 'a.test.ts': tests })
  const temporary = mkdtempSync(join(tmpdir(), 'kill-'))
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }))
  const { child, finished } = startVitest(path, [], { TMPDIR: temporary })
  await vi.waitUntil(() => api.stats.requests >= 10, { timeout: 60_000, interval: 20 })
  expect(socketFolders(temporary)).toHaveLength(1)
  child.kill(signal)
  return { path, temporary, result: await finished }
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

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s leaves whole partial results, whole recordings and no socket',
  async (signal) => {
    const { path, temporary, result } = await killRun(signal)
    expect(result.code).toBe(signal === 'SIGTERM' ? 143 : 130)
    // Recordings are below evals/, and so are the results.
    const [file = '', ...more] = filesBelow(join(path, 'evals/results'))
    expect(more).toEqual([])
    const results = resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    expect(results.run.partial).toBe(true)
    expect(results.checks.length).toBeGreaterThan(0)
    expect(result.stdout).toContain(`Checks  ${results.checks.length} passed, 0 failed`)
    expect(socketFolders(temporary)).toEqual([])
    const recordings = recordingsIn(path)
    expect(recordings.length).toBeGreaterThan(5)
    for (const file of recordings) expect(JSON.parse(readFileSync(file, 'utf8')), file).toHaveProperty('reply.value')
  },
)

test('SIGKILL damages no recording, and the next run goes on from them', async () => {
  const { path } = await killRun('SIGKILL')
  expect(filesBelow(join(path, 'evals/results'))).toEqual([])
  const recordings = recordingsIn(path)
  for (const file of recordings) expect(JSON.parse(readFileSync(file, 'utf8')), file).toHaveProperty('reply.value')
  await using api = await startMessagesApi({ reply: answerRequest })
  write(path, { 'vitest.config.ts': apiConfig(api.url) })
  const next = await runFolder(path)
  expect(next.code, next.output).toBe(0)
  expect(api.stats.requests).toBe(40 - recordings.length)
})
