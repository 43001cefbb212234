/**
 * What an agent's run took, in the forms in which services and agents report it.
 *
 * @module
 */
import type { AgentUsage } from '../types.js'
import { type Fields, fieldsOf } from './format.js'

/** Names of one number, the first that is there counts. */
const INPUT = ['input_tokens', 'inputTokens', 'prompt_tokens', 'promptTokens', 'tokens_sent']
const OUTPUT = ['output_tokens', 'outputTokens', 'completion_tokens', 'completionTokens', 'tokens_received']
const COST = ['total_cost_usd', 'cost_usd', 'costUSD', 'instance_cost', 'total_cost', 'cost']
/** Services that report these leave them out of their input tokens. */
const CACHED = [
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'cacheReadInputTokens',
  'cacheCreationInputTokens',
]
const NONE: AgentUsage = {}

/**
 * Reads tokens, cost and time out of the usage objects of OpenAI (Chat Completions and Responses), Anthropic and the AI SDK,
 * out of Claude Code's result, SWE-agent's `info`, {@link AgentUsage} itself, and answers that hold one of them in `usage`.
 *
 * @returns Undefined where none of the numbers is there. Numbers that are negative or not finite count as not there.
 */
export function readAgentUsage(value: unknown): AgentUsage | undefined {
  if (value === undefined) return undefined
  const fields = fieldsOf(value)
  const inner = fieldsOf(fields['info'])['model_stats'] ?? fields['totalUsage'] ?? fields['usage']
  const usage = { ...readFields(fieldsOf(inner)), ...readFields(fields) }
  return Object.keys(usage).length === 0 ? undefined : usage
}

/** The sum of several; a number that any of them does not know is not known. */
export function sumUsage(usages: readonly (AgentUsage | undefined)[]): AgentUsage {
  const sum = (key: keyof AgentUsage): AgentUsage => {
    const numbers = usages.map((usage) => usage?.[key])
    const total = numbers.reduce((a, b) => (a === undefined || b === undefined ? undefined : a + b), 0)
    return total === undefined || numbers.length === 0 ? NONE : { [key]: total }
  }
  return { ...sum('input_tokens'), ...sum('output_tokens'), ...sum('cost_usd'), ...sum('seconds') }
}

function readFields(fields: Fields): AgentUsage {
  return { ...readTokens(fields), ...readModels(fields), ...readCostAndTime(fields) }
}

function readTokens(fields: Fields): AgentUsage {
  const input = findNumber(fields, INPUT)
  const output = findNumber(fields, OUTPUT)
  const cached = CACHED.reduce((sum, name) => sum + (toNumber(fields[name]) ?? 0), 0)
  return {
    ...(input === undefined ? NONE : { input_tokens: input + cached }),
    ...(output === undefined ? NONE : { output_tokens: output }),
  }
}

/** Claude Code's `usage` leaves out what it asks beside its main answer, as for subagents; `modelUsage` does not. */
function readModels(fields: Fields): AgentUsage {
  const models = Object.values(fieldsOf(fields['modelUsage']))
  return sumUsage(models.map((model) => readTokens(fieldsOf(model))))
}

function readCostAndTime(fields: Fields): AgentUsage {
  const cost = findNumber(fields, COST)
  const milliseconds = toNumber(fields['duration_ms'])
  const seconds = toNumber(fields['seconds']) ?? (milliseconds === undefined ? undefined : milliseconds / 1000)
  return {
    ...(cost === undefined ? NONE : { cost_usd: cost }),
    ...(seconds === undefined ? NONE : { seconds }),
  }
}

function findNumber(fields: Fields, names: readonly string[]): number | undefined {
  for (const name of names) {
    const found = toNumber(fields[name])
    if (found !== undefined) return found
  }
  return undefined
}

/** A count, or an object with it in `total`, as models of the AI SDK give them. */
function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'object' ? fieldsOf(value)['total'] : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}
