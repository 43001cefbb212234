/**
 * Runs `vitest-judge calibrate` as built, and reads what it stores.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Calibration } from '../../src/report/calibration.js'
import type { CommandResult } from '../support/run-command.js'

/** The command as built. */
export const COMMAND: string = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url))

/** Where labels.jsonl is stored with the default judge. */
export const STORED = 'evals/calibration/labels.claude-haiku-5-5.json'

/** A header with a rubric of one dimension. */
export const header = {
  mode: 'solo',
  rubric: { dimensions: [{ name: 'clear', weight: 1 }] },
  challenge: 'Explain it.',
}

/** The environment in which the local server is the judge. */
export function apiEnv(url: string): Readonly<Record<string, string>> {
  return { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: url }
}

/** Runs it to its end, with nothing of the caller's environment but PATH. */
export function runCalibrate(cwd: string, args: readonly string[], env: object = {}): Promise<CommandResult> {
  return new Promise((resolve) => {
    const settings = { cwd, env: { PATH: process.env.PATH ?? '', ...env } }
    execFile(process.execPath, [COMMAND, 'calibrate', ...args], settings, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

/** Rows as JSON Lines. */
export function lines(...rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n')
}

/** What was stored. */
export function stored(path: string, file: string = STORED): Calibration {
  return JSON.parse(readFileSync(join(path, file), 'utf8')) as Calibration
}
