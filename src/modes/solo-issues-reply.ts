/**
 * What the judge of a checklist is to answer, and reading it.
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'
import type { BaselineIssue, UnjudgedPart } from '../types.js'
import type { Reading } from './mode.js'
import * as reply from './reply.js'
import { readValues, readVotes, valuesSchema, votesSchema } from './votes.js'

/** A claim that is true and not among the known issues, or not true after all. */
export interface NovelFinding {
  /** What the review claims. */
  readonly description: string
  /** Set where it is one of the bonus issues. */
  readonly bonus_id: string
  /** Why it is valid or not. */
  readonly reasoning: string
  /** The material shows it to be true. */
  readonly valid: boolean
}

/** A claim that the material disproves. */
export interface FalsePositive {
  /** What the review claims. */
  readonly claim: string
  /** What disproves it. */
  readonly why_invalid: string
}

/** The four values beside the list, 1-10. */
export type ValueName = 'clear_explanations' | 'actionable_fixes' | 'in_character' | 'professional_tone'

/** What a reply gave. */
export interface IssuesReading {
  /** By id; null where it is unjudged. */
  readonly found: ReadonlyMap<string, { found: boolean; quote: string } | null>
  /** Null when the list is missing or malformed. */
  readonly novel: readonly NovelFinding[] | null
  readonly falsePositives: readonly FalsePositive[] | null
  readonly values: Readonly<Record<ValueName, number | null>>
  readonly assessment: string
  readonly weightedTotal: unknown
  readonly unjudged: readonly UnjudgedPart[]
  readonly warnings: readonly string[]
}

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }
const list = (item: Record<string, JsonSchema>): JsonSchema => ({ type: 'array', items: reply.closedObject(item) })

const WORDING = { field: 'found', no: 'not found' }
const QUALITY = ['clear_explanations', 'actionable_fixes'] as const
const PERSONA = ['in_character', 'professional_tone'] as const
const NO_VALUES = { clear_explanations: null, actionable_fixes: null, in_character: null, professional_tone: null }

/** Schema of the answer: evidence and reasons stand before what they decide. */
export function issuesSchema(ids: readonly string[], hasPersona: boolean): JsonSchema {
  return reply.closedObject({
    baseline_findings: votesSchema(WORDING, ids),
    novel_findings: list({ description: text, bonus_id: text, reasoning: text, valid: flag }),
    false_positives: list({ claim: text, why_invalid: text }),
    quality: valuesSchema(QUALITY),
    ...(hasPersona ? { persona: valuesSchema(PERSONA) } : {}),
    assessment: text,
  })
}

/** Reads a reply; what is not there or not right becomes an unjudged part. */
export function readIssues(
  value: unknown,
  asked: readonly BaselineIssue[],
  hasPersona: boolean,
): Reading<IssuesReading> {
  const answer = reply.objectOf(value)
  const unjudged: UnjudgedPart[] = []
  const warnings: string[] = []
  const ids = asked.map(({ id }) => id)
  const votes = readVotes(answer.baseline_findings, WORDING, ids, { unjudged, warnings })
  const given = { ...reply.objectOf(answer.quality), ...reply.objectOf(answer.persona), ...answer }
  const parts: IssuesReading = {
    found: new Map([...votes].map(([id, vote]) => [id, vote && { found: vote.yes, quote: vote.quote }])),
    novel: readList(answer.novel_findings, 'novel_findings', readNovel, unjudged),
    falsePositives: readList(answer.false_positives, 'false_positives', readFalsePositive, unjudged),
    values: { ...NO_VALUES, ...readValues(given, hasPersona ? [...QUALITY, ...PERSONA] : QUALITY, { unjudged }) },
    assessment: reply.textOf(answer.assessment),
    weightedTotal: answer.weighted_total,
    unjudged,
    warnings,
  }
  return { parts, problems: unjudged.map(({ detail }) => detail) }
}

/** Stands in for a reply that never came. */
export function noReading(asked: readonly BaselineIssue[], why: Omit<UnjudgedPart, 'part'>): IssuesReading {
  const { parts } = readIssues(null, asked, true)
  return { ...parts, unjudged: [{ part: 'answer', ...why }] }
}

function readList<T>(
  given: unknown,
  name: string,
  read: (item: Readonly<Record<string, unknown>>) => T | null,
  unjudged: UnjudgedPart[],
): T[] | null {
  const items = Array.isArray(given) ? given.map((item) => read(reply.objectOf(item))) : [null]
  const whole = items.filter((item) => item !== null)
  if (whole.length === items.length) return whole
  const missing = given === undefined || given === null
  unjudged.push({
    part: name,
    reason: missing ? 'missing' : 'malformed',
    detail: missing ? `"${name}" is missing` : `"${name}" is not a list of complete entries`,
  })
  return null
}

function readNovel(item: Readonly<Record<string, unknown>>): NovelFinding | null {
  const { description, bonus_id, reasoning, valid } = item
  if (typeof description !== 'string' || typeof valid !== 'boolean') return null
  return { description, bonus_id: reply.textOf(bonus_id), reasoning: reply.textOf(reasoning), valid }
}

function readFalsePositive({ claim, why_invalid }: Readonly<Record<string, unknown>>): FalsePositive | null {
  return typeof claim === 'string' ? { claim, why_invalid: reply.textOf(why_invalid) } : null
}
