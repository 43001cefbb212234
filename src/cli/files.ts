/**
 * Files in somebody's repository: new ones are never written over what is there, changed ones whole or not at all.
 *
 * @module
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { InputError } from '../errors.js'
import { writeFileWhole } from '../process/write-file.js'

/**
 * Reads a text.
 *
 * @throws {@link InputError}
 */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

/** Whether something of that name is there, a link to nowhere included. */
export function isTaken(file: string): boolean {
  try {
    lstatSync(file)
    return true
  } catch {
    return false
  }
}

/** What stands in the way of a folder, or null: a file, or a link to nowhere. */
export function findObstacle(folder: string): string | null {
  if (existsSync(folder)) return statSync(folder).isDirectory() ? null : folder
  return isTaken(folder) ? folder : findObstacle(dirname(folder))
}

/** Writes a file that is not there, with its folder. Throws where it is. */
export function writeNew(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const handle = openSync(file, 'wx')
  try {
    writeFileSync(handle, text)
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

/** Changes a file; of a link what it points to. Its mode stays, and where it is read-only it does, too. */
export function rewrite(file: string, text: string): void {
  const target = realpathSync(file)
  accessSync(target, constants.W_OK)
  writeFileWhole(target, text, { mode: statSync(target).mode })
}
