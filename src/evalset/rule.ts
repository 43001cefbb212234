/**
 * The gate's settings as they hold for one set.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { oneLine } from '../text.js'
import type { EvalSet, GateSettings, SetDimension } from '../types.js'

/** The gate's settings as they hold for one set. */
export interface SetRule {
  /** 0-1: the rubric's own, else that of the settings. */
  readonly threshold: number
  /** Dimensions that block; advisory ones do not. */
  readonly blockOn: readonly SetDimension[]
  /** Dimensions that may pull the aggregate down: all but the advisory ones. */
  readonly binding: readonly SetDimension[]
  /** False for draft and advisory sets: they report, and pass. */
  readonly blocks: boolean
  /** Things to tell a reader, one line each. */
  readonly notices: readonly string[]
}

/**
 * Settles the gate's settings for a set; to be called before anything is judged.
 *
 * @throws {@link InputError} when the user blocks on a name that is no dimension of the rubric.
 */
export function resolveGate(set: EvalSet, gate: GateSettings): SetRule {
  const { dimensions, pass_threshold } = set.rubric
  const names = dimensions.map(({ name }) => name)
  const unknown = gate.blockOn.find((name) => !names.includes(name))
  if (unknown !== undefined && gate.blockOnIsOwn) {
    throw badInput(`eval set ${oneLine(set.feature, 60)}`, {
      place: 'every name in gate.blockOn',
      expected: `a dimension of its rubric (${names.join(', ')})`,
      received: unknown,
    })
  }
  const advisory = gate.advisory.includes(set.feature)
  const binding = dimensions.filter(({ name }) => !gate.advisory.includes(name))
  const notices = [
    set.draft && 'draft set: it is scored and does not block',
    advisory && 'advisory set: it reports and does not block',
    unknown !== undefined &&
      `${unknown} is no dimension of this rubric, so no dimension of that name blocks; name yours in gate.blockOn`,
  ]
  return {
    threshold: pass_threshold ?? gate.passThreshold,
    blockOn: binding.filter(({ name }) => gate.blockOn.includes(name)),
    binding,
    blocks: !set.draft && !advisory,
    notices: notices.filter((notice) => notice !== false),
  }
}
