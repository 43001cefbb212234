/**
 * Reading lists of behaviour criteria, and showing them to the judge.
 *
 * @module
 */
import { z } from 'zod'
import { namedLists, parseWith } from '../check.js'
import { badInput } from '../errors.js'
import type { Material } from '../prompts/fence.js'

/** A behaviour that a response should show. */
export interface Criterion {
  /** Unique within its list. */
  readonly id: string
  readonly description: string
  /** The group's name. */
  readonly category: string
}

const filled = z.string().refine((value) => value.trim() !== '', 'a text that is not empty')
// Scenario files hold more fields, which are theirs.
const schema = namedLists(
  z.array(z.object({ id: filled, description: filled }), 'a list of criteria'),
  'an object of lists',
)

/**
 * Reads criteria: an object of lists by group, `{ facilitation: [{ id, description }] }`. Other fields are ignored.
 *
 * @param what - The list's name, for the message.
 * @throws {@link InputError} that names the place, also when an id is there twice.
 */
export function readCriteria(what: string, input: unknown): Criterion[] {
  const groups = parseWith(schema, what, input)
  const criteria = Object.entries(groups).flatMap(([category, list]) =>
    list.map(({ id, description }) => ({ id, description, category })),
  )
  const twice = criteria.find(({ id }, index) => criteria.findIndex((other) => other.id === id) < index)
  if (twice === undefined) return criteria
  throw badInput(what, { place: 'every `id`', expected: 'one that no other criterion has', received: twice.id })
}

/** Criteria as material, one JSON object a line; none without any. */
export function criteriaMaterial(name: string, criteria: readonly Criterion[]): Material[] {
  const lines = criteria.map(({ id, description }) => JSON.stringify({ id, description }))
  return lines.length === 0 ? [] : [{ name, text: lines.join('\n') }]
}
