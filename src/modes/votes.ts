/**
 * Reading what a judge says of each entry of a list: yes or no with a quote, and the values 1-10 beside the list.
 *
 * @module
 */
import { show } from '../errors.js'
import type { JsonSchema } from '../models/model.js'
import { shownText } from '../prompts/fence.js'
import { isPlainName } from '../prompts/plain-name.js'
import type { UnjudgedPart } from '../types.js'
import * as reply from './reply.js'

/** What the judge says of one entry. */
export interface Vote {
  readonly yes: boolean
  readonly quote: string
}

/** How the answer words a vote. */
export interface Wording {
  /** Property that holds it: `found`. */
  readonly field: string
  /** What false means: `not found`. */
  readonly no: string
}

/** Where to note what is unjudged, and what to warn of. */
export interface Notes {
  readonly unjudged: UnjudgedPart[]
  readonly warnings: string[]
}

const SCALE = { min: 1, max: 10 }

/** Schema of the list: the quote stands before what it decides. Ids that say more than a name stand in the material only. */
export function votesSchema({ field }: Wording, ids: readonly string[]): JsonSchema {
  const id = ids.length > 0 && ids.every(isPlainName) ? { type: 'string', enum: ids } : { type: 'string' }
  const item = reply.closedObject({ id, evidence: { type: 'string' }, [field]: { type: 'boolean' } })
  return { type: 'array', items: item }
}

/** Schema of values 1-10: the reasons stand before them. */
export function valuesSchema(names: readonly string[]): JsonSchema {
  const values = names.map((name) => [name, reply.scaleSchema(SCALE)])
  return reply.closedObject({ reasoning: { type: 'string' }, ...Object.fromEntries(values) })
}

/**
 * Reads the list. Ids that nobody asked about are ignored with a warning.
 *
 * @returns By id; null where it is left out or answered both ways.
 */
export function readVotes(
  given: unknown,
  wording: Wording,
  ids: readonly string[],
  { unjudged, warnings }: Notes,
): ReadonlyMap<string, Vote | null> {
  // The service does not promise the case of listed words, nor does the judge see what is hidden; ids that differ in it only are told
  // apart.
  const exact = new Set(ids)
  const seen = (id: string) => shownText(id).toLowerCase()
  const asSeen = new Map(ids.map((id) => [seen(id), id]))
  const votes = new Map<string, Vote[]>()
  for (const item of Array.isArray(given) ? given : []) {
    const { id, [wording.field]: yes, evidence } = reply.objectOf(item)
    const name = reply.textOf(id)
    const known = exact.has(name) ? name : asSeen.get(seen(name))
    if (known === undefined) warnings.push(`the judge answered an id that nobody asked about: ${show(id)}`)
    else if (typeof yes === 'boolean') {
      const own = votes.get(known) ?? []
      own.push({ yes, quote: reply.textOf(evidence) })
      votes.set(known, own)
    }
  }
  return new Map(ids.map((id) => [id, settle(id, votes.get(id) ?? [], wording, unjudged)]))
}

/** An id twice with the same answer counts once; with different answers it is unjudged. */
function settle(id: string, votes: readonly Vote[], { field, no }: Wording, unjudged: UnjudgedPart[]): Vote | null {
  const [first] = votes
  if (first === undefined) {
    unjudged.push({ part: id, reason: 'missing', detail: `no answer for the id "${id}"` })
    return null
  }
  if (votes.some(({ yes }) => yes !== first.yes)) {
    unjudged.push({ part: id, reason: 'contradictory', detail: `both ${field} and ${no} for the id "${id}"` })
    return null
  }
  return votes.find(({ quote }) => quote.trim() !== '') ?? first
}

/**
 * Reads values 1-10.
 *
 * @returns By name; null where it is unjudged.
 */
export function readValues<N extends string>(
  given: Readonly<Record<string, unknown>>,
  names: readonly N[],
  { unjudged }: Pick<Notes, 'unjudged'>,
): Partial<Record<N, number | null>> {
  const values: Partial<Record<N, number | null>> = {}
  for (const name of names) {
    const leaf = reply.numberLeaf(given[name], SCALE, `the value of "${name}"`)
    values[name] = leaf.value
    if (leaf.value === null) unjudged.push({ part: name, reason: leaf.reason, detail: leaf.detail })
  }
  return values
}
