/**
 * The conductor: checks, asks, scores. With question.ts and sampling.ts the only one that waits for a judge.
 *
 * @module
 */
import { timestamp } from './clock.js'
import { sharedDigest } from './digest.js'
import type { Asker, NamedJudge } from './models/asker.js'
import { isJudgeModel, type JudgeModel, type JudgeRequest } from './models/model.js'
import type { Mode, Scored } from './modes/mode.js'
import { identityOf, type PanelMember } from './panel.js'
import { joinIdentities, joinTalks, panelJudge, provenanceOf } from './provenance.js'
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
import type { JudgedWith, JudgementBase, JudgementFailure, UnjudgedPart } from './types.js'

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
  const { samples = 1 } = options
  const input = mode.check(task)
  const panel = panelFor(options)
  const talks = panel.map((member) => talkWith(asker, member, options))
  const stronger = talkWith(asker, null, options)
  const requests = markRead(mode.requests(input), samples).map((request) => label(request, options.label))
  const sampled = await Promise.all(
    requests.map((request, index) => askSamples(mode, { input, request, index, of: requests.length }, talks, samples)),
  )
  const settled = await settleUncertain(mode, input, requests, sampled, stronger, options)
  const scored = scoreSampled(mode, input, settled)
  const sampling = describeSampling(
    samples,
    settled,
    panel.length > 1 && requests.length > 0 ? talks.map((talk, seat) => panelJudge(talk, panel[seat] ?? null)) : null,
  )
  const identities =
    requests.length > 0 ? panel.map((member) => (member === null ? asker.identity : identityOf(member))) : []
  const talk = joinTalks([...talks, stronger])
  const provenance = provenanceOf(mode.promptVersion, talk, joinIdentities(identities))
  const text = talk.asked.map(({ reply }) => reply.text).join('\n\n')
  const envelope = {
    ...{ mode: mode.name, timestamp: timestamp(), response_text: text },
    ...provenance,
    ...(mode.rubric !== undefined && { rubric_key: sharedDigest(mode.rubric(input)).slice(0, 16) }),
    ...(sampling && { sampling }),
  }
  if ((requests.length > 0 || scored.unjudged.length > 0) && !scored.judged) {
    return { success: false, ...envelope, error: failureText(scored), unjudged: scored.unjudged }
  }
  const { total, bounds, unjudged, warnings } = scored
  return { success: true, ...envelope, total, bounds, unjudged, warnings, ...scored.fields }
}

/** How often to ask, and whom, as it crosses to workers. */
export type PlainSampling = Pick<ConductOptions, 'samples' | 'escalate' | 'judges'>

/** How to conduct a judgement. */
export interface ConductOptions extends Omit<SamplingOptions, 'judges'> {
  readonly signal?: AbortSignal
  /** A judge of the caller's own, called in this process under the run's limit. Default: the run's. */
  readonly judge?: JudgeModel
  /** Claude by name instead of the run's judge. */
  readonly named?: NamedJudge
  /** All of these instead of the run's judge. */
  readonly judges?: readonly PanelMember[] | undefined
  /** For people: what is judged, such as the test's name. */
  readonly label?: string
  /** Fraction 0-1 that the score must reach: only where it is open is a stronger judge asked. Default: wherever a part is unjudged. */
  readonly threshold?: number
}

/** Whom to ask; null is the run's judge. */
function panelFor({ judge, named, judges }: ConductOptions): readonly (PanelMember | null)[] {
  return judges ?? [judge ?? named ?? null]
}

function talkWith(asker: Asker, member: PanelMember | null, { signal }: ConductOptions): Talk {
  const whom = member === null ? {} : isJudgeModel(member) ? { judge: member } : { model: member.name }
  return { asker, asked: [], unanswered: [], ...(signal && { signal }), ...whom }
}

/**
 * The requests with the mark on their case only where another question or sample will read it: a write to the service's cache
 * costs a quarter more than plain input.
 */
function markRead(requests: readonly JudgeRequest[], samples: number): readonly JudgeRequest[] {
  if (samples > 1) return requests
  const cases = requests.map(({ user: [material] }) => material?.text)
  return requests.map((request, index) => {
    const isRead = cases.some((text, other) => other !== index && text === cases[index])
    return isRead ? request : { ...request, user: request.user.map(({ text }) => ({ text })) }
  })
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

function failureText<F>({ unjudged }: Scored<F>): string {
  const details = [...new Set(unjudged.map(({ detail }) => detail))]
  return `${details.slice(0, 3).join('; ').replace(/\.$/, '')}. No score is estimated.`
}
