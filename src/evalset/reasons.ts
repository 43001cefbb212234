/**
 * Why a case or a set does not pass, told apart by whose fault it is.
 *
 * @module
 */
import { showFraction, showScore } from '../score-text.js'
import { toQuality } from '../scoring/aggregate.js'
import { oneLine } from '../text.js'
import type { CaseRecord, DimensionRecord, SetDimension } from '../types.js'
import { nameTrial, unitOf } from './trials.js'

/**
 * Whose fault it is: the agent's, a judge that did not answer, a judge whose answer was none, the budget's, or (`config`) that of
 * a set's own file, subject or gate settings, for which it did not run at all, or of a test that calls a matcher in a way that it cannot be.
 */
export type ReasonKind = 'agent' | 'judge unavailable' | 'not judged' | 'budget' | 'config'

/** One reason why a case or a set does not pass. */
export interface GateReason {
  /** Whose fault it is. */
  readonly kind: ReasonKind
  /** One line, fit to be shown. */
  readonly text: string
}

/** The code at the start of a dimension's `reason`: `budget` of `budget: 5.00 USD are spent`. */
export function readCode(record: DimensionRecord): string {
  return record.reason?.split(':', 1)[0] ?? ''
}

const UNAVAILABLE = ['no_judge', 'overloaded', 'transient', 'deadline', 'fatal']

/** Whose fault it is that something is unjudged, by the code of its reason. */
export function blameCode(code: string): ReasonKind {
  if (code === 'budget') return 'budget'
  if (code === 'subject_failed') return 'agent'
  return UNAVAILABLE.includes(code) ? 'judge unavailable' : 'not judged'
}

/** "task_success is 0.40, below 0.75", in terms of `1 - score` for inverted dimensions. */
export function describeLow(dimension: SetDimension, score: number, threshold: number): string {
  const what = dimension.invert ? `1 - ${dimension.name}` : dimension.name
  return `${what} is ${showScore(toQuality(dimension, score), threshold)}, below ${showFraction(threshold)}`
}

/** Why a zero of the fallback is weak. */
export const NOT_WORD_FOR_WORD = 'the expected text does not stand there word for word'

/** Why the fallback can say nothing of a case. */
export const NO_EXPECTED = 'the case has no expected text to look for'

/** What is low, and whose fault it is: whether other words mean the same only a judge can tell. */
export function blameLow(text: string, isWeak: boolean): GateReason {
  if (!isWeak) return { kind: 'agent', text }
  return { kind: 'judge unavailable', text: `${text}, only because ${NOT_WORD_FOR_WORD}` }
}

/** Why one dimension of one case is unjudged. */
export function explainUnjudged(name: string, record: DimensionRecord): GateReason {
  return {
    kind: blameCode(readCode(record)),
    text: `${name} is unjudged: ${oneLine(record.reason ?? 'no reason given', 300)}`,
  }
}

/** The agent's own failure on one case. */
export function explainFailure(error: string): GateReason {
  return { kind: 'agent', text: `the subject failed: ${oneLine(error, 300)}` }
}

/** Up to five names, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => oneLine(name, 40))
  return [...shown, ...(names.length > 5 ? [`and ${names.length - 5} more`] : [])].join(', ')
}

/** Every kind among some reasons, once. */
export function listKinds(reasons: readonly GateReason[]): string {
  return [...new Set(reasons.map(({ kind }) => kind))].join(', ')
}

/** Cases in which a dimension is unjudged, one reason for each kind. */
export function explainUnjudgedCases(name: string, cases: readonly CaseRecord[]): readonly GateReason[] {
  const byKind = new Map<ReasonKind, string[]>()
  for (const one of cases) {
    const record = one.dimensions[name] ?? MISSING
    if (record.state !== 'unjudged') continue
    const kind = blameCode(readCode(record))
    byKind.set(kind, [...(byKind.get(kind) ?? []), `${nameTrial(one)} (${oneLine(readCode(record), 40)})`])
  }
  return [...byKind].map(([kind, where]) => ({
    kind,
    text: `${name} is unjudged in ${where.length} of ${cases.length} ${unitOf(cases)}: ${listNames(where)}`,
  }))
}

/** What a dimension without a record counts as. */
export const MISSING: DimensionRecord = { state: 'unjudged', score: null, justification: '', reason: 'missing' }
