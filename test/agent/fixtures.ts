/**
 * Fixtures for workspaces, and agents that change them.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { type Workspace, workspace } from '../../src/agent/workspace.js'
import { newFolder } from '../broker/brokers.js'
import type { Files } from '../support/run-vitest.js'

// Each look at a workspace runs Git several times, on machines that do other things too.
vi.setConfig({ testTimeout: 60_000 })

/** A folder with files, removed after the test. */
export function fixture(
  files: Files = { 'src/app.js': 'const answer = 41\n', 'notes.txt': 'one\ntwo\nthree\n' },
): string {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) write(folder, name, text)
  return folder
}

/** Writes one file below a folder. */
export function write(folder: string, name: string, text: string | Buffer): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}

/** A workspace that is removed after the test. */
export async function openWorkspace(folder = fixture()): Promise<Workspace> {
  const opened = await workspace(folder)
  onTestFinished(() => opened.dispose())
  return opened
}

/** Git as an agent calls it: with the user's configuration, which is none here. */
export function git(cwd: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
