/**
 * What a judgement rests on: who was asked, what it took, where it is recorded.
 *
 * @module
 */
import type { Asked, JudgeIdentity } from './models/asker.js'
import { identityOf, type PanelMember } from './panel.js'
import type { Talk } from './question.js'
import type { JudgedWith, PanelJudge, Provenance, Usage } from './types.js'
import { addUsage, NO_USAGE, sumCosts } from './usage.js'

/** What was asked, and what came of it. */
type Told = Pick<Talk, 'asked' | 'unanswered'>

/** What a judgement rests on. @param judge - Null where nobody was asked. */
export function provenanceOf(
  promptVersion: string | null,
  talk: Told,
  judge: JudgeIdentity | null,
): Provenance & JudgedWith {
  const { asked } = talk
  const spent = spendingOf(talk)
  const alias = judge?.alias
  return {
    model: judge?.model ?? null,
    ...(alias !== undefined && { model_alias: alias }),
    settings: judge?.settings ?? {},
    served_by: asked.at(-1)?.reply.servedBy ?? null,
    prompt_version: judge === null ? null : promptVersion,
    recorded: asked.length > 0 && spent.requests === 0,
    sample: asked.some(({ reply }) => reply.sample === true),
    ...spent,
    recordings: [...new Set(asked.map(({ key }) => key))],
  }
}

/** Requests, tokens and cost of a talk. */
function spendingOf({ asked, unanswered }: Told): Omit<PanelJudge, 'model' | 'model_alias' | 'settings'> {
  const fresh = asked.filter(({ source }) => source === 'fresh')
  const recorded = asked.filter(({ source }) => source !== 'fresh')
  const failed = sum([
    ...asked.map((one) => one.failed ?? 0),
    ...unanswered.map(({ failedRequests = 0 }) => failedRequests),
  ])
  return {
    requests: fresh.length,
    ...(failed > 0 && { failed_requests: failed }),
    token_usage: sumUsage(fresh),
    recorded_usage: sumUsage(recorded),
    cost_usd: sumCosts(fresh.map(({ usd }) => usd)),
    recorded_cost_usd: sumCosts(recorded.map(({ usd }) => usd)),
  }
}

function sumUsage(asked: readonly Asked[]): Usage {
  return asked.reduce((sum, { reply }) => addUsage(sum, reply.usage), NO_USAGE)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** One judge of a panel, and what it took. */
export function panelJudge(talk: Talk, member: PanelMember | null): PanelJudge {
  const { model, settings, alias } = member === null ? talk.asker.identity : identityOf(member)
  return { model, ...(alias !== undefined && { model_alias: alias }), settings, ...spendingOf(talk) }
}

/** Several talks as one. */
export function joinTalks(talks: readonly Talk[]): Told {
  return { asked: talks.flatMap(({ asked }) => asked), unanswered: talks.flatMap(({ unanswered }) => unanswered) }
}

/** A panel goes by all its names, and is another one with other settings. */
export function joinIdentities(identities: readonly JudgeIdentity[]): JudgeIdentity | null {
  const [first, ...others] = identities
  if (first === undefined || others.length === 0) return first ?? null
  return {
    model: identities.map(({ model }) => model).join(', '),
    settings: { panel: identities.map(({ settings }) => settings) },
  }
}
