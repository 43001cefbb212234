/**
 * Rubrics of users: checked, completed, and shown to the judge.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { badInput } from '../errors.js'
import { checkFraction } from '../scoring/decide.js'
import { DEFAULT_SCALE } from '../scoring/weighted.js'
import type { Dimension, Rubric } from '../types.js'
import { PERSONA_DIMENSIONS } from './unified.js'

const text = z.string().refine((value) => value.trim() !== '', 'a text that is not empty')
const finite = z.number({ error: 'a finite number' })

const dimensionSchema: z.ZodType<Dimension> = z.strictObject({
  name: text
    .max(300, 'a name of at most 300 characters')
    .refine((value) => !(value in {}), 'a name that JavaScript objects do not have already, such as "correctness"'),
  weight: finite.refine((value) => value > 0 && value <= 1e9, 'a number above 0, at most 1e9'),
  measures: text.optional(),
  scale: z
    .strictObject({ min: finite, max: finite })
    .refine((scale) => scale.min >= 0 && scale.max > scale.min, 'a scale with 0 <= min < max')
    .optional(),
  anchors: z.array(z.strictObject({ from: finite, to: finite, text })).optional(),
  category: z.enum(['artifact', 'process']).optional(),
  invert: z.boolean().optional(),
}) as z.ZodType<Dimension>

const rubricSchema: z.ZodType<Rubric> = z.strictObject({
  name: text.optional(),
  dimensions: z.array(dimensionSchema).min(1, 'a list of at least one dimension'),
  passThreshold: z.number().optional(),
}) as z.ZodType<Rubric>

/**
 * A rubric as given, or one criterion in words.
 *
 * @throws {@link InputError} on unknown fields, weights that are not above 0, duplicate names, thresholds outside 0-1.
 */
export function checkRubric(input: unknown): Rubric {
  if (typeof input === 'string') return { dimensions: [{ name: criterionName(input), weight: 1, measures: input }] }
  const rubric = parseWith(rubricSchema, 'rubric', input)
  const seen = new Map<string, number>()
  for (const [index, { name, scale, anchors }] of rubric.dimensions.entries()) {
    const first = seen.get(name)
    if (first !== undefined) {
      throw badInput('rubric', {
        place: `\`dimensions[${index}].name\``,
        expected: `unlike that of dimensions[${first}]`,
        received: name,
      })
    }
    seen.set(name, index)
    const { min, max } = scale ?? DEFAULT_SCALE
    const stray = anchors?.findIndex((anchor) => anchor.from < min || anchor.to > max || anchor.from > anchor.to) ?? -1
    if (stray >= 0) {
      throw badInput('rubric', {
        place: `\`dimensions[${index}].anchors[${stray}]\``,
        expected: `a band within ${min} to ${max}`,
        received: anchors?.[stray],
      })
    }
  }
  if (rubric.passThreshold !== undefined) checkFraction('rubric', 'passThreshold', rubric.passThreshold)
  return rubric
}

function criterionName(criterion: string): string {
  if (criterion.trim() === '') {
    throw badInput('rubric', { place: 'it', expected: 'a criterion in words or a rubric object', received: criterion })
  }
  return 'criterion'
}

/**
 * The dimensions that can be judged: without a character there is no persona, so its dimensions are left out and the rest
 * re-weighted (spec/judging.md, "Modes").
 *
 * @throws {@link InputError} when nothing is left.
 */
export function judgedDimensions(rubric: Rubric, hasCharacter: boolean): readonly Dimension[] {
  const judged = rubric.dimensions.filter(({ name }) => hasCharacter || !PERSONA_DIMENSIONS.has(name))
  if (judged.length > 0) return judged
  throw badInput('rubric', {
    place: '`dimensions`',
    expected: 'more than the persona, because no `character` was given',
    received: rubric.dimensions.map((dimension) => dimension.name),
  })
}
