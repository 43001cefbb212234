/**
 * Options of a command agent, all of them plain JSON.
 *
 * @module
 */
import { z } from 'zod'
import { milliseconds, wholeNumber } from '../check.js'

/** Which command to run as an agent, and how. */
export interface CommandSubjectOptions {
  /**
   * The program, or the program and its arguments; no shell reads them. A relative path of the program starts at the folder of
   * this process. In arguments `{workspace}` is the path of the workspace, and `{input}` that of a file with the input.
   */
  readonly command: string | readonly [program: string, ...args: string[]]
  /** How it is given the case's input: text as it is, all else as JSON. Default: `file` where an argument has `{input}`, else `stdin`. */
  readonly input?: 'stdin' | 'file'
  /**
   * What its standard output is. `text`: the answer, without line ends at its end. `json`: a string, or an object
   * `{ output, diff?, toolCalls?, usage? }`, as functions return. Default `text`.
   */
  readonly output?: 'text' | 'json'
  /** The folder that it runs in. Default: that of this process. */
  readonly cwd?: string
  /** A folder of which each call gets a copy of its own to work in; see {@link inWorkspace}. Not together with `cwd`. */
  readonly workspace?: string
  /** Variables by name and value, or names of this process's variables to pass on. Besides those that programs need to run there are no others. */
  readonly env?: Readonly<Record<string, string>> | readonly string[]
  /** Milliseconds after which it is ended. Default 300000; the end of the test ends it too. */
  readonly timeLimit?: number
  /** Bytes of standard output; an agent that prints more is ended, and has failed. Default 16777216. */
  readonly outputLimit?: number
  /** Exit codes that are no failure. Default `[0]`. */
  readonly exitCodes?: readonly number[]
}

// The system takes a zero byte for the end of a text.
const argument = z.string().refine((text) => !text.includes('\0'), 'text without zero bytes')
const program = argument.refine((text) => text.trim() !== '', 'a program to run')
const variable = z.string().regex(/^[^=\0]+$/, 'the name of a variable')
const folder = argument.min(1, 'a folder')

/** A longer text cannot be held in all versions of Node. */
const LONGEST_TEXT = 2 ** 28

/** The phrase after "expected `cwd` to be". */
export const NO_CWD = 'absent, because the workspace is the folder that it runs in'

const schema = z
  .strictObject({
    command: z.union([program, z.tuple([program], argument)], {
      error: 'a program, or a list of a program and its arguments such as ["node", "agent.mjs"]',
    }),
    input: z.enum(['stdin', 'file']).optional(),
    output: z.enum(['text', 'json']).optional(),
    cwd: folder.optional(),
    workspace: folder.optional(),
    env: z
      .union([z.record(variable, argument), z.array(variable)], {
        error: 'an object of variables and their values as text, or a list of their names',
      })
      .optional(),
    timeLimit: milliseconds.optional(),
    outputLimit: wholeNumber(`a whole number of bytes from 1 to ${LONGEST_TEXT}`, LONGEST_TEXT).optional(),
    exitCodes: z.array(z.int('an exit code')).min(1, 'a list of exit codes').optional(),
  })
  .refine(({ cwd, workspace }) => cwd === undefined || workspace === undefined, {
    path: ['cwd'],
    error: NO_CWD,
  })
  .refine(({ command, input }) => input !== 'file' || hasInput(command as CommandSubjectOptions['command']), {
    path: ['command'],
    error: 'a list with an argument `{input}`, which becomes the path of the file',
  })

/** Checks {@link CommandSubjectOptions}, also as a part of other options. */
export const commandSubjectSchema: z.ZodType<CommandSubjectOptions> = schema as z.ZodType<CommandSubjectOptions>

/** The program and its arguments. */
export function partsOf(command: CommandSubjectOptions['command']): readonly [program: string, ...args: string[]] {
  return typeof command === 'string' ? [command] : command
}

/** Whether an argument names the file with the input. */
export function hasInput(command: CommandSubjectOptions['command']): boolean {
  const [, ...args] = partsOf(command)
  return args.some((arg) => arg.includes('{input}'))
}
