/**
 * Repositories for tests of `vitest-judge init`, outside of this one, for it looks upwards.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type Files, write } from '../support/run-vitest.js'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A repository that goes with the test file. */
export function makeRepository(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'init-'))
  folders.push(folder)
  mkdirSync(join(folder, '.git'))
  write(folder, files)
  return folder
}

/** A package.json that needs nothing more. */
export function manifest(fields: object = {}): string {
  const devDependencies = { vitest: '^4.1.0', 'vitest-judge': '^0.1.0' }
  return JSON.stringify({ name: 'shop', type: 'module', devDependencies, ...fields })
}

/** The text of a file. */
export function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}

/** All paths below a folder. */
export function list(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).toSorted()
}
