/**
 * Total of a relay of four phases (spec/judging.md, "Phases, coherence, relay").
 *
 * @module
 */
import { badInput } from '../errors.js'

/** Name of a phase: plan, failing tests, code, review. */
export type PhaseName = 'sm' | 'tea' | 'dev' | 'reviewer'

/** How well four phases form one piece of work. */
export type CoherenceRating = 'excellent' | 'good' | 'poor'

/** What a rating multiplies the mean of the phases by. */
export const MULTIPLIERS: Readonly<Record<CoherenceRating, number>> = { excellent: 1.2, good: 1, poor: 0.8 }

/** Total of a relay. */
export interface RelayScore {
  /** 0-120: mean of the phases times the multiplier. */
  readonly raw: number
  /** 0-100: the same, capped at 100. */
  readonly total: number
}

const PHASES: readonly PhaseName[] = ['sm', 'tea', 'dev', 'reviewer']

/**
 * Mean of the four phase totals times the multiplier of the coherence rating.
 *
 * @param phases - Total of each phase, 0-100.
 * @throws {@link InputError} when a total is missing or outside 0-100, or the rating is unknown.
 * @example
 * ```ts
 * scoreRelay({ sm: 80, tea: 90, dev: 70, reviewer: 84 }, 'excellent') // { raw: 97.2, total: 97.2 }
 * ```
 */
export function scoreRelay(phases: Readonly<Record<PhaseName, number>>, rating: CoherenceRating): RelayScore {
  const multiplier = Object.hasOwn(MULTIPLIERS, rating) ? MULTIPLIERS[rating] : undefined
  if (multiplier === undefined) {
    const expected = `one of ${Object.keys(MULTIPLIERS).join(', ')}`
    throw badInput('relay', { place: 'the coherence rating', expected, received: rating })
  }
  const totals = PHASES.map((name) => checkTotal(name, phases[name]))
  const raw = (totals.reduce((sum, total) => sum + total, 0) / totals.length) * multiplier
  return { raw, total: Math.min(raw, 100) }
}

function checkTotal(name: PhaseName, total: unknown): number {
  if (typeof total === 'number' && total >= 0 && total <= 100) return total
  throw badInput('relay', { place: `the total of \`${name}\``, expected: 'a number from 0 to 100', received: total })
}
