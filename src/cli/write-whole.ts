/**
 * Writes files whole or not at all.
 *
 * @module
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What was judged is worth more than a file, so a failure is told and the rest goes on.
 *
 * @returns The exit code.
 */
export function writeWhole(file: string, text: string): number {
  const partial = `${file}.${process.pid}.partial`
  try {
    writeFileSync(partial, `${text.trimEnd()}\n`)
    renameSync(partial, file)
    return 0
  } catch (error) {
    rmSync(partial, { force: true })
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
