/**
 * `solo` with a rubric: one response, one value for each dimension.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import type { JudgeRequest } from '../models/model.js'
import { shownText } from '../prompts/fence.js'
import { describeRubric, layOut, layOutEach } from '../prompts/layout.js'
import { checkRubric, judgedDimensions } from '../rubrics/rubric.js'
import { PERSONA_DIMENSIONS, unified } from '../rubrics/unified.js'
import { weightedTotal } from '../scoring/weighted.js'
import { foldText } from '../text.js'
import type { Dimension, Rubric } from '../types.js'
import { type Judging, judgingField, splitDimensions } from './judging.js'
import type { Answer, Mode } from './mode.js'
import type { ArithmeticMismatch } from './reply.js'
import * as reply from './reply.js'
import type { DimensionScore, RubricLeaves } from './rubric-reply.js'
import * as rubricReply from './rubric-reply.js'
import { type SoloInput, sharedMaterial, soloFields } from './solo-input.js'

/** Input with its rubric. */
export interface SoloRubricInput extends SoloInput {
  readonly rubric: Rubric
  /** Dimensions of the rubric that are judged: without a character those of the persona are not. */
  readonly dimensions: readonly Dimension[]
  readonly judging: Judging
}

/** What a reply gave. */
export interface SoloRubricReading {
  readonly leaves: RubricLeaves
  readonly assessment: string
  readonly weightedTotal: unknown
}

/** Output fields of `solo` with a rubric. */
export interface SoloRubricFields {
  /** By dimension. */
  readonly scores: Readonly<Record<string, DimensionScore>>
  /** 0-100, null where a dimension is unjudged. */
  readonly weighted_total: number | null
  /** The judge's summary; empty where each dimension was judged apart. */
  readonly assessment: string
  /** A persona dimension was judged. */
  readonly persona_judged: boolean
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
  /** Name of the agent under test. */
  readonly spec?: string
}

const schema = z.strictObject({ ...soloFields, rubric: z.unknown().optional(), judging: judgingField.optional() })

const TASK = `Judge one response of an agent on every dimension of this rubric, each by itself.`
const QUESTION = `Judge the material "response" on each dimension of the rubric. For each: first the quotes from the response that decide it, then the reasons, then the value. Close with an assessment of two to four sentences.`
const APART_TASK = `Judge one response of an agent. You are asked about one dimension at a time; judge that one only.`
const APART_QUESTION = `Judge the material "response" on this one dimension. First the quotes from the response that decide it, then the reasons, then the value.`

export const soloRubric: Mode<SoloRubricInput, SoloRubricReading, SoloRubricFields> = {
  name: 'solo',
  promptVersion: 'solo-rubric-1',

  rubric({ dimensions, judging }) {
    return { dimensions, judging }
  },

  check(task) {
    const given = parseWith(schema, 'solo', task) as SoloInput & { rubric?: unknown; judging?: Judging }
    const rubric = given.rubric === undefined ? unified : checkRubric(given.rubric)
    const dimensions = judgedDimensions(rubric, given.character !== undefined)
    return { ...given, rubric, dimensions, judging: given.judging ?? 'together' }
  },

  requests(input) {
    return input.judging === 'together' ? [togetherRequest(input)] : apartRequests(input)
  },

  read(input, value, index) {
    const answer = reply.objectOf(value)
    const apart = input.judging === 'apart' ? input.dimensions[index] : undefined
    const leaves =
      apart === undefined
        ? rubricReply.readScores(input.dimensions, answer.scores)
        : rubricReply.readScores([apart], { [apart.name]: answer })
    const assessment = reply.textOf(answer.assessment)
    return {
      parts: { leaves, assessment, weightedTotal: answer.weighted_total },
      problems: rubricReply.problemsOf(leaves),
    }
  },

  score(input, answers) {
    const leaves = leavesOf(input, answers)
    const scores = rubricReply.scoredDimensions(input.dimensions, leaves, foldText(shownText(input.response)))
    const unjudged = rubricReply.openDimensions(leaves)
    const { total, bounds } = weightedTotal(input.dimensions, rubricReply.valuesOf(leaves))
    const [answer] = input.judging === 'together' ? answers : []
    const parts = answer !== undefined && 'parts' in answer ? answer.parts : null
    const invented = Object.values(scores).flatMap(({ evidence }) => evidence.filter((item) => !item.verified))
    return {
      fields: {
        scores,
        weighted_total: total,
        assessment: parts?.assessment ?? '',
        persona_judged: input.dimensions.some(({ name }) => PERSONA_DIMENSIONS.has(name)),
        arithmetic_mismatch: reply.mismatches([['weighted_total', parts?.weightedTotal, total]]),
        ...(input.spec === undefined ? {} : { spec: input.spec }),
      },
      judged: unjudged.length < input.dimensions.length,
      total,
      bounds,
      unjudged,
      warnings: invented.length === 0 ? [] : [`${invented.length} of the judge's quotes do not stand in the response`],
    }
  },
}

function togetherRequest(input: SoloRubricInput): JudgeRequest {
  const { material, words } = sharedMaterial(input)
  return layOut({
    task: [TASK, describeRubric(input.dimensions), ...words].join('\n\n'),
    shared: material,
    material: [{ name: 'response', text: input.response }],
    question: QUESTION,
    schema: reply.closedObject({
      scores: rubricReply.scoresSchema(input.dimensions),
      assessment: { type: 'string' },
    }),
    items: input.dimensions.length,
    label: input.rubric.name ?? 'rubric',
  })
}

/** Each dimension stands in its question, so that the prompt cache holds from one to the next. */
function apartRequests(input: SoloRubricInput): JudgeRequest[] {
  const { material, words } = sharedMaterial(input)
  const plan = {
    task: [APART_TASK, ...words].join('\n\n'),
    shared: material,
    material: [{ name: 'response', text: input.response }],
  }
  const questions = input.dimensions.map((dimension) => ({
    question: `${APART_QUESTION}\n\n${describeRubric([dimension])}`,
    schema: rubricReply.scoreSchema(dimension),
    label: `${input.rubric.name ?? 'rubric'} > ${dimension.name}`,
  }))
  return layOutEach(plan, questions)
}

function leavesOf(input: SoloRubricInput, answers: readonly Answer<SoloRubricReading>[]): RubricLeaves {
  const asked = splitDimensions(input.dimensions, input.judging)
  return Object.assign(
    {},
    ...asked.map((dimensions, index) => {
      const answer = answers[index] ?? { unjudged: { reason: 'missing', detail: 'no answer' } }
      return 'parts' in answer ? answer.parts.leaves : rubricReply.noScores(dimensions, answer.unjudged)
    }),
  )
}
