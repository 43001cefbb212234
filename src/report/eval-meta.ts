/**
 * Records in the form in which vitest-evals keeps them on a test, so that its viewer and its GitHub Action show them too. What
 * was not judged has no score there: readers of that form take a missing one for 0 in places.
 *
 * @module
 */
import { toQuality } from '../scoring/aggregate.js'
import { mean } from '../scoring/mean.js'
import { oneLine, shorten } from '../text.js'
import { readAgentUsage } from '../trajectory/usage.js'
import type { CaseRecord, CheckRecord, EvalSet, Produced, ToolCall, Verdict } from '../types.js'

/** One score, 0-1, higher is better. */
interface EvalScore {
  readonly name: string
  readonly score: number
  readonly metadata: Readonly<Record<string, unknown>>
}

/** `meta.eval` of a test. */
export interface EvalMeta {
  readonly scores: readonly EvalScore[]
  /** Mean of the scores; null where there are none. */
  readonly avgScore: number | null
  readonly thresholdFailed: boolean
  readonly output?: unknown
  readonly toolCalls?: readonly unknown[]
}

/** `meta.harness` of a test, without a transcript. */
export interface HarnessMeta {
  readonly name: string
  readonly run: Readonly<Record<string, unknown>>
}

/** Both. */
export interface PeerMeta {
  readonly eval: EvalMeta
  readonly harness: HarnessMeta
}

/** Tells our scores from those of others on the same test. */
const OURS = { by: 'vitest-judge' }

/** Most characters of texts, and most tool calls: whatever is judged can be long, and others hold it in full. */
const MOST = { output: 2_000, rationale: 500, argument: 300, calls: 30 }

/** What is known of a judged case beside its record. */
export interface CaseParts {
  readonly set: EvalSet
  readonly record: CaseRecord
  readonly outcome: Verdict
  /** Null where the subject failed. */
  readonly produced: Produced | null
  /** Null where it is not known. */
  readonly agentModel: string | null
}

/** A case of an eval set: a score a dimension, and their mean by weight. Zeros that only a judge could weigh are left out. */
export function caseMeta({ set, record, outcome, produced, agentModel }: CaseParts): PeerMeta {
  const scored = set.rubric.dimensions.flatMap((dimension) => {
    const { score = null, weak, state, justification = '' } = record.dimensions[dimension.name] ?? {}
    if (score === null || weak) return []
    const { name, invert, weight } = dimension
    const metadata = { ...OURS, ...rationaleOf(justification), weight, state, ...(invert && { inverted: score }) }
    return [{ weight, entry: { name: invert ? `1 - ${name}` : name, score: toQuality(dimension, score), metadata } }]
  })
  const total = scored.reduce((sum, { weight }) => sum + weight, 0)
  const avgScore = total === 0 ? null : scored.reduce((sum, { weight, entry }) => sum + weight * entry.score, 0) / total
  const { toolCalls } = produced ?? {}
  return {
    eval: {
      scores: scored.map(({ entry }) => entry),
      avgScore,
      thresholdFailed: outcome === 'fail',
      ...(produced !== null && { output: shorten(produced.output, MOST.output) }),
      ...(toolCalls !== undefined && { toolCalls: toolCalls.slice(0, MOST.calls).map(tellCall) }),
    },
    harness: { name: agentModel ?? set.feature, run: describeRun(record, toolCalls, agentModel) },
  }
}

/**
 * All matcher calls of one attempt of a test.
 *
 * @param received - What the last of them judged.
 * @param before - What already stands on the test.
 */
export function checkMeta(checks: readonly CheckRecord[], received: unknown, before: Partial<PeerMeta>): PeerMeta {
  const others = before.eval?.scores.filter(({ metadata }) => metadata?.['by'] !== OURS.by) ?? []
  const scores = [...others, ...checks.flatMap(scoresOf)]
  const known = scores.map(({ score }) => score).filter((score) => typeof score === 'number')
  const output = tellOutput(received)
  const failed = checks.some(({ verdict, passed }) => verdict !== 'unjudged' && !passed)
  return {
    eval: {
      ...before.eval,
      scores,
      avgScore: mean(known),
      thresholdFailed: failed || (others.length > 0 && before.eval?.thresholdFailed === true),
      ...(output !== undefined && { output }),
    },
    harness: before.harness ?? { name: 'vitest-judge', run: { session: { events: [] }, usage: {}, errors: [] } },
  }
}

/** Its figures; where these are no fractions of which more is better, 1 or 0 by whether the assertion held. */
function scoresOf(check: CheckRecord): EvalScore[] {
  const { matcher, verdict, negated, passed, at_most, thresholds, values } = check
  if (verdict === 'unjudged') return []
  const name = `${negated ? 'not.' : ''}${matcher}`
  const known = Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const]))
  const metadata = { ...OURS, ...rationaleOf(reasonOf(check)), thresholds }
  const isPlain = !negated && !at_most && known.length > 0 && known.every(([, value]) => value >= 0 && value <= 1)
  if (!isPlain) return [{ name, score: passed ? 1 : 0, metadata }]
  return known.map(([key, score]) => ({ name: known.length === 1 ? name : `${name} ${key}`, score, metadata }))
}

function reasonOf({ reason, judgement }: CheckRecord): string {
  const texts = [reason, judgement['assessment'], judgement['justification'], judgement['reasoning']]
  return texts.find((text) => typeof text === 'string') ?? ''
}

function rationaleOf(text: string): { rationale?: string } {
  const rationale = oneLine(text, MOST.rationale)
  return rationale === '' ? {} : { rationale }
}

/** Values as they are while they are short. */
function tellOutput(received: unknown): unknown {
  if (typeof received === 'string') return shorten(received, MOST.output)
  const text = toJson(received)
  if (text === undefined) return undefined
  return text.length <= MOST.output ? JSON.parse(text) : shorten(text, MOST.output)
}

function tellCall({ tool, args, result_summary, error }: ToolCall): unknown {
  const text = toJson(args) ?? ''
  const isObject = text.startsWith('{')
  const given = text.length > MOST.argument ? { shortened: shorten(text, MOST.argument) } : isObject ? args : { args }
  const call = { name: tool, ...(text !== '' && { arguments: given }) }
  if (error !== undefined) return { ...call, status: 'error', error: { message: oneLine(error, MOST.argument) } }
  const result = result_summary === undefined ? {} : { result: shorten(result_summary, MOST.argument) }
  return { ...call, status: 'ok', ...result }
}

function describeRun(
  { agent_ms, agent_usage, error }: CaseRecord,
  toolCalls: readonly ToolCall[] | undefined,
  model: string | null,
): HarnessMeta['run'] {
  const { input_tokens, output_tokens, cost_usd } = readAgentUsage(agent_usage) ?? {}
  return {
    session: { events: [] },
    usage: {
      ...(model !== null && { model }),
      ...(input_tokens !== undefined && { inputTokens: input_tokens }),
      ...(output_tokens !== undefined && { outputTokens: output_tokens }),
      ...(toolCalls !== undefined && { toolCalls: toolCalls.length }),
      ...(cost_usd !== undefined && { metadata: { costUsd: cost_usd } }),
    },
    ...(agent_ms !== undefined && { timings: { totalMs: agent_ms } }),
    errors: error === undefined ? [] : [{ message: oneLine(error, MOST.rationale) }],
  }
}

/** Undefined for what is no JSON. */
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
