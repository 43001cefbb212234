/**
 * `evalset`: one case of an eval set, each dimension asked about in isolation, 0 to 1 (spec/eval-sets.md).
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'
import { type Material, shownText } from '../prompts/fence.js'
import { layOut } from '../prompts/layout.js'
import { EVAL_DIMENSIONS } from '../rubrics/eval-dimensions.js'
import { foldText } from '../text.js'
import type { DimensionRecord, EvalCase, EvalSet, Produced, SetDimension, UnjudgedPart } from '../types.js'
import type { Mode } from './mode.js'
import * as reply from './reply.js'

/** One case with what was produced for it, and the dimensions to ask about. */
export interface EvalCaseInput {
  readonly set: EvalSet
  readonly case: EvalCase
  readonly produced: Produced
  /** Those that apply in this mode and are not settled otherwise. */
  readonly dimensions: readonly SetDimension[]
}

/** What the reply about one dimension gave. */
export interface EvalReading {
  readonly leaf: reply.Leaf<number>
}

/** The dimensions that were asked about. */
export interface EvalCaseFields {
  readonly dimensions: Readonly<Record<string, DimensionRecord>>
}

const SCALE = { min: 0, max: 1 }
const TASK = `Judge what an agent produced for one case of an eval set. You are asked about one dimension at a time; judge that one only.`

/** One schema for all dimensions, so that the prompt cache holds from one to the next. */
const SCHEMA: JsonSchema = reply.closedObject({
  evidence: reply.QUOTES_SCHEMA,
  justification: reply.REASONS_SCHEMA,
  score: { type: 'number', description: 'from 0 to 1' },
})

export const evalCase: Mode<EvalCaseInput, EvalReading, EvalCaseFields> = {
  name: 'evalset',
  promptVersion: 'evalset-1',

  check(task) {
    // Eval sets are checked when they are read, and what a subject returns when it returns.
    return task as EvalCaseInput
  },

  requests(input) {
    const material = caseMaterial(input)
    return input.dimensions.map((dimension) =>
      layOut({
        task: TASK,
        shared: [],
        material,
        extra: extraMaterial(input, dimension),
        question: question(dimension),
        schema: SCHEMA,
        label: `${input.set.feature} > ${input.case.id} > ${dimension.name}`,
      }),
    )
  },

  read(input, value, index) {
    const { score, justification, evidence } = reply.objectOf(value)
    const name = input.dimensions[index]?.name ?? ''
    const leaf = reply.numberLeaf(score, SCALE, `the score of "${name}"`)
    if (leaf.value === null) return { parts: { leaf }, problems: [leaf.detail] }
    const whole = { ...leaf, reasoning: reply.textOf(justification), quotes: reply.quotesOf(evidence) }
    return { parts: { leaf: whole }, problems: [] }
  },

  score(input, answers) {
    const { output, diff = '' } = input.produced
    const folded = foldText([output, diff, toolText(input.produced)].map(shownText).join('\n'))
    const dimensions: Record<string, DimensionRecord> = {}
    const unjudged: UnjudgedPart[] = []
    for (const [index, { name }] of input.dimensions.entries()) {
      const answer = answers[index] ?? { unjudged: { reason: 'missing' as const, detail: 'no answer' } }
      const leaf = 'parts' in answer ? answer.parts.leaf : { value: null, ...answer.unjudged }
      if (leaf.value === null) {
        unjudged.push({ part: name, reason: leaf.reason, detail: leaf.detail })
        dimensions[name] = {
          state: 'unjudged',
          score: null,
          justification: '',
          reason: `${leaf.reason}: ${leaf.detail}`,
        }
      } else {
        const evidence = reply.verifyQuotes(leaf.quotes, folded)
        dimensions[name] = { state: 'scored', score: leaf.value, justification: leaf.reasoning, evidence }
      }
    }
    return {
      fields: { dimensions },
      judged: unjudged.length < input.dimensions.length,
      total: null,
      bounds: { lower: 0, upper: 100 },
      unjudged,
      warnings: [],
    }
  },
}

function question(dimension: SetDimension): string {
  const known = EVAL_DIMENSIONS[dimension.name]
  const about =
    known ??
    (dimension.measures ? 'The material "dimension" says what it measures.' : 'Its name says what it measures.')
  const direction = dimension.invert
    ? 'Give a likelihood or extent: lower is better.'
    : 'Give how far it is reached: higher is better.'
  return `Dimension: ${dimension.name}\n${about}\n${direction}\nFirst the quotes that decide it, then the justification, then the score from 0 to 1.`
}

function caseMaterial({ case: { input, expected, must_not }, produced }: EvalCaseInput): Material[] {
  const material: Material[] = [{ name: 'input', text: textOf(input) }]
  if (expected !== '') material.push({ name: 'expected', text: expected })
  if (must_not.length > 0)
    material.push({ name: 'must_not', text: must_not.map((entry) => JSON.stringify(entry)).join('\n') })
  material.push({ name: 'produced', text: produced.output })
  if (produced.diff !== undefined) material.push({ name: 'produced_change', text: produced.diff })
  return material
}

function extraMaterial({ produced }: EvalCaseInput, dimension: SetDimension): Material[] {
  const material: Material[] = []
  if (dimension.category === 'process') material.push({ name: 'tool_calls', text: toolText(produced) })
  if (dimension.measures !== undefined && !Object.hasOwn(EVAL_DIMENSIONS, dimension.name)) {
    material.push({ name: 'dimension', text: dimension.measures })
  }
  return material
}

function toolText({ toolCalls }: Produced): string {
  return (toolCalls ?? []).map((call) => JSON.stringify(call)).join('\n')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
