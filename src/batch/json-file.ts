/**
 * JSON files of a batch's folder, written whole or not at all.
 *
 * @module
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from '../errors.js'
import { writeFileWhole } from '../process/write-file.js'

/** Into a folder that need not be there yet. Throws what the disk says. */
export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileWhole(file, `${JSON.stringify(value)}\n`)
}

/**
 * What a file holds; null where it is not there.
 *
 * @throws {@link InputError} when it cannot be read.
 */
export function readJson<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new InputError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/** Names of a folder's files with this ending, without it and in order; none where there is no folder. */
export function namesIn(folder: string, ending: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(ending))
    return names.map((name) => name.slice(0, -ending.length)).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
