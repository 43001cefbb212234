/**
 * A panel of judges: who is on it, and how each is reached.
 *
 * @module
 */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { badInput } from './errors.js'
import type { NamedJudge } from './models/asker.js'
import { isModelName, resolveModel } from './models/claude-models.js'
import { isJudgeModel, type JudgeModel } from './models/model.js'

/** One judge of a panel: one of the caller's own, or one that the broker knows by a name. */
export type PanelMember = JudgeModel | NamedJudge

const MEMBER = 'a judge with `id`, `settings` and `judge`, a tier (tier-best) or a model id'
const member = z.union([z.custom<JudgeModel>(isJudgeModel), z.string().refine(isModelName, MEMBER)], { error: MEMBER })

/** A panel as users give it, as a zod schema. */
export const judgesField: z.ZodType<readonly (JudgeModel | string)[]> = z
  .array(member)
  .min(2, 'a list of at least two judges')
  .refine(
    (judges) => findTwice(judges) === undefined,
    'a list without any judge twice, for its answer would count twice',
  )

/** Every judge of a panel that was checked before. */
export function panelOf(judges: readonly (JudgeModel | string)[]): PanelMember[] {
  return judges.map((judge) => (typeof judge === 'string' ? { name: judge, identity: identityOf(judge) } : judge))
}

/** By what a judge's answers are kept. */
export function identityOf(judge: PanelMember | string): NamedJudge['identity'] {
  if (typeof judge === 'object' && 'identity' in judge) return judge.identity
  if (typeof judge === 'string') {
    const { id, settings } = resolveModel(judge)
    return { model: id, settings: { ...settings }, ...(id !== judge && { alias: judge }) }
  }
  const { id, settings, alias } = judge
  return { model: id, settings, ...(alias !== undefined && { alias }) }
}

function findTwice(judges: readonly (JudgeModel | string)[]): unknown {
  // A name that is none has a fault of its own.
  const known = judges.filter((judge) => typeof judge !== 'string' || isModelName(judge))
  const plain = known.map((judge) => {
    const { model, settings } = identityOf(judge)
    return { model, settings }
  })
  return plain.find((one, index) => plain.findIndex((other) => isDeepStrictEqual(one, other)) < index)
}

/**
 * One judge or several, never both.
 *
 * @throws {@link InputError}
 */
export function refuseBoth(what: string, { judge, judges }: { judge?: unknown; judges?: unknown }): void {
  if (judge === undefined || judges === undefined) return
  throw badInput(what, {
    place: '`judge`',
    expected: 'absent beside `judges`, which names all judges of the panel',
    received: typeof judge === 'object' ? 'a judge' : judge,
  })
}
