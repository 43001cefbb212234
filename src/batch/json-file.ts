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
export function writeJson(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileWhole(file, `${JSON.stringify(value)}\n`)
}

/**
 * The object that a file holds; null where it is not there.
 *
 * @param wayOut - What to do where it cannot be read.
 * @throws {@link InputError} with that.
 */
export function readJson<T extends object>(file: string, wayOut: string): T | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value === 'object' && value !== null) return value as T
    throw new Error(`it holds ${value}`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new InputError(`Cannot read ${file}: ${(error as Error).message}. It was changed or cut by others. ${wayOut}`)
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
