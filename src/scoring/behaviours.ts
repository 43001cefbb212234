/**
 * Total of the behaviour checklist from its parts, as bounds over what is unjudged (spec/judging.md, "Behaviour checklist").
 *
 * @module
 */
import type { Bounds } from '../types.js'
import { half, SCALE } from './checklist.js'

/** What was judged; null is unjudged. Values are 1-10. */
export interface BehaviourParts {
  /** Whether each criterion is demonstrated. */
  readonly baseline: readonly (boolean | null)[]
  readonly bonus: readonly (boolean | null)[]
  readonly clearActionable: number | null
  readonly wellStructured: number | null
  /** Null as a whole when there is no character to judge. */
  readonly persona: { readonly inCharacter: number | null; readonly enhancesDelivery: number | null } | null
}

/** Points for what was demonstrated. */
export interface Execution {
  /** Baseline criteria that are demonstrated. */
  readonly baseline_count: number
  /** Bonus criteria that are demonstrated. */
  readonly bonus_count: number
  /** 0-50 */
  readonly subtotal: number
}

/** The scores of a behaviour checklist. Parts are null where something in them is unjudged. */
export interface BehaviourScore {
  /** With every unjudged criterion counted as not demonstrated. */
  readonly execution: Execution
  /** 0-50: what `execution` comes to when everything is demonstrated. */
  readonly maxAttainable: number
  /** 0-25 */
  readonly quality: number | null
  /** 0-25 */
  readonly persona: number | null
  /** 0-100 */
  readonly total: number | null
  readonly bounds: Bounds
  /** 0-1: share of the baseline criteria that are demonstrated. */
  readonly met: Bounds
}

/**
 * `total = execution (50) + quality (25) + persona (25)`; without a character the first two are re-weighted to 100. The bounds
 * count unjudged parts as not demonstrated or 1, and as demonstrated or 10.
 */
export function scoreBehaviours(parts: BehaviourParts): BehaviourScore {
  const { baseline, bonus, persona } = parts
  const quality = half([parts.clearActionable, parts.wellStructured])
  const voice = persona && half([persona.inCharacter, persona.enhancesDelivery])
  const known = [...baseline, ...bonus].every((shown) => shown !== null)
  const complete = known && quality !== null && (persona === null || voice !== null)
  const [lower, upper] = [totalAt(parts, 'lower'), totalAt(parts, 'upper')]
  const met = (best: boolean) => (baseline.length === 0 ? 0 : count(baseline, best) / baseline.length)
  return {
    execution: scoreExecution(count(baseline, false), count(bonus, false)),
    maxAttainable: scoreExecution(baseline.length, bonus.length).subtotal,
    quality,
    persona: voice,
    total: complete ? lower : null,
    bounds: { lower, upper },
    met: { lower: met(false), upper: met(true) },
  }
}

/** `min(5 * baseline, 40) + min(3 * bonus, 10)`. */
function scoreExecution(baseline: number, bonus: number): Execution {
  const subtotal = Math.min(5 * baseline, 40) + Math.min(3 * bonus, 10)
  return { baseline_count: baseline, bonus_count: bonus, subtotal }
}

/** Criteria that are demonstrated, unjudged ones as told. */
function count(criteria: readonly (boolean | null)[], best: boolean): number {
  return criteria.filter((shown) => shown ?? best).length
}

function totalAt({ baseline, bonus, persona, ...parts }: BehaviourParts, end: keyof Bounds): number {
  const best = end === 'upper'
  const { subtotal } = scoreExecution(count(baseline, best), count(bonus, best))
  const filled = (value: number | null) => value ?? SCALE[end]
  const quality = half([filled(parts.clearActionable), filled(parts.wellStructured)]) ?? 0
  if (persona === null) return ((subtotal + quality) / 75) * 100
  const voice = half([filled(persona.inCharacter), filled(persona.enhancesDelivery)]) ?? 0
  return subtotal + quality + voice
}
