/**
 * A stored set in the form in which its cases are judged one by one.
 *
 * @module
 */
import type { EvalSet, GateSettings } from '../types.js'
import type { SetResult } from './results.js'

/** What the outcome of a single case depends on, whether or not the set blocks. */
export function settingsOfSet({ evalset, rubric, block_on }: Pick<SetResult, 'evalset' | 'rubric' | 'block_on'>): {
  readonly shape: EvalSet
  readonly gate: GateSettings
} {
  return {
    shape: { version: 1, feature: evalset, draft: false, rubric, cases: [] },
    gate: {
      ...{ blockOn: block_on, blockOnIsOwn: false, passThreshold: rubric.pass_threshold, on: 'case', advisory: [] },
    },
  }
}
