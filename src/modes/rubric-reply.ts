/**
 * What a judge is to answer about the dimensions of a rubric, and reading it.
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'
import { DEFAULT_SCALE, share } from '../scoring/weighted.js'
import type { Dimension, Evidence, UnjudgedPart } from '../types.js'
import * as reply from './reply.js'

/** What a reply gave, by dimension. */
export type RubricLeaves = Readonly<Record<string, reply.Leaf<number>>>

/** One dimension, judged. */
export interface DimensionScore {
  /** On the dimension's own scale; null where it is unjudged. */
  readonly value: number | null
  /** Share of the dimension's weight that the value earns, 0-1, 1 is best also where `invert` mirrors; null where it is unjudged. */
  readonly share: number | null
  /** The judge's reasons. */
  readonly reasoning: string
  /** Quotes that the judge gave. */
  readonly evidence: readonly Evidence[]
}

/** Schema of the scores: evidence and reasons stand before the value. */
export function scoresSchema(dimensions: readonly Dimension[]): JsonSchema {
  const keys = keysOf(dimensions)
  const properties = dimensions.map((dimension, index) => [keys[index] ?? dimension.name, scoreSchema(dimension)])
  return reply.closedObject(Object.fromEntries(properties))
}

/** Schema of one score; the same for all dimensions of one scale. */
export function scoreSchema({ scale = DEFAULT_SCALE }: Dimension): JsonSchema {
  return reply.closedObject({
    evidence: reply.QUOTES_SCHEMA,
    reasoning: reply.REASONS_SCHEMA,
    value: reply.scaleSchema(scale),
  })
}

/** Property name of a dimension in the answer: plain letters, as structured outputs want them. */
export function keysOf(dimensions: readonly { readonly name: string }[]): string[] {
  const taken = new Set<string>()
  return dimensions.map(({ name }, index) => {
    const plain = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, 60)
    // Two underscores: no name becomes a key like that.
    const key = plain === '' || taken.has(plain) ? `dimension__${index + 1}` : plain
    taken.add(key)
    return key
  })
}

/**
 * Reads the scores; a dimension is found by its property name or by its own.
 *
 * @param of - Whose value it is, for the problems: ` of A`.
 */
export function readScores(dimensions: readonly Dimension[], given: unknown, of = ''): RubricLeaves {
  const scores = reply.objectOf(given)
  const keys = keysOf(dimensions)
  return Object.fromEntries(
    dimensions.map((dimension, index) => [
      dimension.name,
      readLeaf(dimension, givenFor(scores, keys, index, dimension.name), of),
    ]),
  )
}

function readLeaf(dimension: Dimension, given: unknown, of: string): reply.Leaf<number> {
  const { value, reasoning, evidence } = reply.objectOf(given)
  const leaf = reply.numberLeaf(value, dimension.scale ?? DEFAULT_SCALE, `the value of "${dimension.name}"${of}`)
  return leaf.value === null ? leaf : { ...leaf, reasoning: reply.textOf(reasoning), quotes: reply.quotesOf(evidence) }
}

/** What is wrong with the values, in words for the judge. */
export function problemsOf(leaves: RubricLeaves): string[] {
  return Object.values(leaves).flatMap((leaf) => (leaf.value === null ? [leaf.detail] : []))
}

/** Stands in for a reply that never came. */
export function noScores(dimensions: readonly Dimension[], why: Omit<UnjudgedPart, 'part'>): RubricLeaves {
  return Object.fromEntries(dimensions.map(({ name }) => [name, { value: null, ...why }]))
}

/** The values by dimension, as the arithmetic takes them. */
export function valuesOf(leaves: RubricLeaves): Record<string, number | null> {
  return Object.fromEntries(Object.entries(leaves).map(([name, leaf]) => [name, leaf.value]))
}

/**
 * The dimensions as they are stored, with their quotes looked up.
 *
 * @param folded - The material that quotes must come from, folded.
 */
export function scoredDimensions(
  dimensions: readonly Dimension[],
  leaves: RubricLeaves,
  folded: string,
): Record<string, DimensionScore> {
  const byName = new Map(dimensions.map((dimension) => [dimension.name, dimension]))
  return Object.fromEntries(
    Object.entries(leaves).map(([name, leaf]) => {
      const dimension = byName.get(name)
      const { reasoning, quotes } = leaf.value === null ? { reasoning: '', quotes: [] } : leaf
      return [
        name,
        {
          value: leaf.value,
          share: leaf.value === null || dimension === undefined ? null : share(dimension, leaf.value),
          reasoning,
          evidence: reply.verifyQuotes(quotes, folded),
        },
      ]
    }),
  )
}

/** The dimensions that are unjudged, and why. */
export function openDimensions(leaves: RubricLeaves): UnjudgedPart[] {
  return Object.entries(leaves).flatMap(([part, leaf]) =>
    leaf.value === null ? [{ part, reason: leaf.reason, detail: leaf.detail }] : [],
  )
}

/** By its key, else by its name, unless that is the key of another dimension. */
function givenFor(
  scores: Readonly<Record<string, unknown>>,
  keys: readonly string[],
  index: number,
  name: string,
): unknown {
  return scores[keys[index] ?? ''] ?? (keys.includes(name) ? undefined : scores[name])
}
