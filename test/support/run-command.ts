/**
 * Runs the command `vitest-judge` as built, as a user would: a child process with nothing of the caller's environment but PATH.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))

/** What a command came to. */
export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs it to its end. */
export function runCommand(cwd: string, ...args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '' }
    execFile(process.execPath, [COMMAND, ...args], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}
