/**
 * Several samples of one answer become one answer of the same shape: values by median, yes or no and listed words by
 * majority, lists with ids id by id. Texts come from the sample that is nearest to the outcome.
 *
 * @module
 */
import { hasQuote } from '../citations/quote.js'
import type { JsonSchema } from '../models/model.js'
import { median, settleVotes } from '../scoring/samples.js'
import type { SampleValue, SampleVotes } from '../types.js'
import { objectOf, quotesOf, scaleOf } from './reply.js'

/** What several samples came to. */
export interface Combined {
  /** An answer as one sample could have given it. Where the samples tie on an id, it holds both. */
  readonly value: unknown
  readonly votes: SampleVotes
  /**
   * Largest disagreement, 0-1: maximum less minimum as a share of the scale; yes and no, or two words, are 1 apart. Values
   * without a known scale do not count.
   */
  readonly spread: number
  /** Places, those of lists apart, on which the samples tie. */
  readonly ties: readonly string[]
}

interface Node {
  /** One for each sample; undefined where it has nothing here. */
  readonly samples: readonly unknown[]
  readonly schema: JsonSchema
  readonly path: string
}

/**
 * Combines the answers to one question.
 *
 * @param samples - The JSON of each sample, undefined for one that gave none.
 * @param folded - What was shown to the judge, folded: of equal samples the one whose quotes stand there gives the texts.
 */
export function combineSamples(samples: readonly unknown[], schema: JsonSchema, folded: string): Combined {
  const combining = new Combining(folded)
  const value = combining.combine({ samples, schema, path: '' })
  const { votes, spread, ties } = combining
  return { value, votes, spread, ties }
}

class Combining {
  readonly votes: Record<string, readonly SampleValue[]> = {}
  readonly ties: string[] = []
  spread = 0
  /** For each sample, how far it is from the outcome, by place. */
  readonly #distances: Record<string, readonly number[]> = {}
  readonly #folded: string

  constructor(folded: string) {
    this.#folded = folded
  }

  /** Undefined where the samples come to nothing, or the text of one of them has to be chosen by whoever asks. */
  combine(node: Node): unknown {
    const first = node.samples.find((sample) => sample !== undefined && sample !== null)
    if (typeof first === 'object' && !Array.isArray(first)) return this.#combineObject(node)
    if (hasIds(node)) return this.#combineById(node)
    const isVote = typeof first === 'number' || typeof first === 'boolean' || Array.isArray(node.schema.enum)
    return isVote ? this.#vote(node) : undefined
  }

  #vote({ samples, schema, path }: Node): SampleValue | undefined {
    const votes = samples.map((sample) =>
      typeof sample === 'object' || sample === undefined ? null : (sample as SampleValue),
    )
    const { value, tie, spread } = settleVotes(votes)
    const { min, max } = scaleOf(schema) ?? { min: 0, max: 1 }
    const isScaled = votes.every((vote) => typeof vote !== 'number') || scaleOf(schema) !== null
    this.votes[path] = votes
    if (isScaled) this.spread = Math.max(this.spread, Math.min(spread / (max - min), 1))
    if (tie) this.ties.push(path)
    this.#distances[path] = votes.map((vote) => distance(vote, value, max - min))
    return value ?? undefined
  }

  #combineObject({ samples, schema, path }: Node): object {
    const objects = samples.map(objectOf)
    const names = [...new Set(objects.flatMap(Object.keys))]
    const nodes = names.map((name): [string, Node] => [
      name,
      { samples: objects.map((object) => own(object, name)), schema: partOf(schema, name), path: join(path, name) },
    ])
    const combined = nodes.map(([name, node]) => [name, this.combine(node)] as const)
    const nearest = this.#nearest(objects, path)
    const whole = combined.map(([name, value], index) => {
      const node = nodes[index]?.[1]
      return [name, value === undefined && node !== undefined ? this.#choose(node, nearest) : value] as const
    })
    return Object.fromEntries(whole.filter(([, value]) => value !== undefined))
  }

  /** Texts and lists that cannot be voted on are taken whole from one sample. */
  #choose({ samples, schema, path }: Node, nearest: number): unknown {
    if (this.votes[path] !== undefined) return undefined
    const lists = samples.filter((sample) => Array.isArray(sample))
    if (typeof samples[nearest] === 'string' || objectOf(schema.items).type !== 'object') return samples[nearest]
    if (lists.length * 2 <= samples.length) return undefined
    const lengths = samples.map((sample) => (Array.isArray(sample) ? sample.length : null))
    this.votes[join(path, 'length')] = lengths
    const middle = Math.floor(median(lists.map(({ length }) => length)))
    const byNearness = [...lists].sort((a, b) => Math.abs(a.length - middle) - Math.abs(b.length - middle))
    return lengths[nearest] === middle ? samples[nearest] : byNearness[0]
  }

  /** The sample that agrees best with the outcome in this part of the answer. */
  #nearest(objects: readonly Readonly<Record<string, unknown>>[], path: string): number {
    const places = Object.keys(this.#distances).filter((place) => place === path || place.startsWith(join(path, '')))
    const ranks = objects.map((object, index) => {
      const far = places.reduce((sum, place) => sum + (this.#distances[place]?.[index] ?? 1), 0)
      const quotes = Object.values(object).flatMap(quotesOf)
      const standing = quotes.filter((quote) => hasQuote(this.#folded, quote)).length
      return { index, far: Object.keys(object).length === 0 ? Number.POSITIVE_INFINITY : far, standing }
    })
    return ranks.sort((a, b) => a.far - b.far || b.standing - a.standing || a.index - b.index)[0]?.index ?? 0
  }

  /** An id that a sample names twice with different answers has no vote of it. */
  #combineById({ samples, schema, path }: Node): object[] {
    const lists = samples.map((sample) => (Array.isArray(sample) ? sample.map(objectOf) : []))
    const ids = new Map(lists.flat().map(({ id }) => [String(id).toLowerCase(), String(id)]))
    return [...ids].flatMap(([key, id]) => {
      const entries = lists.map((list) => list.filter((item) => String(item.id).toLowerCase() === key))
      const samplesOfId = entries.map(([first, ...others]) =>
        others.some((other) => !agrees(first, other)) ? undefined : first,
      )
      const known = this.ties.length
      const entry = this.#combineObject({ samples: samplesOfId, schema: objectOf(schema.items), path: join(path, id) })
      const [tie] = this.ties.splice(known)
      if (tie === undefined) return [{ ...entry, id }]
      const name = tie.slice(join(path, id).length + 1)
      return [true, false].map((say) => ({ ...entry, id, [name]: say }))
    })
  }
}

function hasIds({ samples, schema }: Node): boolean {
  return 'id' in objectOf(objectOf(schema.items).properties) && samples.some((sample) => Array.isArray(sample))
}

function agrees(a: unknown, b: unknown): boolean {
  const says = (entry: unknown) => Object.values(objectOf(entry)).filter((value) => typeof value === 'boolean')
  return JSON.stringify(says(a)) === JSON.stringify(says(b))
}

function distance(vote: SampleValue, value: SampleValue, scale: number): number {
  if (typeof vote === 'number' && typeof value === 'number') return Math.abs(vote - value) / scale
  return vote === value && vote !== null ? 0 : 1
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function partOf(schema: JsonSchema, name: string): JsonSchema {
  return objectOf(own(objectOf(schema.properties), name))
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
