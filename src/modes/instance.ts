/**
 * The gold patch of a task: given itself, as an instance, or by a name among many instances.
 *
 * @module
 */
import { z } from 'zod'
import { badInput } from '../errors.js'
import { findInstance, type GoldPatch, goldOf } from '../patch/input.js'

/** Fields that name an instance. */
export interface InstanceFields {
  /** SWE-bench row with `patch` or `gold_patch`. */
  readonly instance?: unknown
  /** `instance_id` of a row in `instances`, or the part of it behind the owner: `flask-5014`. */
  readonly scenario?: string | undefined
  /** SWE-bench rows. */
  readonly instances?: readonly Readonly<Record<string, unknown>>[] | undefined
}

/** Fields of {@link InstanceFields} as zod schemas. */
export const instanceFields: Record<keyof InstanceFields, z.ZodType> = {
  instance: z.unknown().optional(),
  scenario: z.string().optional(),
  instances: z.array(z.record(z.string(), z.unknown())).optional(),
}

/**
 * The gold patch of the instance that a task names.
 *
 * @param mode - For the message.
 * @param gold - The gold patch itself, for modes that take it.
 * @throws {@link InputError} when none is named, or more than one, or the name fits no row or several.
 */
export function goldFor(mode: string, { instance, scenario, instances }: InstanceFields, gold?: unknown): GoldPatch {
  const given = Object.entries({ gold, instance, scenario }).filter(
    ([, value]) => value !== undefined && value !== null,
  )
  const [[, value] = []] = given
  if (given.length !== 1) {
    const place = mode === 'swebench' ? '`instance` or `scenario`' : '`gold`, `instance` or `scenario`'
    throw badInput(mode, { place, expected: 'given, and only one of them', received: given.map(([name]) => name) })
  }
  if (value !== scenario || typeof scenario !== 'string') return goldOf(value)
  if (instances === undefined) {
    throw badInput(mode, {
      place: '`instances`',
      expected: 'a list of SWE-bench rows, because `scenario` is a name in it',
      received: instances,
    })
  }
  return goldOf(findInstance(instances, scenario))
}
