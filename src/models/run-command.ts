/**
 * Runs a program for one answer and leaves nothing behind: no process, no folder.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CallError } from '../errors.js'

/** What to run. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Written to standard input. */
  readonly input: string
  /** Added to the few variables that programs need. */
  readonly env: Readonly<Record<string, string>>
  /** Ends the program and all that it started. */
  readonly signal: AbortSignal
}

/** How a program ended. */
export interface Ended {
  readonly stdout: string
  readonly stderr: string
  /** Null when a signal ended it. */
  readonly code: number | null
}

/** Everything else of the environment, keys above all, is none of the program's business. */
const KEPT =
  /^(?:path|home|user|logname|lang|lc_\w+|term|tmpdir|shell|tz|xdg_\w+|(?:https?|no)_proxy|systemroot|comspec|pathext|temp|tmp|userprofile|appdata|localappdata|programdata)$/i
/** Milliseconds from the request to end to the end by force. */
const GRACE = 2000
/** Most characters that are read of either stream; a longer answer ends the program. */
const MAX_OUTPUT = 16 * 1024 * 1024

/** Programs that run now; they are ended with this process. */
const running = new Set<ChildProcess>()

/**
 * Runs a program in an empty folder of its own, in a process group of its own. An abort ends the whole group, and the promise
 * settles only when the program is gone.
 *
 * @throws {@link CallError} `fatal` when the program cannot be started, `aborted` when the signal fired before.
 */
export async function runCommand(command: Command): Promise<Ended> {
  if (command.signal.aborted)
    throw new CallError('aborted', `"${command.program}" was not run: the question was withdrawn.`)
  const cwd = await mkdtemp(join(tmpdir(), 'vitest-judge-'))
  try {
    return await runIn(cwd, command)
  } finally {
    await rm(cwd, { recursive: true, force: true, maxRetries: 3 })
  }
}

function runIn(cwd: string, { program, args, input, env, signal }: Command): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const detached = process.platform !== 'win32'
    const child = spawn(program, args, { cwd, detached, env: { ...keptEnvironment(), ...env }, windowsHide: true })
    const out = { stdout: '', stderr: '' }
    let force: NodeJS.Timeout | undefined
    const stop = () => {
      end(child, 'SIGTERM')
      force ??= setTimeout(() => end(child, 'SIGKILL'), GRACE)
    }
    watch(child)
    signal.addEventListener('abort', stop, { once: true })
    const settle = () => {
      unwatch(child)
      clearTimeout(force)
      signal.removeEventListener('abort', stop)
    }
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (out[name].length < MAX_OUTPUT) out[name] += text
        else stop()
      })
    }
    child.once('error', (error: NodeJS.ErrnoException) => {
      settle()
      reject(
        new CallError(
          'fatal',
          `"${program}" cannot be run: ${error.code ?? error.message}. Give its path in \`command\`.`,
        ),
      )
    })
    // What the program started and left behind has nobody to answer to.
    child.once('exit', () => end(child, 'SIGKILL'))
    child.once('close', (code) => {
      settle()
      resolve({ ...out, code })
    })
    // A program may end without reading all of its input; how it ended says why.
    child.stdin.on('error', () => {}).end(input)
  })
}

function keptEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)))
}

/** A process group does not see Ctrl-C, so it is told when this process ends. */
function watch(child: ChildProcess): void {
  if (running.size === 0) process.on('exit', endAll)
  running.add(child)
}

function unwatch(child: ChildProcess): void {
  running.delete(child)
  if (running.size === 0) process.off('exit', endAll)
}

function endAll(): void {
  for (const child of running) end(child, 'SIGKILL')
}

/** The whole group, for the program may have started others. */
function end(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // It has ended by itself.
  }
}
