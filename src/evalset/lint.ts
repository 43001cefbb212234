/**
 * Advice on eval sets: that on their rubric, and on cases that cannot tell good from bad. Never an error.
 *
 * @module
 */
import { EVAL_DIMENSIONS } from '../rubrics/eval-dimensions.js'
import { type LintAdvice, lintOverlap, lintPerfect, lintWeights, lintWords, tell } from '../rubrics/lint.js'
import { aggregateScores } from '../scoring/aggregate.js'
import { SLACK } from '../scoring/decide.js'
import type { EvalCase, EvalSet, SetDimension } from '../types.js'

/** Fewer cases than this, and one of them moves every mean. */
const FEW_CASES = 5

/** @returns Empty where there is nothing to say. */
export function lintEvalSet({ rubric, cases }: EvalSet): readonly LintAdvice[] {
  const { dimensions } = rubric
  // The others are described by this package.
  const own = dimensions.filter(({ name }) => !Object.hasOwn(EVAL_DIMENSIONS, name))
  return [
    ...lintWeights(dimensions),
    ...lintOverlap(dimensions),
    ...own.flatMap(lintWords),
    ...lintThreshold(rubric),
    ...lintBlocking(dimensions),
    ...cases.flatMap(lintCase),
    ...(cases.length < FEW_CASES ? [fewCases(cases.length)] : []),
  ]
}

/** With `subtract` a perfect run ends below 1. */
function lintThreshold({ dimensions, invert_mode, pass_threshold }: EvalSet['rubric']): LintAdvice[] {
  const threshold = pass_threshold ?? 0.75
  const best = Object.fromEntries(dimensions.map(({ name, invert }) => [name, invert ? 0 : 1]))
  const { aggregate } = aggregateScores({ dimensions, invert_mode }, best, threshold)
  if (aggregate === null || aggregate >= threshold - SLACK) return threshold < 1 ? [] : [lintPerfect()]
  const text = `a perfect run reaches ${aggregate.toFixed(2)}, so ${threshold} cannot be reached: set \`"invert_mode": "complement"\`, or a threshold below it.`
  return [tell('threshold', 'the rubric', text)]
}

function lintBlocking(dimensions: readonly SetDimension[]): LintAdvice[] {
  if (dimensions.some(({ name }) => name === 'task_success')) return []
  const text = 'no dimension is called task_success, so by default no dimension blocks: name yours in `gate.blockOn`.'
  return [tell('threshold', 'the rubric', text)]
}

function lintCase({ id, expected, must_not }: EvalCase): LintAdvice[] {
  if (expected.trim() !== '' || must_not.length > 0) return []
  const text = 'neither `expected` nor `must_not`: the judge has nothing to hold the answer against.'
  return [tell('cases', id, text)]
}

function fewCases(count: number): LintAdvice {
  const text = `${count} ${count === 1 ? 'case' : 'cases'}: one moves every mean. 20 to 50 from real failures tell more.`
  return tell('cases', 'the set', text)
}
