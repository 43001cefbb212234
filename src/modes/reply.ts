/**
 * Reading single values out of a judge's JSON. A value that is not there or not right becomes an unjudged part, never a
 * default.
 *
 * @module
 */
import { hasQuote } from '../citations/quote.js'
import { show } from '../errors.js'
import type { JsonSchema } from '../models/model.js'
import type { Evidence, UnjudgedReason } from '../types.js'

/** A value with its reasons, or why there is none. */
export type Leaf<T> =
  | { readonly value: T; readonly reasoning: string; readonly quotes: readonly string[] }
  | { readonly value: null; readonly reason: UnjudgedReason; readonly detail: string }

/** An object, or an empty one in place of anything else. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** The text, or `''` in place of anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The list's texts that hold something; a single text counts as a list of one. */
export function quotesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
}

/** A number inside its scale; anything else is unjudged and never clamped. */
export function numberLeaf(value: unknown, scale: { min: number; max: number }, place: string): Leaf<number> {
  if (value === undefined || value === null) {
    return { value: null, reason: 'missing', detail: `${place} is missing` }
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return { value: null, reason: 'malformed', detail: `${place} is ${show(value)}, not a number` }
  }
  if (value < scale.min || value > scale.max) {
    return { value: null, reason: 'out_of_range', detail: `${place} is ${value}, outside ${scale.min} to ${scale.max}` }
  }
  return { value, reasoning: '', quotes: [] }
}

/** Quotes with whether they stand in the folded material. */
export function verifyQuotes(quotes: readonly string[], folded: string): Evidence[] {
  return quotes.map((quote) => ({ quote, verified: hasQuote(folded, quote) }))
}

/** Schema of an object with exactly these properties, in this order. */
export function closedObject(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Schema of a value on a scale. Short whole-numbered scales are listed, so that the answer's grammar holds them. */
export function scaleSchema(scale: { min: number; max: number }): JsonSchema {
  const whole = Number.isInteger(scale.min) && Number.isInteger(scale.max) && scale.max - scale.min > 1
  if (!whole || scale.max - scale.min > 20) return { type: 'number', description: `from ${scale.min} to ${scale.max}` }
  return { type: 'integer', enum: Array.from({ length: scale.max - scale.min + 1 }, (_, index) => scale.min + index) }
}

/** The scale that a schema of {@link scaleSchema} stands for; null for any other. */
export function scaleOf({ enum: listed, description }: JsonSchema): { min: number; max: number } | null {
  const numbers = Array.isArray(listed) ? listed.filter((value) => typeof value === 'number') : []
  if (numbers.length > 1) return { min: Math.min(...numbers), max: Math.max(...numbers) }
  const [, min, max] = /^from (\S+) to (\S+)$/.exec(textOf(description)) ?? []
  return min === undefined || max === undefined ? null : { min: Number(min), max: Number(max) }
}

/** Schema of the quotes that come before reasons and value. */
export const QUOTES_SCHEMA: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description:
    'short quotes, copied character for character from the material under judgement; empty when there are none',
}

/** Schema of reasons. */
export const REASONS_SCHEMA: JsonSchema = { type: 'string', description: 'one to four sentences' }

/** A number that the model computed though it was told not to, where it differs from ours by more than 0.1. */
export interface ArithmeticMismatch {
  /** Which number. */
  readonly field: string
  /** The judge's. */
  readonly theirs: number
  /** Computed from the parts. */
  readonly ours: number
}

/** Compares what a model computed with what we did. The model's numbers are never used. */
export function mismatches(
  pairs: readonly (readonly [field: string, theirs: unknown, ours: number | null])[],
): ArithmeticMismatch[] {
  return pairs.flatMap(([field, theirs, ours]) =>
    typeof theirs === 'number' && ours !== null && Math.abs(theirs - ours) > 0.1 ? [{ field, theirs, ours }] : [],
  )
}
