/**
 * Folders that fill up, cannot be written, lie on another device or serve two runs at once: verdicts stand, what is not kept is
 * told once with its reason, and no half file is left.
 *
 * Counts: 10 cases a run; 2 full disks and 1 other device (skipped where nothing may be mounted), 2 folders that are files, 2
 * runs at once.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { resultsSchema } from '../../src/report/results-schema.js'
import { startMessagesApi } from '../support/messages-api.js'
import { runVitest } from '../support/run-vitest.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type FilesRun, makeFolder, runFolder } from './run-files.js'

const CASES = 10
const evals = `import { test } from 'vitest'
for (let n = 0; n < ${CASES}; n++) test.concurrent('case ' + n, async ({ expect }) => { await expect('value=8 ' + n).toPassRubric('Is short') })
`
const settings = { args: ['evals/'], resultsIn: 'evals/nowhere' }
const RECORDINGS = 'evals/recordings'
const RESULTS = 'evals/results'

async function startFolder(files: Record<string, string> = {}) {
  const api = await startMessagesApi({ reply: answerRequest, latencyMs: 20 })
  onTestFinished(() => api.close())
  return { api, path: makeFolder({ 'vitest.config.ts': apiConfig(api.url), 'evals/a.eval.ts': evals, ...files }) }
}

/** Mounts a small disk; false where that is not permitted. */
function mount(path: string, size: string): boolean {
  mkdirSync(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', path], { stdio: 'ignore' })
  } catch {
    console.log('nothing may be mounted here: skipped')
    return false
  }
  onTestFinished(() => void execFileSync('umount', ['-l', path]))
  return true
}

/** All but what keeps unread replies from Git. */
function filesIn(path: string): string[] {
  if (!existsSync(path)) return []
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name !== '.gitignore')
  return files.map((entry) => join(entry.parentPath, entry.name))
}

function readAll(path: string): unknown[] {
  return filesIn(path).map((file) => JSON.parse(readFileSync(file, 'utf8')) as unknown)
}

function expectOneWarning({ output }: FilesRun, reason: RegExp): void {
  expect(output.match(/could not be recorded/g)).toHaveLength(1)
  expect(output).toMatch(reason)
}

test('a full disk of recordings costs no verdict, is told once, and the next run asks for the rest', async ({
  skip,
}) => {
  const { api, path } = await startFolder()
  if (!mount(join(path, RECORDINGS), '12k')) return skip()
  const run = await runFolder(path, settings)
  expect(run.code, run.output).toBe(0)
  expect(run.stdout).toContain(`Checks  ${CASES} passed, 0 failed`)
  expectOneWarning(run, /recorded in .*recordings: ENOSPC/)
  const kept = readAll(join(path, RECORDINGS)).length
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(CASES)
  expect(filesIn(join(path, RECORDINGS)).filter((file) => !/\.(?:json|reply)$/.test(file))).toEqual([])
  // The disk is as full as before, and what was kept unread is not paid for again either.
  await runFolder(path, settings)
  expect(api.stats.requests).toBe(CASES + CASES - kept)
})

test('a full disk of results makes the run red, says why, and leaves nothing half', async ({ skip }) => {
  const { path } = await startFolder()
  if (!mount(join(path, RESULTS), '4k')) return skip()
  const run = await runFolder(path, settings)
  expect(run.code).toBe(1)
  expect(run.stdout).toContain(`Checks  ${CASES} passed, 0 failed`)
  expect(run.stdout).toContain('Results  could not be written to evals/results: ENOSPC')
  expect(filesIn(join(path, RESULTS))).toEqual([])
  expect(readAll(join(path, RECORDINGS))).toHaveLength(CASES)
})

test('folders on other devices serve as any', async ({ skip }) => {
  const { path } = await startFolder()
  if (!mount(join(path, RECORDINGS), '1m') || !mount(join(path, RESULTS), '1m')) return skip()
  const run = await runFolder(path, settings)
  expect(run.code, run.output).toBe(0)
  expect(readAll(join(path, RECORDINGS))).toHaveLength(CASES)
  expect(readAll(join(path, RESULTS)).map((results) => resultsSchema.parse(results).checks.length)).toEqual([CASES])
})

test('a file where the recordings belong costs no verdict and is told once', async () => {
  const { path } = await startFolder({ [RECORDINGS]: '' })
  const run = await runFolder(path, settings)
  expect(run.code, run.output).toBe(0)
  expectOneWarning(run, /recorded in .*recordings: (?:ENOTDIR|EEXIST)/)
})

test('a file where the results belong makes the run red and says so', async () => {
  const { path } = await startFolder({ [RESULTS]: '' })
  const run = await runFolder(path, settings)
  expect(run.code).toBe(1)
  expect(run.stdout).toMatch(/Results {2}could not be written to evals\/results: (?:ENOTDIR|EEXIST)/)
})

test('two runs at once in one folder are both green, with results of their own and whole recordings', async () => {
  const { path } = await startFolder()
  const runs = await Promise.all([runVitest(path, ['evals/']), runVitest(path, ['evals/'])])
  expect(runs.map(({ code }) => code)).toEqual([0, 0])
  const results = readAll(join(path, RESULTS)).map((each) => resultsSchema.parse(each))
  expect(results.map(({ checks, run }) => [checks.length, run.partial])).toEqual([
    [CASES, false],
    [CASES, false],
  ])
  expect(readAll(join(path, RECORDINGS))).toHaveLength(CASES)
})
