/**
 * Which mode a task asks for.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { type GroundTruthFields, groundTruth } from './ground-truth.js'
import type { Mode } from './mode.js'
import { isEmptyList } from './solo-input.js'
import { type SoloIssuesFields, soloIssues } from './solo-issues.js'
import { type SoloRubricFields, soloRubric } from './solo-rubric.js'

/** Output fields of the mode that a task names. */
export type FieldsOf<T> = T extends { mode: 'ground-truth' }
  ? GroundTruthFields
  : T extends { mode: 'solo'; baseline_issues: unknown }
    ? SoloIssuesFields
    : T extends { mode: 'solo' }
      ? SoloRubricFields
      : SoloRubricFields | SoloIssuesFields | GroundTruthFields

const MODES = ['solo', 'ground-truth']

/**
 * The mode of a task. `solo` with `baseline_issues` is the issue checklist, without it goes by a rubric; an empty list counts as
 * not given.
 *
 * @throws {@link InputError} for an unknown mode.
 */
export function modeOf(task: unknown): { mode: Mode<unknown, unknown, object>; task: unknown } {
  const { mode, ...rest } = (task ?? {}) as Record<string, unknown>
  if (mode === 'ground-truth') return { mode: groundTruth as Mode<unknown, unknown, object>, task }
  if (mode !== 'solo') {
    throw badInput('task', { place: '`mode`', expected: `one of ${MODES.join(', ')}`, received: mode })
  }
  const { baseline_issues, ...others } = rest
  if (!isEmptyList(baseline_issues)) return { mode: soloIssues as Mode<unknown, unknown, object>, task }
  return { mode: soloRubric as Mode<unknown, unknown, object>, task: { mode, ...others } }
}
