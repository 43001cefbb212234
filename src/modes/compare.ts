/**
 * `compare`: two responses to one challenge, judged as A and B in both orders.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { readBaseline } from '../findings/baseline.js'
import type { JudgeRequest } from '../models/model.js'
import type { Material } from '../prompts/fence.js'
import { describeRubric, layOut } from '../prompts/layout.js'
import { judgedDimensions } from '../rubrics/rubric.js'
import { unified } from '../rubrics/unified.js'
import type { BaselineIssue, Dimension } from '../types.js'
import { type CompareFields, scoreCompare } from './compare-score.js'
import { type Criterion, criteriaMaterial, readCriteria } from './criteria.js'
import type { Mode } from './mode.js'
import { isEmptyList, text } from './solo-input.js'
import { listMaterial } from './solo-issues.js'
import { CONTESTANTS, readVersus, type VersusReading, versusSchema } from './versus.js'

/** One of the two that are compared. */
export interface Contestant {
  /** Name in records; never shown to the judge. The second of two equal ones becomes `spec#2`. */
  readonly spec: string
  /** Who it was asked to be. Persona is judged only where both have one. */
  readonly character?: string | undefined
  readonly response: string
}

/** Input of `compare`. */
export interface CompareInput {
  /** What both were asked to do. */
  readonly challenge: string
  /** With names that differ. */
  readonly contestants: readonly [Contestant, Contestant]
  readonly issues: readonly BaselineIssue[]
  readonly criteria: readonly Criterion[]
  readonly dimensions: readonly Dimension[]
  /** Which contestant is A and which is B, by index; one entry for each time the judge is asked. */
  readonly orders: readonly (readonly [a: 0 | 1, b: 0 | 1])[]
}

const spec = text.refine(
  (name) => !(name in {}) && name !== 'tie',
  'a name that JavaScript objects do not have already, and not "tie"',
)
const contestant = z.strictObject({ spec, character: text.optional(), response: text })
const schema = z.strictObject({
  mode: z.literal('compare'),
  challenge: text,
  contestants: z.tuple([contestant, contestant], { error: 'a list of two contestants' }),
  baseline_issues: z.unknown().optional(),
  baseline_criteria: z.unknown().optional(),
  swap: z.boolean().optional(),
})

const TASK = `Judge two responses to one challenge: that of contestant A in the material "response_a", and that of contestant B in "response_b". Judge each on every dimension of this rubric as if it stood alone. Who is called A, which comes first and which is longer means nothing.`
const QUESTION = `Judge contestant A and then contestant B on each dimension of the rubric. For each: first the quotes from that contestant's own response that decide it, then the reasons, then the value. Close with a justification of two to four sentences that compares both, and with the winner: "A", "B" or "tie".`

export const compare: Mode<CompareInput, VersusReading, CompareFields> = {
  name: 'compare',
  promptVersion: 'compare-1',

  check(task) {
    const {
      challenge,
      contestants,
      baseline_issues,
      baseline_criteria,
      swap = true,
    } = parseWith(schema, 'compare', task)
    const [first, second] = contestants
    const hasPersona = first.character !== undefined && second.character !== undefined
    return {
      challenge,
      contestants: [first, second.spec === first.spec ? { ...second, spec: `${second.spec}#2` } : second],
      issues: isEmptyList(baseline_issues) ? [] : readBaseline(baseline_issues),
      criteria: isEmptyList(baseline_criteria) ? [] : readCriteria('baseline_criteria', baseline_criteria),
      dimensions: judgedDimensions(unified, hasPersona),
      orders: swap
        ? [
            [0, 1],
            [1, 0],
          ]
        : [[0, 1]],
    }
  },

  requests(input) {
    return input.orders.map((order) => requestIn(input, order))
  },

  read(input, value) {
    return readVersus(CONTESTANTS, input.dimensions, value)
  },

  score(input, answers) {
    return scoreCompare(input, answers)
  },
}

function requestIn(input: CompareInput, [a, b]: readonly [0 | 1, 0 | 1]): JudgeRequest {
  const { contestants, dimensions, issues, criteria } = input
  const words = ['The material "challenge" is what both were asked to do.']
  if (judgesPersona(input)) words.push('"character_a" and "character_b" are who each was asked to be.')
  if (issues.length > 0) words.push('"known_issues" lists what a good answer finds, for reference.')
  if (criteria.length > 0) words.push('"criteria" lists what a good answer does, for reference.')
  return layOut({
    task: [TASK, describeRubric(dimensions), ...words].join('\n\n'),
    shared: [
      { name: 'challenge', text: input.challenge },
      ...listMaterial('known_issues', issues),
      ...criteriaMaterial('criteria', criteria),
    ],
    material: [...sideMaterial(input, 'a', contestants[a]), ...sideMaterial(input, 'b', contestants[b])],
    question: QUESTION,
    schema: versusSchema(CONTESTANTS, dimensions),
    items: 2 * dimensions.length,
    label: `${contestants[a].spec} against ${contestants[b].spec}`,
  })
}

function sideMaterial(input: CompareInput, letter: string, { character, response }: Contestant): Material[] {
  const persona =
    judgesPersona(input) && character !== undefined ? [{ name: `character_${letter}`, text: character }] : []
  return [...persona, { name: `response_${letter}`, text: response }]
}

function judgesPersona({ contestants }: CompareInput): boolean {
  return contestants.every(({ character }) => character !== undefined)
}
