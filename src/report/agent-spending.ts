/**
 * What the agent under test took: time, and what its subject reports of tokens and cost.
 *
 * @module
 */
import { showCount } from '../text.js'
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
  /** Outputs that a batch had kept and for which the subject was not called, and when the first of them was kept (ISO 8601). */
  readonly kept?: { readonly outputs: number; readonly since: string }
}

/** Sum over the records of all attempts. What a kept output once took is no part of it. */
export function sumAgent(all: readonly CaseRecord[]): AgentSpending {
  const records = all.filter(({ output_from }) => output_from === undefined)
  const kept = all.filter(({ output_from }) => output_from === 'batch')
  const [since = ''] = kept.flatMap(({ output_kept_at }) => output_kept_at ?? []).sort()
  const figures = records.map(({ agent_usage }) => readAgentUsage(agent_usage) ?? {})
  const sum = (figure: keyof AgentUsage) => sumKnown(figures.flatMap((one) => one[figure] ?? []))
  return {
    runs: records.length,
    reported: figures.filter((one) => Object.keys(one).length > 0).length,
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cost_usd: sum('cost_usd'),
    ms: sumKnown(records.flatMap(({ agent_ms }) => agent_ms ?? [])),
    ...(kept.length > 0 && { kept: { outputs: kept.length, since } }),
  }
}

/** `2 outputs kept by the batch of 2026-11-30, the agent was not run for them`; null where the agent was run for all. */
export function describeKept({ kept }: AgentSpending): string | null {
  if (kept === undefined) return null
  const isOne = kept.outputs === 1
  const outputs = `${showCount(kept.outputs)} ${isOne ? 'output' : 'outputs'}`
  return `${outputs} kept by the batch of ${kept.since.slice(0, 10)}, the agent was not run for ${isOne ? 'it' : 'them'}`
}

function sumKnown(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0)
}
