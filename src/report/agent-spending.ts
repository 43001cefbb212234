/**
 * What the agent under test took: time, and what its subject reports of tokens and cost.
 *
 * @module
 */
import { readAgentUsage } from '../trajectory/usage.js'
import type { AgentUsage, CaseRecord } from '../types.js'

/** What the agent under test took, over all attempts. A figure is null where no attempt reported it. */
export interface AgentSpending {
  /** How often the subject was called. */
  readonly runs: number
  /** How many of the calls reported at least one of the figures. */
  readonly reported: number
  /** Sum of the tokens of those that reported them. */
  readonly input_tokens: number | null
  /** Sum of the tokens of those that reported them. */
  readonly output_tokens: number | null
  /** Sum of the costs in USD of those that reported them. */
  readonly cost_usd: number | null
  /** Sum of the calls' times in milliseconds, also where they ran at the same time; null where no time was taken. */
  readonly ms: number | null
}

/** Sum over the records of all attempts. */
export function sumAgent(records: readonly CaseRecord[]): AgentSpending {
  const figures = records.map(({ agent_usage }) => readAgentUsage(agent_usage) ?? {})
  const sum = (figure: keyof AgentUsage) => sumKnown(figures.flatMap((one) => one[figure] ?? []))
  return {
    runs: records.length,
    reported: figures.filter((one) => Object.keys(one).length > 0).length,
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cost_usd: sum('cost_usd'),
    ms: sumKnown(records.flatMap(({ agent_ms }) => agent_ms ?? [])),
  }
}

function sumKnown(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}
