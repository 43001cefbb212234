/**
 * `solo` with baseline criteria: which behaviours does a response demonstrate, and how good is it otherwise.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { badInput } from '../errors.js'
import { layOut } from '../prompts/layout.js'
import type { Execution } from '../scoring/behaviours.js'
import type { Bounds } from '../types.js'
import { type Criterion, criteriaMaterial, readCriteria } from './criteria.js'
import type { Mode } from './mode.js'
import type { ArithmeticMismatch } from './reply.js'
import { type BehavioursReading, behavioursSchema, noReading, readBehaviours } from './solo-behaviours-reply.js'
import { scoreReading } from './solo-behaviours-score.js'
import { isEmptyList, type SoloInput, sharedMaterial, soloFields } from './solo-input.js'

/** Input with its criteria. */
export interface SoloBehavioursInput extends SoloInput {
  readonly baseline: readonly Criterion[]
  readonly bonus: readonly Criterion[]
}

/** One criterion, judged. */
export interface BehaviorFinding {
  /** The criterion's id. */
  readonly id: string
  /** The criterion's group. */
  readonly category: string
  /** Null when unjudged. */
  readonly demonstrated: boolean | null
  /** Quote from the response, or null: what is not done shows in no words. */
  readonly evidence: string | null
}

/** Output fields of `solo` with baseline criteria. */
export interface SoloBehaviorsFields {
  /** Every baseline criterion, in order. */
  readonly baseline_behaviors: readonly BehaviorFinding[]
  /** Every bonus criterion, in order. */
  readonly bonus_behaviors: readonly BehaviorFinding[]
  /** Points for what is demonstrated; unjudged criteria count as not. */
  readonly execution: Execution
  /** 0-50: what `execution` could come to. Fewer than eight criteria, or fewer than four bonus ones, cannot reach 50. */
  readonly max_attainable: number
  /** Values 1-10 and their points of 25; null where unjudged. */
  readonly quality: { clear_actionable: number | null; well_structured: number | null; subtotal: number | null }
  /** Values 1-10 and their points of 25; null without a character. */
  readonly persona: { in_character: number | null; enhances_delivery: number | null; subtotal: number | null } | null
  /** A character was given. */
  readonly persona_judged: boolean
  /** 0-100, null where a part is unjudged. */
  readonly weighted_total: number | null
  /** The judge's summary. */
  readonly assessment: string
  /** Criteria that the judge called demonstrated without a quote that stands in the response. They count all the same. */
  readonly unsupported_found: number
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
  /** 0-1: share of the baseline criteria that are demonstrated, with unjudged ones at either end. */
  readonly met_bounds: Bounds
  /** Name of the agent under test. */
  readonly spec?: string
}

const schema = z.strictObject({
  ...soloFields,
  baseline_criteria: z.unknown(),
  bonus_criteria: z.unknown().optional(),
})

const TASK = `Judge which behaviours a response demonstrates. The material "criteria" lists them, one JSON object a line. A criterion is demonstrated when the response does what it says, in whatever words; announcing it, or praising it, does not demonstrate it. A criterion about something that must not happen is demonstrated when the whole response keeps to it.`
const QUESTION = `For every id of "criteria", in their order, and then for every id of "bonus_criteria" (where that is given): quote the words of the response that demonstrate it, or nothing where there are no such words, then say whether it is demonstrated.
Then give your reasons and the values, each 1 to 10: clear_actionable (can a reader act on the response without asking back) and well_structured (does its order help the reader)`
const PERSONA = `, then in_character (does it speak and think as its character throughout) and enhances_delivery (does the character make the response better)`

export const soloBehaviours: Mode<SoloBehavioursInput, BehavioursReading, SoloBehaviorsFields> = {
  name: 'solo',
  promptVersion: 'solo-behaviours-1',

  check(task) {
    const { baseline_criteria, bonus_criteria, ...rest } = parseWith(schema, 'solo', task) as Given
    const baseline = readCriteria('baseline_criteria', baseline_criteria)
    const bonus = isEmptyList(bonus_criteria) ? [] : readCriteria('bonus_criteria', bonus_criteria)
    if (baseline.length === 0) {
      const expected = 'at least one criterion'
      throw badInput('solo', { place: '`baseline_criteria`', expected, received: baseline_criteria })
    }
    return { ...rest, baseline, bonus }
  },

  requests(input) {
    const { material, words } = sharedMaterial(input)
    const hasPersona = input.character !== undefined
    const ids = { baseline: input.baseline.map(({ id }) => id), bonus: input.bonus.map(({ id }) => id) }
    return [
      layOut({
        task: [TASK, ...words].join('\n\n'),
        shared: [
          ...material,
          ...criteriaMaterial('criteria', input.baseline),
          ...criteriaMaterial('bonus_criteria', input.bonus),
        ],
        material: [{ name: 'response', text: input.response }],
        question: `${QUESTION}${hasPersona ? PERSONA : ''}. Close with an assessment of two to four sentences.`,
        schema: behavioursSchema(ids, hasPersona),
        items: input.baseline.length + input.bonus.length,
        label: 'behaviours',
      }),
    ]
  },

  read(input, value) {
    return readBehaviours(value, input)
  },

  score(input, [answer]) {
    if (answer !== undefined && 'parts' in answer) return scoreReading(input, answer.parts)
    return scoreReading(input, noReading(input, answer?.unjudged ?? { reason: 'missing', detail: 'no answer' }))
  },
}

interface Given extends SoloInput {
  readonly baseline_criteria: unknown
  readonly bonus_criteria?: unknown
}
