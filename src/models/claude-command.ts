/**
 * Claude by way of the `claude` command in its print mode: for those who have a log-in and no key.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { programEnvironment } from '../process/environment.js'
import { type Command, type Ended, runCommand } from '../process/run-command.js'
import { scratchFolder } from '../process/scratch-folder.js'
import { readCommandResult } from './claude-command-result.js'
import { resolveModel } from './claude-models.js'
import type { JudgeModel, JudgeRequest } from './model.js'

/** Which command to run. */
export interface ClaudeCommandOptions {
  /** The program, or the program and its first arguments: `claude`, `['claude', '--safe-mode']`. Nothing is run by default. */
  readonly command: string | readonly [program: string, ...args: string[]]
  /** A tier or a model id. Default `tier-fast`. */
  readonly model?: string
  /** Variables for the command besides those that programs need to run; no others reach it. Default none. */
  readonly env?: Readonly<Record<string, string>>
}

/**
 * The `claude` command as a judge: one run of it a call, with the prompt on its standard input, no tools, no MCP servers, no
 * session, in an empty folder. Its tokens count as the command reports them; it knows no limit for an answer's length.
 *
 * Thinking cannot be turned off there, so its answers are recorded apart from those of {@link claudeModel}.
 *
 * @throws {@link InputError} when `command` names no program, or the model is an unknown tier.
 * @example
 * ```ts
 * vitestJudge({ judge: claudeCommand({ command: 'claude' }) })
 * ```
 */
export function claudeCommand({ command, model = 'tier-fast', env = {} }: ClaudeCommandOptions): JudgeModel {
  const [program, ...first] = typeof command === 'string' ? [command] : command
  if (typeof program !== 'string' || program === '') {
    throw badInput('claudeCommand', { place: '`command`', expected: 'a program to run', received: command })
  }
  const { id, settings } = resolveModel(model)
  const { effort } = settings
  return {
    id,
    settings: { transport: 'claude-command', ...(effort && { effort }) },
    ...(id !== model && { alias: model }),
    async judge(request, { signal }) {
      const args = [...first, ...flags(request, id, effort)]
      const ended = await runApart({ program, args, input: inputOf(request), env: programEnvironment(env), signal })
      return readCommandResult(ended, program, id)
    },
  }
}

/** Runs it in an empty folder. */
async function runApart(command: Omit<Command, 'cwd'>): Promise<Ended> {
  const folder = await scratchFolder()
  try {
    return await runCommand({ ...command, cwd: folder.path })
  } finally {
    await folder.remove()
  }
}

/** Of a question only the contract and the schema stand in arguments, which all users of the machine can read. */
function flags({ system: [contract], schema }: JudgeRequest, id: string, effort: string | undefined): string[] {
  return [
    '-p',
    ...['--output-format', 'json', '--json-schema', JSON.stringify(schema), '--model', id],
    ...(effort === undefined ? [] : ['--effort', effort]),
    ...['--tools', '', '--disallowedTools', 'mcp__*', '--strict-mcp-config', '--no-session-persistence'],
    ...(contract === undefined ? [] : ['--system-prompt', contract.text]),
  ]
}

function inputOf({ system: [, ...shared], user }: JudgeRequest): string {
  return [...shared, ...user].map(({ text }) => text).join('\n\n')
}
