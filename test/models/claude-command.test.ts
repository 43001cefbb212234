import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { claudeCommand } from '../../src/models/claude-command.js'
import type { Usage } from '../../src/types.js'
import { newFolder } from '../broker/brokers.js'
import { outcomeOf, question } from '../support/claude-calls.js'
import { isRunning } from '../support/processes.js'
import { good, holdsTheContract, type Transport, type Turn } from './contract.js'

const STAND_IN = fileURLToPath(new URL('../support/stand-in-claude.mjs', import.meta.url))

/** What the stand-in prints in one run, and how it ends. */
interface Run {
  readonly stdout?: string
  readonly stderr?: string
  readonly code?: number
  readonly hang?: 'yes' | 'stubborn'
}

/** How the stand-in was run. */
interface Call {
  readonly args: readonly string[]
  readonly input: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly pids: readonly number[]
}

function standIn(runs: readonly Run[], model?: string) {
  const folder = newFolder()
  for (const [index, run] of runs.entries()) writeFileSync(join(folder, `turn-${index}.json`), JSON.stringify(run))
  const calls = () => readdirSync(folder).filter((name) => name.startsWith('call-'))
  return {
    model: claudeCommand({
      command: [process.execPath, STAND_IN],
      env: { STAND_IN_FOLDER: folder },
      ...(model !== undefined && { model }),
    }),
    asked: () => calls().length,
    call: (index = 0): Call => JSON.parse(readFileSync(join(folder, `call-${index}.json`), 'utf8')),
  }
}

const tokens = { input_tokens: 5, output_tokens: 20, cache_read_input_tokens: 40, cache_creation_input_tokens: 30 }
const usage: Usage = { input: 75, output: 20, cache_read: 40, cache_write: 30, cache_write_1h: 0 }

function printed(result: object): Run {
  return { stdout: JSON.stringify({ type: 'result', subtype: 'success', is_error: false, usage: tokens, ...result }) }
}

function runOf(turn: Turn): Run {
  if (turn.does === 'answer') return printed({ structured_output: turn.value, result: 'Done.' })
  if (turn.does === 'refuse') return printed({ stop_reason: 'refusal', result: '' })
  return turn.does === 'cut' ? printed({ stop_reason: 'max_tokens', result: '{"sco' }) : { hang: 'yes' }
}

holdsTheContract('the claude command', async (turns): Promise<Transport> => {
  const { model, asked, call } = standIn(turns.map(runOf))
  const gone = () => expect.poll(() => call().pids.filter(isRunning), { timeout: 10_000 }).toEqual([])
  return { model, usage, asked, gone: () => Promise.resolve(gone()) }
})

const ask = (runs: readonly Run[], signal = AbortSignal.timeout(20_000)) =>
  outcomeOf(standIn(runs).model.judge(question, { signal }))

describe('the command', () => {
  it('is run with the flags that keep it to one answer, and the question on its standard input', async () => {
    const { model, call } = standIn([printed({ structured_output: good })])
    const request = { ...question, system: [{ text: 'contract' }, { text: 'task' }] }
    await model.judge(request, { signal: AbortSignal.timeout(20_000) })
    const { args, input } = call()
    expect(args.join(' ').replace(JSON.stringify(question.schema), '<schema>')).toMatchInlineSnapshot(
      `"-p --output-format json --json-schema <schema> --model claude-haiku-5-5 --effort low --tools  --disallowedTools mcp__* --strict-mcp-config --no-session-persistence --system-prompt contract"`,
    )
    expect(input).toBe('task\n\nJudge this.')
  })

  it('is given two megabytes of prompt', async () => {
    const { model, call } = standIn([printed({ structured_output: good })])
    const text = 'é'.repeat(1_000_000)
    await model.judge({ ...question, user: [{ text }] }, { signal: AbortSignal.timeout(20_000) })
    expect(call().input).toBe(text)
  })

  it('sees no key of the environment, and runs in an empty folder that is gone afterwards', async () => {
    vi.stubEnv('SOME_API_KEY', 'secret')
    const { model, call } = standIn([printed({ structured_output: good })])
    await model.judge(question, { signal: AbortSignal.timeout(20_000) })
    const { env, cwd } = call()
    expect(Object.keys(env)).toContain('PATH')
    expect(Object.keys(env)).not.toContain('SOME_API_KEY')
    expect(Object.keys(env).filter((name) => /anthropic|claude|vitest|node/i.test(name))).toEqual([])
    expect(existsSync(cwd)).toBe(false)
  })

  it('is ended by force when it does not end by itself, with all that it started', async () => {
    const { model, call, asked } = standIn([{ hang: 'stubborn' }])
    const test = new AbortController()
    const judging = outcomeOf(model.judge(question, { signal: test.signal }))
    await expect.poll(asked, { timeout: 10_000 }).toBe(1)
    test.abort()
    expect(await judging).toMatchObject({ reason: 'aborted' })
    await expect.poll(() => call().pids.filter(isRunning), { timeout: 10_000 }).toEqual([])
  })

  it('is not started when the test is over already', async () => {
    const { model, asked } = standIn([])
    expect(await outcomeOf(model.judge(question, { signal: AbortSignal.abort() }))).toMatchObject({ reason: 'aborted' })
    expect(asked()).toBe(0)
  })
})

describe('what the command prints', () => {
  it('is read where a verbose set-up makes it a list', async () => {
    const { stdout = '' } = printed({ structured_output: good })
    expect(await ask([{ stdout: `[{"type":"system"},${stdout}]` }])).toMatchObject({ stop: 'ok', value: good })
  })

  it('is left to the reader of free text where it has no structured output', async () => {
    expect(await ask([printed({ result: 'So: {"a":1}' })])).toMatchObject({ stop: 'unparsable', text: 'So: {"a":1}' })
  })

  it('counts the tokens of all models, and names the one that wrote most', async () => {
    const modelUsage = {
      'claude-haiku-5-5': { inputTokens: 10, outputTokens: 2 },
      'claude-opus-5-5': { inputTokens: 3, outputTokens: 50, cacheReadInputTokens: 7, cacheCreationInputTokens: 5 },
    }
    expect(await ask([printed({ structured_output: good, modelUsage })])).toMatchObject({
      usage: { input: 25, output: 52, cache_read: 7, cache_write: 5, cache_write_1h: 0 },
      servedBy: 'claude-opus-5-5',
    })
  })

  it('is no answer, but billed, where the answer never fitted the schema', async () => {
    const run = printed({ subtype: 'error_max_structured_output_retries', is_error: true })
    expect(await ask([{ ...run, code: 1 }])).toMatchObject({ stop: 'unparsable', usage })
  })

  it.each<[string, Run, string]>([
    [
      'an overload',
      { ...printed({ is_error: true, api_error_status: 529, result: 'Overloaded' }), code: 1 },
      'overloaded',
    ],
    [
      'a missing log-in',
      { ...printed({ is_error: true, api_error_status: 401, result: 'Please log in' }), code: 1 },
      'fatal',
    ],
    ['a failure of the service', { ...printed({ is_error: true, api_error_status: 500 }), code: 1 }, 'transient'],
    ['its own budget', { ...printed({ subtype: 'error_max_budget_usd', is_error: true }), code: 1 }, 'budget'],
    [
      'any other failure',
      { ...printed({ subtype: 'error_during_execution', errors: ['Broken.'] }), code: 1 },
      'rejected',
    ],
    ['a flag that it does not know', { stderr: "error: unknown option '--tools'", code: 1 }, 'rejected'],
    ['nothing at all', {}, 'rejected'],
    ['something else', { stdout: 'Welcome!' }, 'rejected'],
  ])('tells of %s', async (_what, run, reason) => {
    const outcome = await ask([run])
    expect(outcome).toMatchObject({ reason })
    expect(outcome.message).toMatch(/^.+(?:failed|ended with \d)/)
  })
})

describe('the set-up', () => {
  it('names a program that cannot be run', async () => {
    const model = claudeCommand({ command: './no-such-claude' })
    expect(await outcomeOf(model.judge(question, { signal: AbortSignal.timeout(9000) }))).toMatchObject({
      reason: 'fatal',
      message: '"./no-such-claude" cannot be run: ENOENT. Give its path in `command`.',
    })
  })

  it('refuses a missing command and an unknown tier', () => {
    expect(() => claudeCommand({ command: '' })).toThrowErrorMatchingInlineSnapshot(
      `[InputError: claudeCommand: expected \`command\` to be a program to run, but received "".]`,
    )
    expect(() => claudeCommand({ command: 'x', model: 'tier-huge' })).toThrow('the name to be one of tier-fast')
  })

  it('resolves tiers, and is recorded apart from the Messages API', () => {
    const { id, settings } = claudeCommand({ command: 'claude', model: 'tier-balanced' })
    expect({ id, settings }).toEqual({
      id: 'claude-sonnet-5-5',
      settings: { transport: 'claude-command', effort: 'medium' },
    })
  })
})
