/**
 * Which mode a task asks for.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { type CoherenceFields, coherence } from './coherence.js'
import { compare } from './compare.js'
import type { CompareFields } from './compare-score.js'
import { equivalence } from './equivalence.js'
import { type GroundTruthFields, groundTruth } from './ground-truth.js'
import type { Mode } from './mode.js'
import { type PhaseFields, phases } from './phases.js'
import { type ReviewMatchFields, reviewMatch } from './review-match.js'
import { type SoloBehaviorsFields, soloBehaviours } from './solo-behaviours.js'
import { isEmptyList } from './solo-input.js'
import { type SoloIssuesFields, soloIssues } from './solo-issues.js'
import { type SoloRubricFields, soloRubric } from './solo-rubric.js'
import { type SwebenchFields, swebench } from './swebench.js'

/** Output fields of every mode but `solo`, by its name. */
export interface FieldsByMode {
  /** Two responses. */
  compare: CompareFields
  /** Two plans. */
  'phase-sm': PhaseFields
  /** Two sets of tests. */
  'phase-tea': PhaseFields
  /** Two pieces of code. */
  'phase-dev': PhaseFields
  /** Two reviews. */
  'phase-reviewer': PhaseFields
  /** Four phases as one chain. */
  coherence: CoherenceFields
  /** A response to an instance. */
  swebench: SwebenchFields
  /** A patch. */
  'ground-truth': GroundTruthFields
  /** The findings of a reviewer. */
  'review-match': ReviewMatchFields
}

/** Output fields of the mode that a task names. */
export type FieldsOf<T> = T extends { mode: infer M extends keyof FieldsByMode }
  ? FieldsByMode[M]
  : T extends { mode: 'solo'; baseline_issues: unknown }
    ? SoloIssuesFields
    : T extends { mode: 'solo'; baseline_criteria: unknown }
      ? SoloBehaviorsFields
      : T extends { mode: 'solo' }
        ? SoloRubricFields
        : SoloRubricFields | SoloIssuesFields | SoloBehaviorsFields | FieldsByMode[keyof FieldsByMode]

type AnyMode = Mode<unknown, unknown, object>

const MODES = {
  compare,
  'phase-sm': phases.sm,
  'phase-tea': phases.tea,
  'phase-dev': phases.dev,
  'phase-reviewer': phases.reviewer,
  coherence,
  swebench,
  'ground-truth': groundTruth,
  'review-match': reviewMatch,
} as Readonly<Record<string, AnyMode>>

/** Names of all modes that a task may ask for. */
export const MODE_NAMES: readonly string[] = ['solo', ...Object.keys(MODES)]

const LISTS = ['baseline_issues', 'bonus_issues', 'baseline_criteria', 'bonus_criteria']

/**
 * The mode of a task. `solo` with `baseline_issues` is the issue checklist, with `baseline_criteria` the behaviour checklist,
 * with neither it goes by a rubric; an empty list counts as not given. `ground-truth` with `equivalence` may ask a model.
 *
 * @throws {@link InputError} for an unknown mode, and for both checklists at once.
 */
export function modeOf(task: unknown): { mode: AnyMode; task: unknown } {
  const { mode, equivalence: asked } = (task ?? {}) as Record<string, unknown>
  if (mode === 'solo') return variantOf(task as Record<string, unknown>)
  if (mode === groundTruth.name && asked !== undefined) return { mode: equivalence as AnyMode, task }
  const found = typeof mode === 'string' && Object.hasOwn(MODES, mode) ? MODES[mode] : undefined
  if (found !== undefined) return { mode: found, task }
  throw badInput('task', { place: '`mode`', expected: `one of ${MODE_NAMES.join(', ')}`, received: mode })
}

function variantOf(given: Readonly<Record<string, unknown>>): { mode: AnyMode; task: unknown } {
  const kept = Object.entries(given).filter(([name, value]) => !LISTS.includes(name) || !isEmptyList(value))
  const task = Object.fromEntries(kept)
  const [issues, criteria] = ['baseline_issues' in task, 'baseline_criteria' in task]
  if (issues && criteria) {
    throw badInput('solo', {
      place: '`baseline_issues` and `baseline_criteria`',
      expected: 'given one at a time, because each has a checklist of its own',
      received: ['baseline_issues', 'baseline_criteria'],
    })
  }
  const mode = issues ? soloIssues : criteria ? soloBehaviours : soloRubric
  return { mode: mode as AnyMode, task }
}
