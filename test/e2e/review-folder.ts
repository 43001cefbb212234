/**
 * Folders of pull requests, and the command that judges them.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MessagesApi } from '../support/messages-api.js'
import type { Files } from '../support/run-vitest.js'

/** The command, as built. */
export const COMMAND = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))

/** What a run came to. */
export interface Ran {
  readonly code: number | null
  // biome-ignore lint/suspicious/noExplicitAny: what is printed is looked at field by field.
  readonly result: any
  readonly stderr: string
}

/** Starts the batch; what is recorded is not used. */
export function start(
  cwd: string,
  api: MessagesApi,
  args: readonly string[],
): { child: ChildProcess; ran: Promise<Ran> } {
  const env = {
    PATH: process.env.PATH ?? '',
    ANTHROPIC_API_KEY: 'test-key',
    ANTHROPIC_BASE_URL: api.url,
    // Scores alone must keep a pull request from being judged again.
    VITEST_JUDGE_RECORDINGS: 'off',
    VITEST_JUDGE_CONCURRENCY: '3',
  }
  const child = spawn(process.execPath, [COMMAND, 'judge', '--mode', 'review-match', ...args], { cwd, env })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ran = new Promise<Ran>((resolve) => {
    child.on('close', (code) => resolve({ code, result: stdout === '' ? null : JSON.parse(stdout), stderr }))
  })
  return { child, ran }
}

/** Runs the batch in `state`, or with arguments. */
export async function run(cwd: string, api: MessagesApi, ...args: string[]): Promise<Ran> {
  return await start(cwd, api, args.length > 0 ? args : ['--dir', 'state']).ran
}

/** The files of a pull request; what the judge says stands in the findings and comments, see review-judge.ts. */
export function pullRequest(pr: number, findings: readonly string[], comments: readonly string[]): Files {
  return {
    [`state/context/pr-${pr}.md`]: `# Change ${pr}\n\n+x = ${pr}\n`,
    [`state/predictions/pr-${pr}.md`]: `${findings.map((text, at) => `### Finding ${at + 1}\n- **Comment**: ${text}\n`).join('\n')}\n### Overall\n- **Decision**: COMMENT\n`,
    [`state/reviews/pr-${pr}.md`]: comments
      .map((text, at) => `## Comment ${at + 1} (by ana)\n- **Body**: ${text}\n`)
      .join('\n'),
  }
}

/** Scores 1. */
export const perfect = (pr: number): Files => pullRequest(pr, [`a ${pr} matches=1`], ['b'])
/** Scores .5. */
export const half = (pr: number): Files => pullRequest(pr, ['a matches=1', 'c rating=wrong'], ['b', 'd'])
/** A file of the state, as JSON. */
export const read = (path: string, name: string) => JSON.parse(readFileSync(join(path, 'state', name), 'utf8'))
