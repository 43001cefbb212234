/**
 * Writes files whole or not at all.
 *
 * @module
 */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileWhole } from '../process/write-file.js'

/**
 * What was judged is worth more than a file, so a failure is told and the rest goes on.
 *
 * @returns The exit code.
 */
export function writeWhole(file: string, text: string): number {
  try {
    writeFileWhole(file, `${text.trimEnd()}\n`)
    return 0
  } catch (error) {
    console.error(`vitest-judge: cannot write ${file}: ${(error as Error).message}`)
    return 2
  }
}

/** {@link writeWhole} into a folder that need not be there yet. */
export function writeBelow(file: string, text: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch (error) {
    console.error(`vitest-judge: cannot make a folder for ${file}: ${(error as Error).message}`)
    return 2
  }
  return writeWhole(file, text)
}
