/**
 * The failure of a command agent.
 *
 * @module
 */
import { JudgeError } from '../errors.js'
import type { Ended } from '../process/run-command.js'
import { stripHidden } from '../text.js'

/** How an agent failed. */
export type CommandFailure = 'exit_code' | 'signal' | 'time_limit' | 'output_limit' | 'aborted' | 'not_started'

/** A command agent did not come to an answer. The fault is the agent's, never the judge's. */
export class CommandError extends JudgeError {
  /** The name of the class. */
  override name = 'CommandError'
  /** How it failed. */
  readonly reason: CommandFailure
  /** Null where it did not end by itself. */
  readonly exitCode: number | null
  /** What it printed, up to `outputLimit`. */
  readonly stdout: string
  /** The last 64 KiB of its standard error. */
  readonly stderr: string

  /** @internal */
  constructor(message: string, { stdout, stderr, ending }: Ended) {
    super(`${message}${lastWords(stderr, stdout)}`)
    this.reason = ending.how === 'exit' ? 'exit_code' : ending.how
    this.exitCode = ending.how === 'exit' ? ending.code : null
    this.stdout = stdout
    this.stderr = stderr
  }

  /** What reports get of it: not the streams, which may be long. */
  toJSON(): object {
    const { name, message, stack, reason, exitCode } = this
    return { name, message, stack, reason, exitCode }
  }
}

const LINES = 12
const LINE = 240

/** The last lines of what it said. They stand behind a bar, so that none of them is taken for a command by what reads the log. */
function lastWords(stderr: string, stdout: string): string {
  const [stream, text] = stderr.trim() === '' ? ['output', stdout] : ['error', stderr]
  const lines = stripHidden(text.slice(-2 * LINES * LINE))
    .trimEnd()
    .split('\n')
  const words = lines.slice(-LINES).map((line) => `\n  | ${line.slice(0, LINE)}`)
  return text.trim() === '' ? '' : ` Its standard ${stream} ends with:${words.join('')}`
}
