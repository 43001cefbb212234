/**
 * From what a judge wrote in free text to one value: for transports without structured output, and for recorded answers
 * (spec/judging.md, "Validation and the result envelope").
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'
import { type Found, jsonObjectsIn } from './json-objects.js'
import { describeJudgement } from './judgement.js'
import { scoreTablesIn } from './tables.js'

/** What a text gave. */
export type TextReading =
  | { readonly value: unknown }
  | {
      /** `contradictory`: several whole answers that differ. `malformed`: no answer that could be told. */
      readonly reason: 'contradictory' | 'malformed'
      readonly detail: string
    }

/** What is known of the question. */
export interface Question {
  /** Everything that the judge was shown: what stands in it word for word is no answer. */
  readonly material: readonly string[]
  /** Shape of the answer. */
  readonly schema: JsonSchema
  /** Whether a value answers everything that was asked. */
  isComplete(value: unknown): boolean
}

/** More objects than this are no answer, and each is looked for in the material. */
const MAX_OBJECTS = 100
/** Lines that open or close a fence. JSON holds no raw line ends inside texts, so none of them is cut. */
const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})[ \t]*[\w-]*[ \t]*$/m

/**
 * Reads bare JSON, JSON in a fence, prose around either, and a Markdown table of scores.
 *
 * Whole answers that agree in every judgement count as one, the last; those that differ are `contradictory`. An incomplete
 * answer counts only when it is the one thing that could be an answer. Objects that stand in the material never count.
 */
export function readText(text: string, { material, schema, isComplete }: Question): TextReading {
  const found = distinct(text.split(FENCE_LINE).flatMap((part) => [...jsonObjectsIn(part), ...scoreTablesIn(part)]))
  if (found.length === 0) return nothing('the reply holds no JSON object and no table of scores')
  if (found.length > MAX_OBJECTS) return nothing(`the reply holds more than ${MAX_OBJECTS} JSON objects`)
  const shown = squeeze(material.join('\n'))
  const own = found.filter((one) => !shown.includes(squeeze(one.text)))
  if (own.length === 0) return nothing('the reply only repeats objects that stand in the material')
  const complete = own.filter(({ value }) => isComplete(value))
  const judgements = new Set(complete.map(({ value }) => describeJudgement(value, schema)))
  if (judgements.size > 1) {
    return { reason: 'contradictory', detail: `the reply holds ${judgements.size} whole answers that differ` }
  }
  const answer = complete.at(-1) ?? (own.length === 1 ? own[0] : undefined)
  return answer ? { value: answer.value } : nothing(`the reply holds ${own.length} objects, none a complete answer`)
}

function nothing(detail: string): TextReading {
  return { reason: 'malformed', detail }
}

function distinct(found: readonly Found[]): Found[] {
  return [...new Map(found.map((one) => [one.text, one])).values()]
}

/** An echo may be laid out anew or freed of escapes, so white space, backslashes and what they stand for do not count. */
function squeeze(text: string): string {
  return text.replace(/\\+[nrt]?|\s+/g, '')
}
