/**
 * One command at a time works in the folder of a batch.
 *
 * @module
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { JudgeError } from '../errors.js'

/**
 * Takes the lock. That of a process which is gone is taken over.
 *
 * @returns What gives it back.
 * @throws {@link JudgeError} when another command has it.
 */
export function takeLock(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  const own = JSON.stringify({ pid: process.pid, host: hostname() })
  for (let tries = 1; ; tries++) {
    try {
      writeFileSync(file, own, { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (tries > 3 || !isGone(holder)) throw new JudgeError(describe(file, holder))
    discard(file, holder)
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isGone(holder: string): boolean {
  try {
    const { pid, host } = JSON.parse(holder) as { pid: number; host: string }
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Of two that take over at once only one gets the file, and it sees whether it was the dead one's. */
function discard(file: string, holder: string): void {
  const away = `${file}.${process.pid}`
  try {
    renameSync(file, away)
    if (readHolder(away) !== holder) renameSync(away, file)
    rmSync(away, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function describe(file: string, holder: string): string {
  return `Another command works with this batch (${holder || 'unknown'}). Wait for its end; where there is none any more, remove ${file}.`
}
