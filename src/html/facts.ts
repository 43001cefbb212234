/**
 * Where a verdict comes from and what it took, in words.
 *
 * @module
 */
import { describeKept, sumAgent } from '../report/agent-spending.js'
import { describeGit } from '../report/gate-line.js'
import type { RunResults } from '../report/results.js'
import { showAmount, showFraction } from '../score-text.js'
import { oneLine } from '../text.js'
import type { CaseRecord, JudgedWith, Provenance } from '../types.js'
import type { Fact } from './report-data.js'

/** A judgement, or as much of one as a record has. */
export type Judged = Partial<Provenance & JudgedWith>

/** Who judged, by which prompt, asked or recorded, and what it took. */
export function describeJudged(judged: Judged): Fact[] {
  const { model = null, model_alias, served_by = null, prompt_version = null, sampling } = judged
  if (model === null) return [['judge', 'no model']]
  const alias = model_alias === undefined ? '' : ` (${oneLine(model_alias, 40)})`
  const spread = sampling === undefined ? '' : `, spread ${showFraction(sampling.spread)}`
  return [
    ['judge', `${oneLine(model, 80)}${alias}`],
    ...(served_by === null || served_by === model ? [] : [['served by', oneLine(served_by, 80)] as const]),
    ...(prompt_version === null ? [] : [['prompt', oneLine(prompt_version, 80)] as const]),
    ...(sampling === undefined ? [] : [['samples', `${sampling.samples} each${spread}`] as const]),
    ...describeSpending(judged),
  ]
}

/** Requests, tokens and cost: of this run, and of recordings apart. */
export function describeSpending(spent: Partial<Omit<Judged, 'settings'>>): Fact[] {
  const { requests = 0, failed_requests = 0, token_usage, recorded_usage, cost_usd, recorded_cost_usd } = spent
  const asked = requests > 0 || failed_requests > 0
  const failed = failed_requests > 0 ? `, ${showAmount(failed_requests)} failed` : ''
  const tokens = (usage: typeof token_usage) => showAmount((usage?.input ?? 0) + (usage?.output ?? 0))
  const isRecorded = (recorded_usage?.input ?? 0) > 0
  return [
    ...(asked
      ? [['requests', `${showAmount(requests)}${failed}`] as const, ['tokens', tokens(token_usage)] as const]
      : []),
    ...(isRecorded
      ? [['from recordings', `${tokens(recorded_usage)} tokens, ${showCost(recorded_cost_usd)} then`] as const]
      : []),
    ['cost', showCost(cost_usd)],
  ]
}

/** `0.0123 USD`. */
export function showCost(cost: number | null | undefined): string {
  return cost === null || cost === undefined ? 'not known' : `${showAmount(cost)} USD`
}

/** All of this for a case, and what its agent took. */
export function describeRecord(record: CaseRecord): Fact[] {
  const { retry, repeat } = record
  const agent = sumAgent([record])
  const { input_tokens, output_tokens, cost_usd, ms } = agent
  const kept = describeKept(agent)
  const tokens = input_tokens === null && output_tokens === null ? null : (input_tokens ?? 0) + (output_tokens ?? 0)
  return [
    ...describeJudged(record),
    ...(kept === null ? [] : [['agent', kept] as const]),
    ...(ms === null ? [] : [['agent took', showTime(ms)] as const]),
    ...(tokens === null ? [] : [['agent tokens', showAmount(tokens)] as const]),
    ...(cost_usd === null ? [] : [['agent cost', showCost(cost_usd)] as const]),
    ...describeAttempt(retry, repeat),
  ]
}

/** Which attempt it was, where it was not the first. */
export function describeAttempt(retry: number, repeat: number): Fact[] {
  return [
    ...(retry > 0 ? [['retry', `${retry}`] as const] : []),
    ...(repeat > 0 ? [['repeat', `${repeat}`] as const] : []),
  ]
}

/** Where and when a run took place, and what it took. */
export function describeRun({ run, usage, agent, unjudged }: RunResults): Fact[] {
  const { checks, cases } = unjudged
  const kept = describeKept(agent)
  const open = [`${checks} ${checks === 1 ? 'check' : 'checks'}`, `${cases} ${cases === 1 ? 'case' : 'cases'}`]
  return [
    ['started', run.started],
    ['took', showTime(run.duration_ms)],
    ...(run.git === undefined ? [] : [['commit', describeGit(run.git).replace(/^commit /, '')] as const]),
    ...describeSpending(usage),
    ...(kept === null ? [] : [['agent', kept] as const]),
    ...(agent.ms === null ? [] : [['agent', showTime(agent.ms)] as const]),
    ...(agent.cost_usd === null ? [] : [['agent cost', showCost(agent.cost_usd)] as const]),
    ...(checks + cases > 0 ? [['unjudged', open.join(', ')] as const] : []),
    ['vitest-judge', run.vitest_judge],
    ['Vitest', run.vitest],
    ['Node', run.node],
  ]
}

/** `420 ms`, `12.3 s`. */
function showTime(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}
