/**
 * From what was produced for a case to its record: asked of the judge where one answers, else by the deterministic fallback.
 *
 * @module
 */
import { summarizeCase } from '../src/evalset/case.js'
import { excuseDimension, fallbackScore, fallbackScores, UNAVAILABLE } from '../src/evalset/fallback.js'
import { conduct, type Judged, type PlainSampling } from '../src/judge.js'
import { type EvalCaseFields, evalCase } from '../src/modes/eval-case.js'
import type { Judging } from '../src/modes/judging.js'
import type {
  CaseRecord,
  DimensionRecord,
  EvalCase,
  EvalSet,
  JudgedWith,
  Produced,
  Provenance,
  UnjudgedReason,
} from '../src/types.js'
import { NO_USAGE } from '../src/usage.js'
import { theAsker } from './asker.js'
import type { SetContext } from './context.js'

/** Which run of a case it is, and where the case stands. */
export type Attempt = Pick<CaseRecord, 'line' | 'trial' | 'retry' | 'repeat'>

/** A case and what was produced for it. */
export interface CaseToJudge {
  readonly set: EvalSet
  readonly case: EvalCase
  readonly produced: Produced
  readonly settings: SetContext
  /** Null: apart. */
  readonly judging: Judging | null
  readonly sampling: PlainSampling
  readonly attempt: Attempt
  readonly signal: AbortSignal
}

type Dimensions = Record<string, DimensionRecord>

const NOBODY: Omit<Provenance, 'settings'> = {
  model: null,
  served_by: null,
  prompt_version: null,
  recorded: false,
  sample: false,
  requests: 0,
  token_usage: NO_USAGE,
  recorded_usage: NO_USAGE,
  cost_usd: 0,
  recorded_cost_usd: 0,
  recordings: [],
}

/** The record of a case that was produced. */
export async function judgedRecord(task: CaseToJudge): Promise<CaseRecord> {
  const { set, produced, settings, sampling, signal } = task
  const mode = settings.mode ?? (produced.toolCalls === undefined ? 'output' : 'trajectory')
  if (settings.deterministic) {
    const reason = 'chosen: the judge is set to deterministic'
    return record(task, fallbackScores(set, task.case, produced, { mode, reason }), NOBODY)
  }
  const excused = set.rubric.dimensions.flatMap((dimension) => {
    const excuse = excuseDimension(dimension, mode, produced)
    return excuse === null ? [] : [[dimension.name, excuse] as const]
  })
  const dimensions: Dimensions = Object.fromEntries(excused)
  const asked = set.rubric.dimensions.filter(({ name }) => !Object.hasOwn(dimensions, name))
  const input = { ...task, dimensions: asked, judging: task.judging ?? 'apart' }
  const whom = settings.judge === null ? {} : { named: settings.judge, judges: undefined }
  const judged = await conduct(evalCase, input, await theAsker(), { ...sampling, signal, ...whom })
  Object.assign(dimensions, judgedDimensions(judged))
  for (const { part, reason, detail } of judged.unjudged) {
    const dimension = asked.find(({ name }) => name === part)
    if (dimension === undefined || !UNAVAILABLE.includes(reason)) continue
    const instead = fallbackScore(dimension, task.case, produced, { mode, reason: `${reason}: ${detail}` })
    // Dimensions that need judgement stay unjudged, for the reason that the judge gave.
    if (instead.state !== 'unjudged') dimensions[part] = instead
  }
  const scored = Object.values(dimensions).some(({ state }) => state === 'scored')
  return record(task, dimensions, { ...judged, model: scored ? judged.model : null })
}

/** The record of a case that nobody could judge: its subject failed, or its test ended. */
export function failedRecord(
  set: EvalSet,
  failed: EvalCase,
  reason: UnjudgedReason,
  detail: string,
  attempt: Attempt,
): CaseRecord {
  const unjudged: DimensionRecord = {
    state: 'unjudged',
    score: null,
    justification: '',
    reason: `${reason}: ${detail}`,
  }
  const dimensions = Object.fromEntries(set.rubric.dimensions.map(({ name }) => [name, unjudged]))
  const base = record({ set, case: failed, attempt }, dimensions, NOBODY)
  return reason === 'subject_failed' ? { ...base, error: detail } : base
}

function judgedDimensions(judged: Judged<EvalCaseFields>): Dimensions {
  if (judged.success) return { ...judged.dimensions }
  return Object.fromEntries(
    judged.unjudged.map(({ part, reason, detail }) => [
      part,
      { state: 'unjudged', score: null, justification: '', reason: `${reason}: ${detail}` },
    ]),
  )
}

function record(
  { set, case: { id, labels }, attempt }: Pick<CaseToJudge, 'set' | 'case' | 'attempt'>,
  dimensions: Dimensions,
  from: Pick<CaseRecord, keyof Provenance | keyof JudgedWith>,
): CaseRecord {
  const { model, served_by, prompt_version, recorded, sample, requests, recordings } = from
  const { token_usage, recorded_usage, cost_usd, recorded_cost_usd } = from
  const { settings, model_alias, rubric_key, sampling, failed_requests } = from
  return {
    id,
    labels,
    ...summarizeCase(set, dimensions),
    ...{ model, served_by, prompt_version, recorded, sample, requests, recordings },
    ...(failed_requests !== undefined && { failed_requests }),
    ...{ token_usage, recorded_usage, cost_usd, recorded_cost_usd },
    ...(model !== null && { settings, ...(model_alias !== undefined && { model_alias }) }),
    ...(rubric_key !== undefined && { rubric_key }),
    ...(sampling && { sampling }),
    ...attempt,
  }
}
