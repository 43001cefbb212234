/**
 * The process groups of running programs, and their end with that of this process.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** Programs that run now. */
const running = new Set<ChildProcess>()

/** Reads from a pipe until this process is gone, whatever ended it, and then ends the group. */
const GUARD = 'while read -r _; do :; done; kill -s TERM -- "-$1"; sleep 2; kill -s KILL -- "-$1"'

/**
 * Sees to it that a program, started in a group of its own, does not outlive this process: it does not see Ctrl-C. A normal end
 * and a lost parent are seen here; for all else (SIGKILL, a terminated worker thread) there is a guard outside of this process.
 *
 * @returns What ends the watch.
 */
export function watchGroup(child: ChildProcess): () => void {
  if (running.size === 0) process.on('exit', endAll).on('disconnect', endAll)
  running.add(child)
  const guard = child.pid === undefined || process.platform === 'win32' ? null : startGuard(child.pid)
  return () => {
    guard?.kill('SIGKILL')
    running.delete(child)
    if (running.size === 0) process.off('exit', endAll).off('disconnect', endAll)
  }
}

function startGuard(group: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', String(group)], {
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH },
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {}).unref()
  const pipe = guard.stdin as Socket | undefined
  pipe?.on('error', () => {}).unref()
  return guard
}

/** A worker whose parent is gone would wait for its programs, and they for nobody. */
function endAll(): void {
  for (const child of running) endGroup(child, 'SIGKILL')
}

/** The whole group, for the program may have started others. On Windows, which has no groups, the program alone. */
export function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}
