/**
 * `evalset`: one case of an eval set, 0 to 1. Each dimension is asked about in isolation, so that none colours another, unless
 * the user wants them together.
 *
 * @module
 */
import type { JsonSchema, JudgeRequest } from '../models/model.js'
import { type Material, shownText } from '../prompts/fence.js'
import { layOut, layOutEach } from '../prompts/layout.js'
import { isPlainName } from '../prompts/plain-name.js'
import { EVAL_DIMENSIONS } from '../rubrics/eval-dimensions.js'
import { foldText } from '../text.js'
import { showToolCalls } from '../trajectory/shorten.js'
import type { DimensionRecord, EvalCase, EvalSet, Produced, SetDimension, UnjudgedPart } from '../types.js'
import { type Judging, splitDimensions } from './judging.js'
import type { Mode } from './mode.js'
import * as reply from './reply.js'
import { keysOf } from './rubric-reply.js'

/** One case with what was produced for it, and the dimensions to ask about. */
export interface EvalCaseInput {
  readonly set: EvalSet
  readonly case: EvalCase
  readonly produced: Produced
  /** Those that apply in this mode and are not settled otherwise. */
  readonly dimensions: readonly SetDimension[]
  /** Default `apart`. */
  readonly judging?: Judging
}

/** What a reply gave, by dimension. */
export interface EvalReading {
  readonly leaves: Readonly<Record<string, reply.Leaf<number>>>
}

/** The dimensions that were asked about. */
export interface EvalCaseFields {
  readonly dimensions: Readonly<Record<string, DimensionRecord>>
}

const SCALE = { min: 0, max: 1 }
const NO_ANSWER = { reason: 'missing', detail: 'no answer' } as const
const STEPS = 'First the quotes that decide it, then the justification, then the score from 0 to 1.'
const TASK = `Judge what an agent produced for one case of an eval set. You are asked about one dimension at a time; judge that one only.`
const TOGETHER_TASK = `Judge what an agent produced for one case of an eval set, on several dimensions. Judge each by itself.`

/** One schema for all dimensions, so that the prompt cache holds from one to the next. */
const SCHEMA: JsonSchema = reply.closedObject({
  evidence: reply.QUOTES_SCHEMA,
  justification: reply.REASONS_SCHEMA,
  score: { type: 'number', description: 'from 0 to 1' },
})

export const evalCase: Mode<EvalCaseInput, EvalReading, EvalCaseFields> = {
  name: 'evalset',
  promptVersion: 'evalset-1',

  rubric(input) {
    return { dimensions: input.set.rubric.dimensions, judging: judgingOf(input) }
  },

  check(task) {
    // Eval sets are checked when they are read, and what a subject returns when it returns.
    return task as EvalCaseInput
  },

  requests(input) {
    return judgingOf(input) === 'apart' ? apartRequests(input) : [togetherRequest(input)]
  },

  read(input, value, index) {
    const answer = reply.objectOf(value)
    const asked = splitDimensions(input.dimensions, judgingOf(input))[index] ?? []
    const keys = keysOf(asked.map(plainly))
    const leaves = asked.map(({ name }, place): [string, reply.Leaf<number>] => [
      name,
      readLeaf(name, judgingOf(input) === 'apart' ? answer : reply.objectOf(answer[keys[place] ?? ''])),
    ])
    const problems = leaves.flatMap(([, leaf]) => (leaf.value === null ? [leaf.detail] : []))
    return { parts: { leaves: Object.fromEntries(leaves) }, problems }
  },

  score(input, answers) {
    const { output, diff = '' } = input.produced
    const folded = foldText([output, diff, toolText(input.produced)].map(shownText).join('\n'))
    const dimensions: Record<string, DimensionRecord> = {}
    const unjudged: UnjudgedPart[] = []
    for (const [index, { name }] of input.dimensions.entries()) {
      const answer = answers[judgingOf(input) === 'apart' ? index : 0] ?? { unjudged: NO_ANSWER }
      const given = 'parts' in answer ? answer.parts.leaves[name] : { value: null, ...answer.unjudged }
      const leaf = given ?? { value: null, ...NO_ANSWER }
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

function judgingOf({ judging = 'apart' }: EvalCaseInput): Judging {
  return judging
}

function readLeaf(
  name: string,
  { score, justification, evidence }: Readonly<Record<string, unknown>>,
): reply.Leaf<number> {
  const leaf = reply.numberLeaf(score, SCALE, `the score of "${name}"`)
  if (leaf.value === null) return leaf
  return { ...leaf, reasoning: reply.textOf(justification), quotes: reply.quotesOf(evidence) }
}

function apartRequests(input: EvalCaseInput): JudgeRequest[] {
  const questions = input.dimensions.map((dimension) => ({
    extra: extraMaterial(input, [dimension]),
    question: `${describe(dimension, 0)}\n${STEPS}`,
    schema: SCHEMA,
    label: `${input.set.feature} > ${input.case.id} > ${dimension.name}`,
  }))
  return layOutEach({ task: TASK, shared: [], material: caseMaterial(input) }, questions)
}

function togetherRequest(input: EvalCaseInput): JudgeRequest {
  const { dimensions } = input
  const keys = keysOf(dimensions.map(plainly))
  return layOut({
    task: TOGETHER_TASK,
    shared: [],
    material: caseMaterial(input),
    extra: extraMaterial(input, dimensions),
    question: `${dimensions.map(describe).join('\n\n')}\n\nFor each dimension: ${STEPS}`,
    schema: reply.closedObject(Object.fromEntries(keys.map((key) => [key, SCHEMA]))),
    items: dimensions.length,
    label: `${input.set.feature} > ${input.case.id}`,
  })
}

/** The dimension as questions call it; a name that says more than a name is told in the material "dimension". */
function plainly(dimension: SetDimension, index: number): { name: string; isNamed: boolean } {
  const isNamed = isPlainName(dimension.name)
  return { name: isNamed ? dimension.name : `dimension__${index + 1}`, isNamed }
}

function describe(dimension: SetDimension, index: number): string {
  const { name, isNamed } = plainly(dimension, index)
  const known = Object.hasOwn(EVAL_DIMENSIONS, name) ? EVAL_DIMENSIONS[name] : undefined
  const isTold = Boolean(dimension.measures) || !isNamed
  const about =
    known ?? (isTold ? 'The material "dimension" says what it measures.' : 'Its name says what it measures.')
  const direction = dimension.invert
    ? 'Give a likelihood or extent: lower is better.'
    : 'Give how far it is reached: higher is better.'
  return `Dimension: ${name}\n${about}\n${direction}`
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

function extraMaterial({ produced }: EvalCaseInput, dimensions: readonly SetDimension[]): Material[] {
  const material: Material[] = []
  if (dimensions.some(({ category }) => category === 'process')) {
    material.push({ name: 'tool_calls', text: toolText(produced) })
  }
  const texts = dimensions.flatMap((dimension, index) => {
    const { name, isNamed } = plainly(dimension, index)
    const { measures } = dimension
    if (!isNamed) return [[`${name}: ${dimension.name}`, ...(measures === undefined ? [] : [measures])].join('\n')]
    if (measures === undefined || Object.hasOwn(EVAL_DIMENSIONS, name)) return []
    return [dimensions.length === 1 ? measures : `${name}: ${measures}`]
  })
  return texts.length === 0 ? material : [...material, { name: 'dimension', text: texts.join('\n\n') }]
}

function toolText({ toolCalls }: Produced): string {
  return showToolCalls(toolCalls ?? [])
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
