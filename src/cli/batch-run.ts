/**
 * Starts a run that makes no calls: those that it would make are collected.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Calls } from '../batch/calls.js'
import type { Job, JobFile } from '../batch/job.js'
import { InputError, JudgeError } from '../errors.js'
import { runCommand } from '../process/run-command.js'
import { typed } from './batch.js'

/** What a collecting run left. */
export interface Collected {
  readonly calls: Calls
  readonly job: Job
  /** Exit code of the run: not 0 where a test is red without a judge. */
  readonly code: number
}

/**
 * Runs the job once, with every answer that is there. What it prints goes to standard error.
 *
 * @throws {@link JudgeError} when the run was ended, or never came to a judge.
 */
export async function collectCalls(file: JobFile, given: Omit<Job, 'format' | 'collected'>): Promise<Collected> {
  const program = given.program === 'vitest' ? [findVitest(), 'run'] : [CLI, 'judge']
  Calls.clear(file.folder)
  const job = file.write({ ...given, collected: randomUUID() })
  const { ending } = await runCommand({
    program: process.execPath,
    args: [...program, ...job.args],
    cwd: process.cwd(),
    env: { ...environment(), VITEST_JUDGE_DRY_RUN: '1', VITEST_JUDGE_BATCH: file.folder },
    outputLimit: Number.MAX_SAFE_INTEGER,
    // The command `judge` prints its result, which is not one yet.
    show: (chunk, stream) => (job.program === 'vitest' || stream === 'stderr') && process.stderr.write(chunk),
  })
  // Vitest ends by itself after a signal, with a code that tells which.
  if (ending.how !== 'exit' || ending.code > 128) {
    throw new JudgeError(`\`${typed(job)}\` was ended before all its calls were collected. Nothing was submitted.`)
  }
  const calls = new Calls(file.folder, job.collected)
  if (calls.budget() === null) {
    throw new JudgeError(
      `\`${typed(job)}\` ended with ${ending.code} before it came to a judge. Nothing was submitted: look at what it printed.`,
    )
  }
  return { calls, job, code: ending.code }
}

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url))

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function findVitest(): string {
  try {
    const manifest = createRequire(resolve('package.json')).resolve('vitest/package.json')
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: string | Record<string, string> }
    return join(dirname(manifest), typeof bin === 'string' ? bin : (bin.vitest ?? 'vitest.mjs'))
  } catch (error) {
    throw new InputError(`batch: no Vitest was found from ${resolve('.')}: ${(error as Error).message}`)
  }
}
