/**
 * The one way to write a file that is there whole or not at all.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes beside the file and renames, so that a kill leaves the old one or the new one.
 *
 * @throws Error of the file system.
 */
export function writeFileWhole(file: string, text: string, options: { readonly mode?: number } = {}): void {
  const draft = `${file}.${randomUUID()}.tmp`
  try {
    writeFileSync(draft, text, { ...options, flag: 'wx' })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
