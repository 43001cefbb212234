/**
 * What the judge of a checklist is to answer, and reading it.
 *
 * @module
 */
import { show } from '../errors.js'
import type { JsonSchema } from '../models/model.js'
import type { BaselineIssue, UnjudgedPart } from '../types.js'
import type { Reading } from './mode.js'
import * as reply from './reply.js'

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

const SCALE = { min: 1, max: 10 }

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

/** Schema of the answer: evidence and reasons stand before what they decide. */
export function issuesSchema(ids: readonly string[], hasPersona: boolean): JsonSchema {
  const value = reply.scaleSchema(SCALE)
  const persona = { reasoning: text, in_character: value, professional_tone: value }
  return reply.closedObject({
    baseline_findings: list({
      id: ids.length === 0 ? text : { type: 'string', enum: ids },
      evidence: text,
      found: flag,
    }),
    novel_findings: list({ description: text, bonus_id: text, reasoning: text, valid: flag }),
    false_positives: list({ claim: text, why_invalid: text }),
    quality: reply.closedObject({ reasoning: text, clear_explanations: value, actionable_fixes: value }),
    ...(hasPersona ? { persona: reply.closedObject(persona) } : {}),
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
  const found = readFound(answer.baseline_findings, asked, unjudged, warnings)
  const names: ValueName[] = ['clear_explanations', 'actionable_fixes']
  if (hasPersona) names.push('in_character', 'professional_tone')
  const given = { ...reply.objectOf(answer.quality), ...reply.objectOf(answer.persona), ...answer }
  const parts: IssuesReading = {
    found,
    novel: readList(answer.novel_findings, 'novel_findings', readNovel, unjudged),
    falsePositives: readList(answer.false_positives, 'false_positives', readFalsePositive, unjudged),
    values: readValues(given, names, unjudged),
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

function readFound(
  given: unknown,
  asked: readonly BaselineIssue[],
  unjudged: UnjudgedPart[],
  warnings: string[],
): IssuesReading['found'] {
  // The service does not promise the case of listed words; ids that differ in it only are told apart.
  const ids = new Set(asked.map(({ id }) => id))
  const inAnyCase = new Map(asked.map(({ id }) => [id.toLowerCase(), id]))
  const votes = new Map<string, { found: boolean; quote: string }[]>()
  for (const item of Array.isArray(given) ? given : []) {
    const { id, found, evidence } = reply.objectOf(item)
    const name = reply.textOf(id)
    const known = ids.has(name) ? name : inAnyCase.get(name.toLowerCase())
    if (known === undefined) warnings.push(`the judge answered an id that nobody asked about: ${show(id)}`)
    else if (typeof found === 'boolean')
      votes.set(known, [...(votes.get(known) ?? []), { found, quote: reply.textOf(evidence) }])
  }
  return new Map(asked.map(({ id }) => [id, settle(id, votes.get(id) ?? [], unjudged)]))
}

/** An id twice with the same answer counts once; with different answers it is unjudged. */
function settle(id: string, votes: { found: boolean; quote: string }[], unjudged: UnjudgedPart[]) {
  const [first] = votes
  if (first === undefined) {
    unjudged.push({ part: id, reason: 'missing', detail: `no answer for the id "${id}"` })
    return null
  }
  if (votes.some(({ found }) => found !== first.found)) {
    unjudged.push({ part: id, reason: 'contradictory', detail: `both found and not found for the id "${id}"` })
    return null
  }
  return votes.find(({ quote }) => quote.trim() !== '') ?? first
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

function readValues(
  given: Readonly<Record<string, unknown>>,
  names: readonly ValueName[],
  unjudged: UnjudgedPart[],
): Record<ValueName, number | null> {
  const values = { clear_explanations: null, actionable_fixes: null, in_character: null, professional_tone: null }
  const read: Record<ValueName, number | null> = { ...values }
  for (const name of names) {
    const leaf = reply.numberLeaf(given[name], SCALE, `the value of "${name}"`)
    read[name] = leaf.value
    if (leaf.value === null) unjudged.push({ part: name, reason: leaf.reason, detail: leaf.detail })
  }
  return read
}
