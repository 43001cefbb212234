/**
 * Processes that tests start through what they test.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'

/** Whether a process is there. One that was ended and not yet waited for is not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\sZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** The process ids that a program wrote into a file, one a line; those that still run. */
export function runningIn(file: string): number[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8').trim().split('\n').map(Number).filter(isRunning)
}

/** The processes that another one started; empty where there is no `/proc`. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
