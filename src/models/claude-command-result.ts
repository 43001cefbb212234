/**
 * What the `claude` command prints: one JSON result, also when it failed.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { Ended } from '../process/run-command.js'
import { oneLine } from '../text.js'
import type { UnjudgedReason, Usage } from '../types.js'
import { addUsage, NO_USAGE } from '../usage.js'
import { type MessagesUsage, readUsage } from './messages-usage.js'
import type { JudgeReply, StopKind } from './model.js'
import { reasonOfStatus } from './status.js'

/** What is read of a result. */
interface Result {
  readonly type: 'result'
  readonly subtype?: string
  readonly is_error?: boolean
  readonly result?: string
  readonly structured_output?: unknown
  readonly stop_reason?: string | null
  readonly api_error_status?: number | null
  readonly errors?: readonly string[]
  readonly usage?: MessagesUsage
  /** By model id. `usage` leaves out what the command asks beside its main answer, this does not. */
  readonly modelUsage?: Readonly<Record<string, ModelUsage>>
}

interface ModelUsage {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cacheReadInputTokens?: number
  readonly cacheCreationInputTokens?: number
}

const QUOTED = 200
const STOPS: Readonly<Record<string, StopKind>> = {
  refusal: 'refused',
  max_tokens: 'truncated',
  model_context_window_exceeded: 'truncated',
}
/** Ways to fail that were billed and are about the answer, not about the call. */
const NO_ANSWERS = ['error_max_structured_output_retries', 'error_max_turns']

/**
 * The reply in what the command printed.
 *
 * @throws {@link CallError} when it printed no result, or one that tells of a failed call.
 */
export function readCommandResult(ended: Ended, program: string, id: string): JudgeReply {
  if (ended.ending.how === 'aborted') {
    throw new CallError('aborted', `${program} was ended before its answer was complete.`)
  }
  const result = findResult(ended.stdout)
  if (result === null) throw noResult(ended, program)
  const { subtype = 'success', structured_output } = result
  const text = result.result ?? (structured_output === undefined ? '' : JSON.stringify(structured_output))
  const reply = { value: null, text, usage: usageOf(result, program), servedBy: servedBy(result) ?? id }
  const reason = result.stop_reason ?? ''
  const stop = STOPS[reason]
  if (stop !== undefined) return { ...reply, stop, detail: reason }
  if (NO_ANSWERS.includes(subtype)) return { ...reply, stop: 'unparsable', detail: subtype }
  if (result.is_error || subtype !== 'success') throw failure(result, program, text)
  if (structured_output === undefined) return { ...reply, stop: 'unparsable' }
  return { ...reply, stop: 'ok', value: structured_output }
}

function noResult({ stdout, stderr, ending }: Ended, program: string): CallError {
  if (ending.how === 'not_started') {
    return new CallError('fatal', `"${program}" cannot be run: ${ending.code}. Give its path in \`command\`.`)
  }
  const words = oneLine(stderr || stdout || 'nothing', QUOTED)
  if (ending.how !== 'exit') return new CallError('transient', `${program} was ended without a result: ${words}`)
  return new CallError('rejected', `${program} ended with ${ending.code} and without a result: ${words}`)
}

/** With a verbose set-up the result is the last entry of a list. */
function findResult(stdout: string): Result | null {
  try {
    const printed = JSON.parse(stdout) as unknown
    return (Array.isArray(printed) ? printed : [printed]).findLast(isResult) ?? null
  } catch {
    return null
  }
}

function isResult(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'result'
}

function failure({ subtype, api_error_status, errors = [] }: Result, program: string, text: string): CallError {
  const words = oneLine([...errors, text].find((one) => one !== '') ?? 'no message', QUOTED)
  const status = api_error_status ?? undefined
  const reason: UnjudgedReason =
    subtype === 'error_max_budget_usd' ? 'budget' : status === undefined ? 'rejected' : reasonOfStatus(status)
  return new CallError(reason, `${program} failed (${status ?? subtype}): ${words}`, {
    ...(status !== undefined && { status }),
  })
}

function usageOf({ usage, modelUsage = {} }: Result, program: string): Usage {
  const models = Object.values(modelUsage)
  if (models.length > 0) return models.map(modelTokens).reduce(addUsage, NO_USAGE)
  return readUsage(usage, `${program} answered`)
}

function modelTokens(tokens: ModelUsage): Usage {
  const { inputTokens = 0, outputTokens = 0, cacheReadInputTokens = 0, cacheCreationInputTokens = 0 } = tokens
  return {
    input: inputTokens + cacheReadInputTokens + cacheCreationInputTokens,
    output: outputTokens,
    cache_read: cacheReadInputTokens,
    cache_write: cacheCreationInputTokens,
    cache_write_1h: 0,
  }
}

/** The model that wrote most: the command asks small ones for side matters. */
function servedBy({ modelUsage = {} }: Result): string | undefined {
  const models = Object.entries(modelUsage).sort(([, a], [, b]) => (b.outputTokens ?? 0) - (a.outputTokens ?? 0))
  return models[0]?.[0]
}
