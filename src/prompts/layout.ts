/**
 * The one layout of every prompt, stable prefix first, so that prompt caches hold: contract, then task, rubric and what all
 * cases share; then the case; then the question. Changing it invalidates every recording.
 *
 * @module
 */
import type { JsonSchema, JudgeRequest, PromptPart } from '../models/model.js'
import { DEFAULT_SCALE } from '../scoring/weighted.js'
import type { Dimension } from '../types.js'
import { CONTRACT, closing } from './contract.js'
import { fence, type Material, shownText } from './fence.js'

/** Room for an answer; a judge's reply is a few hundred tokens for each thing it is asked about. */
const MAX_OUTPUT_TOKENS = 4096

/** What all questions about a case have in common. */
export interface CasePlan {
  /** Our words: what is judged, and how. Shared by all cases. */
  readonly task: string
  /** Material that all cases share: challenge, code, expert answer. */
  readonly shared: readonly Material[]
  /** Material of this case. */
  readonly material: readonly Material[]
}

/** One question about a case. */
export interface QuestionPlan {
  /** Material that only some questions about the case need. */
  readonly extra?: readonly Material[]
  /** What to answer, in our words. Comes last. */
  readonly question: string
  readonly schema: JsonSchema
  /** How many things are asked about, at most; more get more room to answer. */
  readonly items?: number
  readonly label: string
}

/** The parts of a prompt, in their order. */
export type PromptPlan = CasePlan & QuestionPlan

/** Lays out a request. */
export function layOut(plan: PromptPlan): JudgeRequest {
  return layOutQuestion(plan, shownPrefix(plan))
}

/** Lays out several requests about one case. What they have in common is fenced once. */
export function layOutEach(plan: CasePlan, questions: readonly QuestionPlan[]): JudgeRequest[] {
  const prefix = shownPrefix(plan)
  return questions.map((question) => layOutQuestion({ ...plan, ...question }, prefix))
}

function shownPrefix({ task, shared, material }: CasePlan): { system: PromptPart[]; material: PromptPart } {
  const common = [task, ...(shared.length > 0 ? [fence(shared)] : [])].join('\n\n')
  return {
    system: [{ text: CONTRACT }, { text: common, cache: '1h' }],
    material: { text: fence(material), cache: '5m' },
  }
}

function layOutQuestion(plan: PromptPlan, prefix: ReturnType<typeof shownPrefix>): JudgeRequest {
  const extra = plan.extra ?? []
  const names = [...plan.shared, ...plan.material, ...extra].map((material) => material.name)
  const question = { text: `${plan.question}\n\n${closing(names)}` }
  return {
    system: prefix.system,
    user: [prefix.material, ...(extra.length > 0 ? [{ text: fence(extra) }] : []), question],
    schema: plan.schema,
    maxOutputTokens: Math.max(MAX_OUTPUT_TOKENS, 160 * (plan.items ?? 0)),
    sample: 0,
    label: plan.label,
  }
}

/** The same request once more, with what was wrong about the first answer. Comes after the cached prefix. */
export function askAgain(request: JudgeRequest, problems: readonly string[]): JudgeRequest {
  // Problems name ids and quote values, which we did not write.
  const text = problems
    .slice(0, 20)
    .map((problem) => `- ${problem}`)
    .join('\n')
  const again = `An earlier answer to this could not be used. The material "problems" says why. Answer the question above again, completely.`
  return { ...request, user: [...request.user, { text: `${fence([{ name: 'problems', text }])}\n\n${again}` }] }
}

/** A rubric in words. */
export function describeRubric(dimensions: readonly Dimension[]): string {
  return dimensions.map(describeDimension).join('\n\n')
}

function describeDimension(dimension: Dimension): string {
  const { min, max } = dimension.scale ?? DEFAULT_SCALE
  const direction = dimension.invert ? 'lower is better' : 'higher is better'
  const lines = [`## ${dimension.name} (${min} to ${max}, ${direction})`]
  if (dimension.measures) lines.push(`Look at: ${dimension.measures}`)
  for (const { from, to, text } of dimension.anchors ?? []) {
    lines.push(`- ${from === to ? from : `${from}-${to}`}: ${text}`)
  }
  return shownText(lines.join('\n'))
}
