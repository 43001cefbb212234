/**
 * `solo` with a rubric: one response, one value for each dimension.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import type { JsonSchema } from '../models/model.js'
import { shownText } from '../prompts/fence.js'
import { describeRubric, layOut } from '../prompts/layout.js'
import { checkRubric, judgedDimensions } from '../rubrics/rubric.js'
import { PERSONA_DIMENSIONS, unified } from '../rubrics/unified.js'
import { DEFAULT_SCALE, weightedTotal } from '../scoring/weighted.js'
import { foldText } from '../text.js'
import type { Dimension, Evidence, Rubric, UnjudgedPart } from '../types.js'
import type { Answer, Mode } from './mode.js'
import type { ArithmeticMismatch } from './reply.js'
import * as reply from './reply.js'
import { type SoloInput, sharedMaterial, soloFields } from './solo-input.js'

/** Input with its rubric. */
export interface SoloRubricInput extends SoloInput {
  readonly rubric: Rubric
  /** Dimensions of the rubric that are judged: without a character those of the persona are not. */
  readonly dimensions: readonly Dimension[]
}

/** What a reply gave. */
export interface SoloRubricReading {
  readonly leaves: Readonly<Record<string, reply.Leaf<number>>>
  readonly assessment: string
  readonly weightedTotal: unknown
}

/** Output fields of `solo` with a rubric. */
export interface SoloRubricFields {
  /** By dimension; `value` is null where it is unjudged. */
  readonly scores: Readonly<Record<string, { value: number | null; reasoning: string; evidence: readonly Evidence[] }>>
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

/** Property name of a dimension in the answer: plain letters, as structured outputs want them. */
function keysOf(dimensions: readonly Dimension[]): string[] {
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

function answerSchema(dimensions: readonly Dimension[]): JsonSchema {
  const keys = keysOf(dimensions)
  const properties = dimensions.map((dimension, index) => [
    keys[index] ?? dimension.name,
    reply.closedObject({
      evidence: reply.QUOTES_SCHEMA,
      reasoning: reply.REASONS_SCHEMA,
      value: reply.scaleSchema(dimension.scale ?? DEFAULT_SCALE),
    }),
  ])
  return reply.closedObject({
    scores: reply.closedObject(Object.fromEntries(properties)),
    assessment: { type: 'string' },
  })
}

function readLeaf(dimension: Dimension, given: unknown): reply.Leaf<number> {
  const { value, reasoning, evidence } = reply.objectOf(given)
  const leaf = reply.numberLeaf(value, dimension.scale ?? DEFAULT_SCALE, `the value of "${dimension.name}"`)
  return leaf.value === null ? leaf : { ...leaf, reasoning: reply.textOf(reasoning), quotes: reply.quotesOf(evidence) }
}

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
        schema: answerSchema(input.dimensions),
        items: input.dimensions.length,
        label: input.rubric.name ?? 'rubric',
      }),
    ]
  },

  read(input, value) {
    const answer = reply.objectOf(value)
    const scores = reply.objectOf(answer.scores)
    const keys = keysOf(input.dimensions)
    const leaves: Record<string, reply.Leaf<number>> = {}
    for (const [index, dimension] of input.dimensions.entries()) {
      leaves[dimension.name] = readLeaf(dimension, scores[keys[index] ?? ''] ?? scores[dimension.name])
    }
    const problems = Object.values(leaves).flatMap((leaf) => (leaf.value === null ? [leaf.detail] : []))
    const assessment = reply.textOf(answer.assessment)
    return { parts: { leaves, assessment, weightedTotal: answer.weighted_total }, problems }
  },

  score(input, [answer]) {
    const leaves = leavesOf(input, answer)
    const folded = foldText(shownText(input.response))
    const scores: Record<string, { value: number | null; reasoning: string; evidence: Evidence[] }> = {}
    const unjudged: UnjudgedPart[] = []
    for (const [name, leaf] of Object.entries(leaves)) {
      if (leaf.value === null) unjudged.push({ part: name, reason: leaf.reason, detail: leaf.detail })
      const { reasoning, quotes } = leaf.value === null ? { reasoning: '', quotes: [] } : leaf
      scores[name] = { value: leaf.value, reasoning, evidence: reply.verifyQuotes(quotes, folded) }
    }
    const values = Object.fromEntries(Object.entries(leaves).map(([name, leaf]) => [name, leaf.value]))
    const { total, bounds } = weightedTotal(input.dimensions, values)
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

function leavesOf(
  input: SoloRubricInput,
  answer: Answer<SoloRubricReading> | undefined,
): Readonly<Record<string, reply.Leaf<number>>> {
  if (answer !== undefined && 'parts' in answer) return answer.parts.leaves
  const why = answer?.unjudged ?? { reason: 'missing' as const, detail: 'no answer' }
  return Object.fromEntries(input.dimensions.map(({ name }) => [name, { value: null, ...why }]))
}
