/**
 * A command as the subject of an eval set.
 *
 * @module
 */
import { statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseWith } from '../check.js'
import { badInput, show } from '../errors.js'
import { readProduced } from '../evalset/produced.js'
import { namedVariables, programEnvironment } from '../process/environment.js'
import { type Command, type Ended, runCommand } from '../process/run-command.js'
import { type ScratchFolder, scratchFolder } from '../process/scratch-folder.js'
import type { Produced } from '../types.js'
import { CommandError } from './command-error.js'
import { type CommandSubjectOptions, commandSubjectSchema, hasInput, NO_CWD, partsOf } from './command-options.js'
import { inWorkspace } from './in-workspace.js'
import type { CommandProduced, CommandSubject, SubjectContext } from './subject.js'

const TIME_LIMIT = 300_000
const OUTPUT_LIMIT = 16 * 1024 * 1024

/**
 * A command as a subject: one run of it a case, without a shell, in a process group of its own. It is given the input, and what
 * it prints is judged.
 *
 * The group is ended (SIGTERM, two seconds later SIGKILL) at the time limit, when the test ends, when it prints too much and when
 * the test run is killed; what it leaves running at its own end is ended too. A process that opens a group or session of its own
 * is out of reach.
 *
 * @returns A subject that rejects with a {@link CommandError} when the command fails: by an exit code that is not accepted, a
 * signal, a limit, or because it cannot be run.
 * @throws {@link InputError} when an option is wrong. The subject rejects with it when the output is not of the form that
 * `output` says.
 * @example
 * ```ts
 * export default commandSubject({ command: ['npx', 'my-agent', '--json'], output: 'json', env: ['MY_AGENT_KEY'] })
 * ```
 */
export function commandSubject(options: CommandSubjectOptions): CommandSubject {
  const { workspace, ...checked } = parseWith(commandSubjectSchema, 'commandSubject', options)
  const run: CommandSubject = (evalCase, context = {}) => runAgent(checked, textOf(evalCase.input), context)
  return workspace === undefined ? run : inWorkspace(workspace, run)
}

function textOf(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
}

async function runAgent(
  options: CommandSubjectOptions,
  text: string,
  context: SubjectContext,
): Promise<CommandProduced> {
  const { command, input = hasInput(command) ? 'file' : 'stdin' } = options
  const folder = input === 'file' ? await scratchFolder() : null
  try {
    const file = folder === null ? null : await writeInput(folder, text)
    const ended = await runCommand(toCommand(options, context, file, text))
    return readAnswer(ended, options)
  } finally {
    await folder?.remove()
  }
}

/** Outside of the workspace, where it would be a change. */
async function writeInput({ path }: ScratchFolder, text: string): Promise<string> {
  const file = join(path, 'input.txt')
  await writeFile(file, text)
  return file
}

function toCommand(
  options: CommandSubjectOptions,
  { signal, workspace }: SubjectContext,
  file: string | null,
  text: string,
): Command {
  const { command, cwd, env = {}, timeLimit = TIME_LIMIT, outputLimit = OUTPUT_LIMIT } = options
  const [program, ...args] = partsOf(command)
  return {
    program,
    args: args.map((arg) => arg.replace(/\{(?:input|workspace)\}/g, (name) => placeFor(name, file, workspace?.path))),
    cwd: placeToRun(cwd, workspace?.path),
    env: programEnvironment(Array.isArray(env) ? namedVariables(env) : (env as Record<string, string>)),
    ...(file === null && { input: text }),
    ...(signal && { signal }),
    timeLimit,
    outputLimit,
  }
}

/** With `input: 'stdin'` an argument keeps its `{input}`. */
function placeFor(name: string, file: string | null, workspace: string | undefined): string {
  if (name === '{input}') return file ?? name
  if (workspace !== undefined) return workspace
  throw badInput('commandSubject', {
    place: '`command`',
    expected: 'without `{workspace}` outside of a workspace',
    received: name,
    hint: 'Give `workspace`, or wrap the subject in `inWorkspace`.',
  })
}

/** A missing folder would look like a missing program. */
function placeToRun(cwd: string | undefined, workspace: string | undefined): string {
  if (workspace !== undefined && cwd === undefined) return workspace
  const path = resolve(cwd ?? '.')
  if (workspace === undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const expected = workspace === undefined ? `a folder (below ${process.cwd()})` : NO_CWD
  throw badInput('commandSubject', { place: '`cwd`', expected, received: cwd })
}

/** @throws {@link CommandError} when the command failed. */
function readAnswer(ended: Ended, options: CommandSubjectOptions): CommandProduced {
  const { stdout, stderr, ending } = ended
  const { exitCodes = [0], output = 'text' } = options
  const agent = `The agent "${nameOf(options.command)}"`
  if (ending.how !== 'exit' || !exitCodes.includes(ending.code)) {
    throw new CommandError(`${agent} ${explain(ended, options)}`, ended)
  }
  const produced = output === 'text' ? { output: stdout.replace(/[\r\n]+$/, '') } : readJson(stdout, agent)
  return { ...produced, exitCode: ending.code, stderr }
}

function explain({ ending }: Ended, options: CommandSubjectOptions): string {
  const { command, timeLimit = TIME_LIMIT, outputLimit = OUTPUT_LIMIT } = options
  switch (ending.how) {
    case 'exit':
      return `ended with exit code ${ending.code}.`
    case 'signal':
      return `was ended by ${ending.signal}, which did not come from here.`
    case 'aborted':
      return 'was ended because the test had ended.'
    case 'time_limit':
      return `was ended because it ran longer than \`timeLimit\` (${timeLimit} ms).`
    case 'output_limit':
      return `was ended because it printed more than \`outputLimit\` (${outputLimit} bytes).`
    case 'not_started':
      return `cannot be run: ${ending.code} for ${show(partsOf(command)[0])}. Give \`command\` as a list of the program and its arguments.`
  }
}

/** The program and a script of its own, without their folders; the other arguments may hold keys. */
function nameOf(command: CommandSubjectOptions['command']): string {
  const [program, script = '-'] = partsOf(command)
  return /^[-{]/.test(script) ? basename(program) : `${basename(program)} ${basename(script)}`
}

function readJson(stdout: string, agent: string): Produced {
  try {
    return readProduced(JSON.parse(stdout.replace(/^\uFEFF/, '')), agent)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badInput(agent, {
      place: 'its standard output',
      expected: "JSON, because of `output: 'json'`",
      received: stdout,
      hint: 'What is no part of the answer belongs on standard error.',
    })
  }
}
