/**
 * Runs the real Vitest of this project on a small folder, as a user would: a child process, a scrubbed environment, the built
 * package by its name.
 *
 * @module
 */
import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { newestResults } from '../../src/report/results.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')

/** Files by their path. */
export type Files = Readonly<Record<string, string>>

/** What a run came to. */
export interface RunResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** Both streams, for a look at everything. */
  readonly output: string
}

/** Config whose plugin options and test options are given as source text. A loaded machine may take its time. */
export function config(options = '{}', test = '{}', head = ''): string {
  return `import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'
${head}
export default defineConfig({ plugins: [vitestJudge(${options})], test: { testTimeout: 60_000, ...${test} } })
`
}

/**
 * Vitest takes the built package for an installed one, which Node loads, as it does a user's. It lies in no `node_modules` here,
 * so that else every run would transform all of it anew, which took as long as the run itself.
 */
export const INSTALLED = { VITEST_MODULE_DIRECTORIES: '/dist/chunks/,/dist/src/' }

/** How a run is started. */
export interface Spawned extends SpawnOptions {
  /** Another program and its arguments, which runs this one. */
  readonly under?: readonly string[]
}

/** Writes files below a folder. */
export function write(path: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), text)
  }
}

/** Starts `vitest run` in a folder. Nothing of the caller's environment but PATH and HOME reaches it. */
export function startVitest(
  cwd: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  spawned: Spawned = {},
) {
  return start(cwd, ['run', ...args], env, spawned)
}

/** Starts `vitest watch` in a folder, as above. */
export function watchVitest(cwd: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  return start(cwd, ['watch', ...args], env)
}

function start(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
  { under = [], ...spawned }: Spawned = {},
) {
  const [program = process.execPath, ...others] = [...under, process.execPath, VITEST, ...args]
  const child = spawn(program, others, {
    ...spawned,
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NO_COLOR: '1', ...INSTALLED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const finished = new Promise<RunResult>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const plain = { stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) }
      resolve({ code, signal, ...plain, output: `${plain.stdout}\n${plain.stderr}` })
    })
  })
  return { child, finished, output: () => stdout + stderr }
}

/** Runs `vitest run` to its end. */
export function runVitest(cwd: string, args?: readonly string[], env?: Record<string, string>): Promise<RunResult> {
  return startVitest(cwd, args, env).finished
}

/** The results files of a folder, oldest first. */
export function readResults(cwd: string, below = 'evals/results'): unknown[] {
  return newestResults(readdirSync(join(cwd, below)))
    .reverse()
    .map((name) => JSON.parse(readFileSync(join(cwd, below, name), 'utf8')) as unknown)
}
