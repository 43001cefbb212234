/**
 * Runs a program to its end and leaves no process behind. The one way to run a command: judges, agents and Git.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve as resolvePath } from 'node:path'
// Tests may replace the global ones.
import { clearTimeout, setTimeout } from 'node:timers'
import { endGroup, watchGroup } from './group.js'
import { keepEnd, keepStart } from './kept-output.js'

/** What to run. */
export interface Command {
  /** A name on the `PATH`, or a path; a relative one starts at this process's folder and not at `cwd`. */
  readonly program: string
  readonly args: readonly string[]
  /** The folder that it runs in. */
  readonly cwd: string
  /** All of its environment; see `programEnvironment`. */
  readonly env: Readonly<Record<string, string>>
  /** Written to standard input, which ends then. Default: nothing. */
  readonly input?: string
  /** Ends the program and all that it started. */
  readonly signal?: AbortSignal
  /** Milliseconds after which it is ended. Default: none. */
  readonly timeLimit?: number
  /** Bytes of standard output; a program that prints more is ended. Default 16 MiB. */
  readonly outputLimit?: number
  /** Told of all that it prints, as it comes. */
  readonly show?: (chunk: Buffer, stream: 'stdout' | 'stderr') => void
  /** Of input and streams. `latin1` keeps all bytes apart. Default `utf8`. */
  readonly encoding?: 'utf8' | 'latin1'
}

/** Why a program is no longer running. */
export type Ending =
  | { readonly how: 'exit'; readonly code: number }
  | { readonly how: 'signal'; readonly signal: NodeJS.Signals }
  /** It was ended here. */
  | { readonly how: 'aborted' | 'time_limit' | 'output_limit' }
  /** It never ran; the system's code, such as `ENOENT`. */
  | { readonly how: 'not_started'; readonly code: string }

/** What became of a program. */
export interface Ended {
  /** Up to the limit. */
  readonly stdout: string
  /** Its last 64 KiB. */
  readonly stderr: string
  readonly ending: Ending
}

/** Milliseconds from the request to end to the end by force, and from the program's end to that of its streams. */
const GRACE = 2000
const OUTPUT_LIMIT = 16 * 1024 * 1024
const STDERR_KEPT = 64 * 1024

/**
 * Runs a program in a process group of its own. Whatever ends it ends the whole group, SIGTERM first and SIGKILL after two
 * seconds, and what it started and left behind is ended with it; the promise settles only then. It never rejects.
 */
export async function runCommand(command: Command): Promise<Ended> {
  if (command.signal?.aborted) return neverRan({ how: 'aborted' })
  try {
    return await follow(start(command), command)
  } catch (error) {
    return neverRan(notStarted(error as NodeJS.ErrnoException))
  }
}

function start({ program, args, cwd, env }: Command): ChildProcess {
  const path = /[/\\]/.test(program) ? resolvePath(program) : program
  return spawn(path, args, { cwd, env, detached: process.platform !== 'win32', windowsHide: true })
}

function neverRan(ending: Ending): Ended {
  return { stdout: '', stderr: '', ending }
}

function notStarted({ code, message }: NodeJS.ErrnoException): Ending {
  return { how: 'not_started', code: code ?? message }
}

function follow(child: ChildProcess, command: Command): Promise<Ended> {
  return new Promise((resolve) => {
    const { input = '', signal, timeLimit, outputLimit = OUTPUT_LIMIT, encoding = 'utf8' } = command
    const stdout = keepStart(outputLimit)
    const stderr = keepEnd(STDERR_KEPT)
    const timers: NodeJS.Timeout[] = []
    let stopped: Ending | null = null
    const stop = (how: 'aborted' | 'time_limit' | 'output_limit') => {
      if (stopped !== null) return
      stopped = { how }
      endGroup(child, 'SIGTERM')
      timers.push(setTimeout(() => endGroup(child, 'SIGKILL'), GRACE))
    }
    const abort = () => stop('aborted')
    const unwatch = watchGroup(child)
    signal?.addEventListener('abort', abort, { once: true })
    if (timeLimit !== undefined) timers.push(setTimeout(() => stop('time_limit'), timeLimit))
    const settle = (ending: Ending) => {
      unwatch()
      timers.forEach(clearTimeout)
      signal?.removeEventListener('abort', abort)
      resolve({ stdout: stdout.text(encoding), stderr: stderr.text(encoding), ending })
    }
    child.once('error', (error) => settle(notStarted(error)))
    // Where the system has no more file descriptors, there are no streams.
    child.stdout?.on('data', (chunk: Buffer) => {
      command.show?.(chunk, 'stdout')
      if (!stdout.add(chunk)) stop('output_limit')
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      command.show?.(chunk, 'stderr')
      stderr.add(chunk)
    })
    child.once('exit', () => {
      // What the program started and left behind has nobody to answer to. What left its group too may hold the streams open.
      endGroup(child, 'SIGKILL')
      timers.push(setTimeout(() => [child.stdout, child.stderr].forEach((stream) => void stream?.destroy()), GRACE))
    })
    child.once('close', (code, signal) => settle(stopped ?? endingOf(code, signal)))
    // A program may end without reading all of its input; how it ended says why.
    child.stdin?.on('error', () => {}).end(input, encoding)
  })
}

function endingOf(code: number | null, signal: NodeJS.Signals | null): Ending {
  return code === null ? { how: 'signal', signal: signal ?? 'SIGKILL' } : { how: 'exit', code }
}
