/**
 * Claude by way of the `claude` command in its print mode: for those who have a log-in and no key.
 *
 * @module
 */
import { badInput, CallError } from '../errors.js'
import { readCommandResult } from './claude-command-result.js'
import { resolveModel } from './claude-models.js'
import type { JudgeModel, JudgeRequest } from './model.js'
import { runCommand } from './run-command.js'

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
      const ended = await runCommand({ program, args, input: inputOf(request), env, signal })
      if (signal.aborted) throw new CallError('aborted', `${program} was ended before its answer was complete.`)
      return readCommandResult(ended, program, id)
    },
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
