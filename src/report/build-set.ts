/**
 * The result of one eval set, from the records of its cases.
 *
 * @module
 */
import { settleCases } from '../evalset/case.js'
import type { EvalMode } from '../evalset/defaults.js'
import { type GateContext, gateSet } from '../evalset/gate.js'
import { judgeCase } from '../evalset/outcome.js'
import { tallyTrials } from '../evalset/pass.js'
import type { GateReason, ReasonKind } from '../evalset/reasons.js'
import { resolveGate } from '../evalset/rule.js'
import { scoreCases } from '../evalset/trials.js'
import { recommendActions } from '../scoring/actions.js'
import { aggregateScores, averageCategories, averageScores, toScores } from '../scoring/aggregate.js'
import type { CaseRecord, EvalSet, GateSettings } from '../types.js'
import { sumAgent } from './agent-spending.js'
import { describeRed, describeSetGate } from './gate-line.js'
import type { BlockedCase, FallbackEntry, SetResult } from './results.js'
import { sumSpending } from './spending.js'
import { describeStatistics } from './statistics.js'

/** What is known of a set after its run. */
export interface SetRun extends GateContext {
  readonly set: EvalSet
  readonly file: string
  readonly mode: EvalMode
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** All attempts of all trials of the cases that ran. */
  readonly records: readonly CaseRecord[]
  readonly gate: GateSettings
  readonly agentModel?: string
}

/**
 * The result of one set: means, aggregate, recommended actions and gate.
 *
 * @throws {@link InputError} when the user blocks on a name that is no dimension of the rubric.
 */
export function buildSet({ set, file, mode, timestamp, records, gate, agentModel, ...context }: SetRun): SetResult {
  const { threshold, blockOn } = resolveGate(set, gate)
  const cases = settleCases(set, records)
  const { dimensions } = set.rubric
  const means = averageScores(dimensions, scoreCases(cases))
  const scores = toScores(means)
  const blocking = blockOn.map(({ name }) => name)
  const decided = gateSet(set, records, gate, context)
  const { trials = 1 } = context
  const tallied = tallyTrials(set, cases, gate, trials)
  const result = {
    timestamp,
    evalset: set.feature,
    file,
    draft: set.draft,
    mode,
    judge_model: nameJudge(cases),
    ...(agentModel !== undefined && { agent_model: agentModel }),
    rubric: { ...set.rubric, pass_threshold: threshold },
    block_on: blocking,
    cases,
    fallbacks: cases.flatMap(listFallbacks),
    dimensions: means,
    statistics: describeStatistics(set.rubric, cases, tallied.cases),
    ...((trials > 1 || gate.pass !== undefined) && { trials: tallied }),
    ...aggregateScores(set.rubric, scores, threshold),
    categories: Object.fromEntries(dimensions.map(({ name, category }) => [name, category])),
    category_scores: averageCategories(dimensions, scores),
    recommended_actions: recommendActions(dimensions, scores, threshold, blocking),
    blocked_by: decided.blocked_by,
    blocked_cases: cases.flatMap((record) => listBlocked(set, record, gate)),
    gate: decided,
    usage: sumSpending(records),
    agent: sumAgent(records),
  }
  return { ...result, gate: { ...decided, line: describeSetGate(result) } }
}

/**
 * The set with its gate closed by what its cases do not say by themselves. Red cases, which till now were all that spoke
 * against it, stay with it.
 */
export function closeSet(set: SetResult, reasons: readonly GateReason[]): SetResult {
  const own = set.gate.passed ? explainRed(set) : set.gate.reasons
  const gate = { ...set.gate, passed: false, reasons: [...own, ...reasons] }
  return { ...set, gate: { ...gate, line: describeSetGate({ ...set, gate }) } }
}

/** Cases may be red although the means over all cases are not: by whose fault it is. */
export function explainRed({ blocked_cases, cases }: SetResult): readonly GateReason[] {
  const kinds = [...new Set(blocked_cases.map(kindOf))]
  return kinds.map((kind) => {
    const blocked = blocked_cases.filter((one) => kindOf(one) === kind)
    return { kind, text: describeRed(blocked, cases.length) }
  })
}

function kindOf({ reasons }: BlockedCase): ReasonKind {
  return reasons[0]?.kind ?? 'agent'
}

function listBlocked(set: EvalSet, record: CaseRecord, gate: GateSettings): BlockedCase[] {
  const { outcome, blocks, reasons } = judgeCase(set, record, gate)
  return blocks && outcome !== 'pass' ? [{ case: record.id, ...trialOf(record), reasons }] : []
}

function trialOf({ trial }: CaseRecord): Pick<CaseRecord, 'trial'> {
  return trial === undefined ? {} : { trial }
}

function nameJudge(cases: readonly CaseRecord[]): string {
  const models = new Set(cases.flatMap(({ model }) => model ?? []))
  return models.size === 0 ? 'deterministic-fallback' : [...models].join(', ')
}

function listFallbacks(record: CaseRecord): FallbackEntry[] {
  return Object.entries(record.dimensions)
    .filter(([, { state }]) => state === 'fallback')
    .map(([dimension, { reason = '' }]) => ({ case: record.id, ...trialOf(record), dimension, reason }))
}
