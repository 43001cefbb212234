/**
 * The deterministic fallback: what can be said of a case when no judge answers (spec/eval-sets.md).
 *
 * @module
 */
import { isBlank, oneLine } from '../text.js'
import type { DimensionRecord, EvalCase, EvalSet, Produced, SetDimension, UnjudgedReason } from '../types.js'
import type { EvalMode } from './defaults.js'
import { findText, listSearchable } from './match.js'
import { readPattern } from './pattern.js'
import { NO_EXPECTED } from './reasons.js'

/** Reasons for which a fallback steps in: the judge is out of reach, and said nothing. */
export const UNAVAILABLE: readonly UnjudgedReason[] = ['no_judge', 'overloaded', 'transient', 'deadline']

/** Why the fallback speaks, and what of the case it may speak about. */
export interface FallbackContext {
  readonly mode: EvalMode
  /** Kept as the reason of each `fallback` state: `no_judge: there is no key and no recording`. */
  readonly reason: string
}

/**
 * The record of a dimension that does not apply to a case, or null where it does: process dimensions need mode
 * `trajectory` and the agent's tool calls.
 */
export function excuseDimension(dimension: SetDimension, mode: EvalMode, produced: Produced): DimensionRecord | null {
  if (dimension.category === 'artifact') return null
  if (mode === 'output') return excuse('mode: output mode judges only what was produced')
  if (produced.toolCalls === undefined) return excuse('no_tool_log: the subject gave no tool calls')
  return null
}

/**
 * States of every dimension of a case without a judge, in the order of the rubric. `task_success` goes by `must_not`,
 * which wins, and `expected`; dimensions that need judgement are unjudged, never 0. Linear in the size of what was
 * produced; a `re:` pattern gets 250 ms and leaves the dimension unjudged after that; after four such the rest is not looked for.
 */
export function fallbackScores(
  set: EvalSet,
  evalCase: EvalCase,
  produced: Produced,
  context: FallbackContext,
): Record<string, DimensionRecord> {
  return Object.fromEntries(
    set.rubric.dimensions.map((dimension) => [dimension.name, fallbackScore(dimension, evalCase, produced, context)]),
  )
}

/** The state of one dimension, as in {@link fallbackScores}. */
export function fallbackScore(
  dimension: SetDimension,
  evalCase: EvalCase,
  produced: Produced,
  { mode, reason }: FallbackContext,
): DimensionRecord {
  const excused = excuseDimension(dimension, mode, produced)
  if (excused !== null) return excused
  // Inverted, a score is a likelihood of something bad; finding a text says nothing of that.
  if (dimension.name === 'task_success' && !dimension.invert) return checkTask(evalCase, produced, reason)
  return leaveOpen('no_judge: it needs judgement')
}

/** One second of one case: patterns hold up all else that the worker does, and one is enough to leave the dimension open. */
const MAX_SLOW = 4

function checkTask(evalCase: EvalCase, produced: Produced, reason: string): DimensionRecord {
  const { parts, loose } = listSearchable(produced)
  const slow: string[] = []
  for (const text of evalCase.must_not) {
    if (slow.length === MAX_SLOW) break
    const found = findText(text, [...parts, ...loose])
    if (found) return decide(0, `The must_not entry ${quote(text)} was found.`, reason)
    if (found === null) slow.push(text)
  }
  if (slow[0] !== undefined) return leaveOpen(explainTimeout(slow[0]))
  const { expected } = evalCase
  if (isBlank(expected)) return { ...excuse(`no_expected: ${NO_EXPECTED}`), weak: true }
  const found = findText(expected, parts)
  if (found === null) return leaveOpen(explainTimeout(expected))
  if (found) return decide(1, `The expected ${quote(expected)} was found.`, reason)
  const missed = decide(0, `The expected ${quote(expected)} was not found.`, reason)
  return readPattern(expected) === null ? { ...missed, weak: true } : missed
}

function quote(text: string): string {
  return `"${oneLine(text, 120)}"`
}

function explainTimeout(text: string): string {
  return `pattern_timeout: ${quote(text)} took longer than 250 ms`
}

function decide(score: 0 | 1, justification: string, reason: string): DimensionRecord {
  return { state: 'fallback', score, justification, reason }
}

function excuse(reason: string): DimensionRecord {
  return { state: 'not_applicable', score: null, justification: '', reason }
}

function leaveOpen(reason: string): DimensionRecord {
  return { state: 'unjudged', score: null, justification: '', reason }
}
