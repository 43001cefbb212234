/**
 * `solo` with baseline issues: which of the known issues does a review find, and how good is it otherwise.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { readBaseline } from '../findings/baseline.js'
import type { Material } from '../prompts/fence.js'
import { layOut } from '../prompts/layout.js'
import type { Detection } from '../scoring/detection.js'
import type { BaselineIssue, Bounds } from '../types.js'
import type { Mode } from './mode.js'
import type { ArithmeticMismatch } from './reply.js'
import { isEmptyList, type SoloInput, sharedMaterial, soloFields } from './solo-input.js'
import {
  type FalsePositive,
  type IssuesReading,
  issuesSchema,
  type NovelFinding,
  noReading,
  readIssues,
} from './solo-issues-reply.js'
import { scoreIssues } from './solo-issues-score.js'

/** Input with its issues. */
export interface SoloIssuesInput extends SoloInput {
  readonly baseline: readonly BaselineIssue[]
  readonly bonus: readonly BaselineIssue[]
  /** Found without a verified quote counts as not found, invalid novel findings as wrong claims. Default true. */
  readonly strict: boolean
  /** Issues that need not be asked about: settled before, by id. */
  readonly settled: Readonly<Record<string, boolean>>
}

/** One baseline issue, judged. */
export interface BaselineFinding {
  /** The issue's id. */
  readonly id: string
  /** The issue's severity. */
  readonly severity: string
  /** The issue's group, where that was no severity. */
  readonly category?: string
  /** Null when unjudged. */
  readonly found: boolean | null
  /** Quote from the review, or null. */
  readonly evidence: string | null
  /** Who decided: the model, or the offline matcher before it. */
  readonly by: 'model' | 'matcher'
}

/** Output fields of `solo` with baseline issues. */
export interface SoloIssuesFields {
  /** Every known issue, in the order of the baseline. */
  readonly baseline_findings: readonly BaselineFinding[]
  /** True claims beyond the baseline, and such as turned out not to be true. */
  readonly novel_findings: readonly NovelFinding[]
  /** Claims that the material disproves. */
  readonly false_positives: readonly FalsePositive[]
  /** Scores of the detection part; unjudged issues count as not found. */
  readonly detection: Detection
  /** Values 1-10 and their points of 25; null where unjudged. */
  readonly quality: { clear_explanations: number | null; actionable_fixes: number | null; subtotal: number | null }
  /** Values 1-10 and their points of 25; null without a character. */
  readonly persona: { in_character: number | null; professional_tone: number | null; subtotal: number | null } | null
  /** A character was given. */
  readonly persona_judged: boolean
  /** False when the review claims nothing, so that precision is 0 by rule. */
  readonly precision_defined: boolean
  /** 0-100, null where a part is unjudged. */
  readonly weighted_total: number | null
  /** The judge's summary. */
  readonly assessment: string
  /** Issues that the judge called found without a quote that stands in the response. */
  readonly unsupported_found: number
  /** Novel findings that are not valid; with `strict` they count as false positives. */
  readonly novel_invalid: number
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
  /** 0-1, with unjudged issues counted as not found and as found. */
  readonly recall_bounds: Bounds
  /** 0-1, with unjudged parts at either end. */
  readonly precision_bounds: Bounds
  /** Name of the agent under test. */
  readonly spec?: string
}

const schema = z.strictObject({
  ...soloFields,
  baseline_issues: z.unknown(),
  bonus_issues: z.unknown().optional(),
  strict: z.boolean().optional(),
  settled: z.record(z.string(), z.boolean()).optional(),
})

const TASK = `Judge a review against a list of known issues. The material "known_issues" lists them, one JSON object a line. An issue is found when the response describes the same defect at the same place, in whatever words; a general remark that would fit many defects does not find it.`
const QUESTION = `For every id of "known_issues", in their order: quote the words of the response that describe the issue, then say whether it is found; with no such words it is not found and the quote is empty.
Then list what else the response claims. A claim that the material shows to be true and that is neither among the known issues nor among "issues_already_counted" (where that is given) is a novel finding; describe it, give your reasons, then say whether it is valid; when it is one of "bonus_issues", name its id. A claim that the material disproves is a false positive. A claim that can be neither shown nor disproved is neither.
Then give your reasons and the values, each 1 to 10: clear_explanations (does a reader understand why each issue matters) and actionable_fixes (can a reader mend each issue with what is said)`

export const soloIssues: Mode<SoloIssuesInput, IssuesReading, SoloIssuesFields> = {
  name: 'solo',
  promptVersion: 'solo-issues-1',

  check(task) {
    const { baseline_issues, bonus_issues, strict, settled, ...rest } = parseWith(schema, 'solo', task) as Given
    return {
      ...rest,
      baseline: readBaseline(baseline_issues),
      bonus: isEmptyList(bonus_issues) ? [] : readBaseline(bonus_issues),
      strict: strict ?? true,
      settled: settled ?? {},
    }
  },

  requests(input) {
    const asked = askedIssues(input)
    const { material, words } = sharedMaterial(input)
    const hasPersona = input.character !== undefined
    return [
      layOut({
        task: [TASK, ...words].join('\n\n'),
        shared: [...material, ...listMaterial('known_issues', asked), ...listMaterial('bonus_issues', input.bonus)],
        material: [{ name: 'response', text: input.response }, ...settledMaterial(input)],
        question: `${QUESTION}${hasPersona ? ', then in_character and professional_tone' : ''}. Close with an assessment of two to four sentences.`,
        schema: issuesSchema(
          asked.map(({ id }) => id),
          hasPersona,
        ),
        items: asked.length + 20,
        label: 'baseline issues',
      }),
    ]
  },

  read(input, value) {
    return readIssues(value, askedIssues(input), input.character !== undefined)
  },

  score(input, [answer]) {
    if (answer !== undefined && 'parts' in answer) return scoreIssues(input, answer.parts)
    return scoreIssues(
      input,
      noReading(askedIssues(input), answer?.unjudged ?? { reason: 'missing', detail: 'no answer' }),
    )
  },
}

interface Given extends SoloInput {
  readonly baseline_issues: unknown
  readonly bonus_issues?: unknown
  readonly strict?: boolean
  readonly settled?: Record<string, boolean>
}

function askedIssues(input: SoloIssuesInput): BaselineIssue[] {
  return input.baseline.filter((issue) => !Object.hasOwn(input.settled, issue.id))
}

/** Known issues as material, one JSON object a line; none without any. */
export function listMaterial(name: string, issues: readonly BaselineIssue[]): Material[] {
  return issues.length === 0 ? [] : [{ name, text: issues.map(issueLine).join('\n') }]
}

/** What the offline matcher settled, so that the judge does not take it for new. */
function settledMaterial(input: SoloIssuesInput): Material[] {
  const found = input.baseline.filter((issue) => input.settled[issue.id] === true)
  return listMaterial('issues_already_counted', found)
}

function issueLine({ id, severity, description, location, locations }: BaselineIssue): string {
  return JSON.stringify({ id, severity, description, ...(location ? { location } : locations ? { locations } : {}) })
}
