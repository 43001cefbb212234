/**
 * What the judge of behaviours is to answer, and reading it.
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'
import type { UnjudgedPart } from '../types.js'
import type { Reading } from './mode.js'
import * as reply from './reply.js'
import type { SoloBehavioursInput } from './solo-behaviours.js'
import { readValues, readVotes, type Vote, valuesSchema, votesSchema } from './votes.js'

/** The four values beside the lists, 1-10. */
export type ValueName = (typeof QUALITY | typeof PERSONA)[number]

/** What a reply gave. */
export interface BehavioursReading {
  /** By id; null where it is unjudged. */
  readonly baseline: ReadonlyMap<string, Vote | null>
  readonly bonus: ReadonlyMap<string, Vote | null>
  readonly values: Readonly<Record<ValueName, number | null>>
  readonly assessment: string
  readonly weightedTotal: unknown
  readonly unjudged: readonly UnjudgedPart[]
  readonly warnings: readonly string[]
}

const WORDING = { field: 'demonstrated', no: 'not demonstrated' }
const QUALITY = ['clear_actionable', 'well_structured'] as const
const PERSONA = ['in_character', 'enhances_delivery'] as const
const NO_VALUES = { clear_actionable: null, well_structured: null, in_character: null, enhances_delivery: null }

/** Schema of the answer: evidence and reasons stand before what they decide. */
export function behavioursSchema(
  ids: { readonly baseline: readonly string[]; readonly bonus: readonly string[] },
  hasPersona: boolean,
): JsonSchema {
  return reply.closedObject({
    baseline_behaviors: votesSchema(WORDING, ids.baseline),
    ...(ids.bonus.length > 0 ? { bonus_behaviors: votesSchema(WORDING, ids.bonus) } : {}),
    quality: valuesSchema(QUALITY),
    ...(hasPersona ? { persona: valuesSchema(PERSONA) } : {}),
    assessment: { type: 'string' },
  })
}

/** Reads a reply; what is not there or not right becomes an unjudged part. */
export function readBehaviours(value: unknown, input: SoloBehavioursInput): Reading<BehavioursReading> {
  const answer = reply.objectOf(value)
  const notes = { unjudged: [] as UnjudgedPart[], warnings: [] as string[] }
  const votes = (given: unknown, list: SoloBehavioursInput['baseline']) =>
    readVotes(
      given,
      WORDING,
      list.map(({ id }) => id),
      notes,
    )
  const given = { ...reply.objectOf(answer.quality), ...reply.objectOf(answer.persona), ...answer }
  const names = input.character === undefined ? QUALITY : [...QUALITY, ...PERSONA]
  const parts: BehavioursReading = {
    baseline: votes(answer.baseline_behaviors, input.baseline),
    bonus: votes(answer.bonus_behaviors, input.bonus),
    values: { ...NO_VALUES, ...readValues(given, names, notes) },
    assessment: reply.textOf(answer.assessment),
    weightedTotal: answer.weighted_total,
    ...notes,
  }
  return { parts, problems: notes.unjudged.map(({ detail }) => detail) }
}

/** Stands in for a reply that never came. */
export function noReading(input: SoloBehavioursInput, why: Omit<UnjudgedPart, 'part'>): BehavioursReading {
  const { parts } = readBehaviours(null, input)
  return { ...parts, unjudged: [{ part: 'answer', ...why }] }
}
