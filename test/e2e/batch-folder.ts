/**
 * The command `vitest-judge batch` as a user runs it, in a folder with an eval set whose agent never answers twice alike.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { MessagesApi } from '../support/messages-api.js'
import { type Files, INSTALLED } from '../support/run-vitest.js'
import { apiConfig } from './api-judge.js'
import { COMMAND } from './review-folder.js'

/** Folder of a batch, in the working folder. */
export const STATE = '.vitest-judge/batch'

/** What a command came to. */
export interface BatchRan {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts `vitest-judge batch`. */
export function startBatch(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { child: ChildProcess; ran: Promise<BatchRan> } {
  const child = spawn(process.execPath, [COMMAND, 'batch', ...args], {
    cwd,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      NO_COLOR: '1',
      ANTHROPIC_API_KEY: 'test-key',
      ...INSTALLED,
      ...env,
    },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ran = new Promise<BatchRan>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr: stripVTControlCharacters(stderr) }))
  })
  return { child, ran }
}

/** Runs `vitest-judge batch` to its end. */
export async function batch(cwd: string, ...args: string[]): Promise<BatchRan> {
  return await startBatch(cwd, args).ran
}

/** A list for the command `judge`, whose runs are short, and its options. */
export function tasksOf(count: number): Files {
  const rubric = { name: 'short', dimensions: [{ name: 'short', weight: 1 }] }
  const tasks = Array.from({ length: count }, (_, index) => ({ challenge: 'c', rubric, response: `value=8 ${index}` }))
  return { 'tasks.json': JSON.stringify(tasks) }
}

/** The run of {@link tasksOf}. */
export const TASKS = ['--mode', 'solo', '--data', 'tasks.json']

/** Environment of the run that is judged by what a batch brought. */
export const WITH_BATCH = { VITEST_JUDGE_BATCH: STATE }

/** A set with so many cases. Its agent answers with a number of its own, and notes that it was called. */
export function setOf(api: MessagesApi, count: number, options = ''): Files {
  const cases = Array.from({ length: count }, (_, index) => ({ id: `c${index}`, input: `${index}`, expected: 'x' }))
  const rubric = { dimensions: [{ name: 'task_success', weight: 1 }] }
  return {
    'vitest.config.ts': apiConfig(api.url, options),
    'evals/sums.evalset.json': JSON.stringify({ version: 1, feature: 'sums', rubric, cases }),
    'evals/sums.subject.ts': `import { appendFileSync, existsSync } from 'node:fs'
export default async ({ input }) => {
  appendFileSync('called', input + '\\n')
  if (existsSync('hang')) await new Promise((resolve) => setTimeout(resolve, 60_000))
  return { output: 'task_success=0.9 ' + input + ' ' + crypto.randomUUID(), usage: { input_tokens: 3, output_tokens: 1 } }
}
`,
  }
}

/** How often the agent was called. */
export function agentCalls(cwd: string): number {
  return readFileSync(join(cwd, 'called'), 'utf8').trim().split('\n').length
}

/** Keys of submitted rows, without the marks of their batches. */
export function submittedKeys(api: MessagesApi): string[] {
  return api.batches.rows.map(({ custom_id }) => custom_id.split('-')[1] ?? '')
}
