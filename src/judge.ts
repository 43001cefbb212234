/**
 * The conductor: checks, asks, scores. With question.ts and sampling.ts the only one that waits for a judge.
 *
 * @module
 */
import { timestamp } from './clock.js'
import { digest } from './digest.js'
import type { Asked, Asker, JudgeIdentity, NamedJudge } from './models/asker.js'
import type { JudgeModel, JudgeRequest } from './models/model.js'
import type { Mode, Scored } from './modes/mode.js'
import type { Talk } from './question.js'
import {
  askSamples,
  describeSampling,
  escalate,
  reasonToEscalate,
  type Sampled,
  type SamplingOptions,
} from './sampling.js'
import { decide } from './scoring/decide.js'
import type { JudgedWith, JudgementBase, JudgementFailure, Provenance, UnjudgedPart, Usage } from './types.js'
import { addUsage, NO_USAGE, sumCosts } from './usage.js'

/** A judgement with its mode's own fields, or the reason why there is none. */
export type Judged<F> = (JudgementBase & JudgedWith & F) | (JudgementFailure & JudgedWith)

/**
 * Judges one task in one mode. Where only some parts are unjudged the judgement has bounds; where all are, it is a failure.
 *
 * @throws {@link InputError} before anybody is asked; the signal's reason when the test was aborted.
 */
export async function conduct<I, R, F>(
  mode: Mode<I, R, F>,
  task: unknown,
  asker: Asker,
  options: ConductOptions = {},
): Promise<Judged<F>> {
  const { signal, judge, named, samples = 1 } = options
  const input = mode.check(task)
  const talk: Talk = {
    asker,
    asked: [],
    unanswered: [],
    ...(signal && { signal }),
    ...(judge && { judge }),
    ...(named && { model: named.name }),
  }
  const requests = mode.requests(input).map((request) => label(request, options.label))
  const sampled = await Promise.all(
    requests.map((request, index) => askSamples(mode, { input, request, index, of: requests.length }, talk, samples)),
  )
  const settled = await settleUncertain(mode, input, requests, sampled, talk, options)
  const scored = scoreSampled(mode, input, settled)
  const sampling = describeSampling(
    samples,
    settled.map(({ record }) => record),
  )
  const provenance = provenanceOf(mode, talk, requests.length > 0 ? (judge ?? named?.identity ?? asker.identity) : null)
  const text = talk.asked.map(({ reply }) => reply.text).join('\n\n')
  const envelope = {
    ...{ mode: mode.name, timestamp: timestamp(), response_text: text },
    ...provenance,
    ...(mode.rubric !== undefined && { rubric_key: digest(mode.rubric(input)).slice(0, 16) }),
    ...(sampling && { sampling }),
  }
  if ((requests.length > 0 || scored.unjudged.length > 0) && !scored.judged) {
    return { success: false, ...envelope, error: failureText(scored), unjudged: scored.unjudged }
  }
  const { total, bounds, unjudged, warnings } = scored
  return { success: true, ...envelope, total, bounds, unjudged, warnings, ...scored.fields }
}

/** How to conduct a judgement. */
export interface ConductOptions extends SamplingOptions {
  readonly signal?: AbortSignal
  /** A judge of the caller's own, called in this process under the run's limit. Default: the run's. */
  readonly judge?: JudgeModel
  /** Claude by name instead of the run's judge. */
  readonly named?: NamedJudge
  /** For people: what is judged, such as the test's name. */
  readonly label?: string
  /** Fraction 0-1 that the score must reach: only where it is open is a stronger judge asked. Default: wherever a part is unjudged. */
  readonly threshold?: number
}

function label(request: JudgeRequest, what: string | undefined): JudgeRequest {
  return what === undefined ? request : { ...request, label: `${what}: ${request.label}` }
}

/** Asks the stronger judge about what is uncertain, where the user wants that. */
async function settleUncertain<I, R, F>(
  mode: Mode<I, R, F>,
  input: I,
  requests: readonly JudgeRequest[],
  sampled: readonly Sampled<R>[],
  talk: Talk,
  { escalate: given, threshold }: ConductOptions,
): Promise<readonly Sampled<R>[]> {
  if (given === undefined) return sampled
  const { to, when } = given
  const { bounds, unjudged } = scoreSampled(mode, input, sampled)
  const ends = { lower: bounds.lower / 100, upper: bounds.upper / 100 }
  const isOpen = threshold === undefined ? unjudged.length > 0 : decide(ends, threshold) === 'unjudged'
  return await Promise.all(
    sampled.map((one, index) => {
      const because = reasonToEscalate(one, when, isOpen)
      const request = requests[index]
      if (because === null || request === undefined) return one
      return escalate(mode, { input, request, index, of: requests.length }, one, { to, because, talk })
    }),
  )
}

/** What is missing only because the samples tie is contradictory. */
function scoreSampled<I, R, F>(mode: Mode<I, R, F>, input: I, sampled: readonly Sampled<R>[]): Scored<F> {
  const scored = mode.score(
    input,
    sampled.map(({ answer }) => answer),
  )
  const ties = new Set(sampled.flatMap(({ ties }) => ties.flatMap((place) => place.split('.'))))
  const unjudged = scored.unjudged.map((part): UnjudgedPart => {
    if (part.reason !== 'missing' || !ties.has(part.part)) return part
    return { ...part, reason: 'contradictory', detail: `the samples tie on "${part.part}"` }
  })
  return { ...scored, unjudged }
}

function provenanceOf<I, R, F>(
  mode: Mode<I, R, F>,
  { asked, unanswered }: Talk,
  judge: JudgeIdentity | JudgeModel | null,
): Provenance & JudgedWith {
  const from = (source: Asked['source']) => asked.filter((one) => one.source === source)
  const [fresh, recorded] = [from('fresh'), from('recorded')]
  const failed = sum([
    ...asked.map((one) => one.failed ?? 0),
    ...unanswered.map(({ failedRequests = 0 }) => failedRequests),
  ])
  const alias = judge?.alias
  return {
    model: judge === null ? null : 'model' in judge ? judge.model : judge.id,
    ...(alias !== undefined && { model_alias: alias }),
    settings: judge?.settings ?? {},
    served_by: asked.at(-1)?.reply.servedBy ?? null,
    prompt_version: judge === null ? null : mode.promptVersion,
    recorded: asked.length > 0 && fresh.length === 0,
    sample: asked.some(({ reply }) => reply.sample === true),
    requests: fresh.length,
    ...(failed > 0 && { failed_requests: failed }),
    token_usage: sumUsage(fresh),
    recorded_usage: sumUsage(recorded),
    cost_usd: sumCosts(fresh.map(({ usd }) => usd)),
    recorded_cost_usd: sumCosts(recorded.map(({ usd }) => usd)),
    recordings: [...new Set(asked.map(({ key }) => key))],
  }
}

function sumUsage(asked: readonly Asked[]): Usage {
  return asked.reduce((sum, { reply }) => addUsage(sum, reply.usage), NO_USAGE)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

function failureText<F>({ unjudged }: Scored<F>): string {
  const details = [...new Set(unjudged.map(({ detail }) => detail))]
  return `${details.slice(0, 3).join('; ').replace(/\.$/, '')}. No score is estimated.`
}
