/**
 * `coherence`: do the four phases of a relay form one piece of work?
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { show } from '../errors.js'
import { layOut } from '../prompts/layout.js'
import { type CoherenceRating, MULTIPLIERS } from '../scoring/relay.js'
import type { UnjudgedPart } from '../types.js'
import type { Mode } from './mode.js'
import * as reply from './reply.js'
import { text } from './solo-input.js'

/** Input of `coherence`. */
export interface CoherenceInput {
  /** The theme that all four characters come from. */
  readonly theme: string
  /** The plan. */
  readonly sm_response: string
  /** The failing tests. */
  readonly tea_response: string
  /** The code. */
  readonly dev_response: string
  /** The review. */
  readonly reviewer_response: string
}

/** What a reply gave. */
export interface CoherenceReading {
  readonly rating: CoherenceRating | null
  readonly reasoning: string
  /** Why there is no rating. */
  readonly open: UnjudgedPart | null
}

/** Output fields of `coherence`. It has no total. */
export interface CoherenceFields {
  /** Null only while it is unjudged, and then there is no judgement. */
  readonly rating: CoherenceRating | null
  /** The judge's reasons. */
  readonly reasoning: string
  /** 1.2, 1 or 0.8; see {@link scoreRelay}. */
  readonly multiplier: number | null
}

const RATINGS = Object.keys(MULTIPLIERS) as CoherenceRating[]
const RESPONSES = ['sm_response', 'tea_response', 'dev_response', 'reviewer_response'] as const

const schema = z.strictObject({
  mode: z.literal('coherence'),
  theme: text,
  sm_response: text,
  tea_response: text,
  dev_response: text,
  reviewer_response: text,
})

const TASK = `Judge whether four pieces of work form one chain: the plan in the material "sm_response", the failing tests in "tea_response", the code in "dev_response" and the review in "reviewer_response". The material "theme" says which theme their characters come from.

The ratings:
- excellent: each piece takes up what the one before handed on, nothing is lost or contradicted, and the characters speak as one team of the theme.
- good: the pieces fit; what is lost or said anew on the way changes no result.
- poor: a piece ignores or contradicts the one before it, so that its work is lost or has to be done again.`
const QUESTION = `Rate the chain. First the quotes that decide it, then the reasons: for each of the three handovers what was taken up and what was lost. Then the rating: "excellent", "good" or "poor".`

const SCHEMA = reply.closedObject({
  evidence: reply.QUOTES_SCHEMA,
  reasoning: reply.REASONS_SCHEMA,
  rating: { type: 'string', enum: RATINGS },
})

export const coherence: Mode<CoherenceInput, CoherenceReading, CoherenceFields> = {
  name: 'coherence',
  promptVersion: 'coherence-1',

  check(task) {
    return parseWith(schema, 'coherence', task)
  },

  requests(input) {
    return [
      layOut({
        task: TASK,
        shared: [{ name: 'theme', text: input.theme }],
        material: RESPONSES.map((name) => ({ name, text: input[name] })),
        question: QUESTION,
        schema: SCHEMA,
        label: 'coherence',
      }),
    ]
  },

  read(_input, value) {
    const { rating, reasoning } = reply.objectOf(value)
    const parts = { ...readRating(rating), reasoning: reply.textOf(reasoning) }
    return { parts, problems: parts.open === null ? [] : [parts.open.detail] }
  },

  score(_input, [answer]) {
    const { rating, reasoning, open } =
      answer !== undefined && 'parts' in answer ? answer.parts : noReading(answer?.unjudged)
    return {
      fields: { rating, reasoning, multiplier: rating && MULTIPLIERS[rating] },
      judged: rating !== null,
      total: null,
      bounds: { lower: 0, upper: 100 },
      unjudged: open === null ? [] : [open],
      warnings: [],
    }
  },
}

/** The service does not promise the case of listed words. */
function readRating(given: unknown): Pick<CoherenceReading, 'rating' | 'open'> {
  const word = reply.textOf(given).trim().toLowerCase()
  const rating = RATINGS.find((name) => name === word)
  if (rating !== undefined) return { rating, open: null }
  const missing = given === undefined || given === null
  const detail = missing ? 'the rating is missing' : `the rating is ${show(given)}, not one of ${RATINGS.join(', ')}`
  return { rating: null, open: { part: 'rating', reason: missing ? 'missing' : 'malformed', detail } }
}

function noReading(why: Omit<UnjudgedPart, 'part'> = { reason: 'missing', detail: 'no answer' }): CoherenceReading {
  return { rating: null, reasoning: '', open: { part: 'rating', ...why } }
}
