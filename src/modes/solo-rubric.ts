/**
 * `solo` with a rubric: one response, one value for each dimension.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { shownText } from '../prompts/fence.js'
import { describeRubric, layOut } from '../prompts/layout.js'
import { checkRubric, judgedDimensions } from '../rubrics/rubric.js'
import { PERSONA_DIMENSIONS, unified } from '../rubrics/unified.js'
import { weightedTotal } from '../scoring/weighted.js'
import { foldText } from '../text.js'
import type { Dimension, Rubric } from '../types.js'
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
  /** The judge's summary. */
  readonly assessment: string
  /** A persona dimension was judged. */
  readonly persona_judged: boolean
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
  /** Name of the agent under test. */
  readonly spec?: string
}

const schema = z.strictObject({ ...soloFields, rubric: z.unknown().optional() })

const TASK = `Judge one response of an agent on every dimension of this rubric, each by itself.`
const QUESTION = `Judge the material "response" on each dimension of the rubric. For each: first the quotes from the response that decide it, then the reasons, then the value. Close with an assessment of two to four sentences.`

export const soloRubric: Mode<SoloRubricInput, SoloRubricReading, SoloRubricFields> = {
  name: 'solo',
  promptVersion: 'solo-rubric-1',

  check(task) {
    const given = parseWith(schema, 'solo', task) as SoloInput & { rubric?: unknown }
    const rubric = given.rubric === undefined ? unified : checkRubric(given.rubric)
    return { ...given, rubric, dimensions: judgedDimensions(rubric, given.character !== undefined) }
  },

  requests(input) {
    const { material, words } = sharedMaterial(input)
    return [
      layOut({
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
      }),
    ]
  },

  read(input, value) {
    const answer = reply.objectOf(value)
    const leaves = rubricReply.readScores(input.dimensions, answer.scores)
    const assessment = reply.textOf(answer.assessment)
    return {
      parts: { leaves, assessment, weightedTotal: answer.weighted_total },
      problems: rubricReply.problemsOf(leaves),
    }
  },

  score(input, [answer]) {
    const leaves = leavesOf(input, answer)
    const scores = rubricReply.scoredDimensions(leaves, foldText(shownText(input.response)))
    const unjudged = rubricReply.openDimensions(leaves)
    const { total, bounds } = weightedTotal(input.dimensions, rubricReply.valuesOf(leaves))
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

function leavesOf(input: SoloRubricInput, answer: Answer<SoloRubricReading> | undefined): RubricLeaves {
  if (answer !== undefined && 'parts' in answer) return answer.parts.leaves
  return rubricReply.noScores(input.dimensions, answer?.unjudged ?? { reason: 'missing', detail: 'no answer' })
}
