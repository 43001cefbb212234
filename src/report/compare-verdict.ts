/**
 * Whether what changed between two runs is more than chance.
 *
 * @module
 */
import { type Changes, flipTest } from '../scoring/flip-test.js'
import type { UnitGroup } from './compare-units.js'

/** The chance of a false alarm that is put up with, over all sets together, and over all matchers. */
const ALPHA = 0.05
/** Where fewer pairs than this all change one way, chance does it more often than that: `2 / 2⁵ = 0.0625`. */
export const LEAST_PAIRS = 6

/**
 * What a comparison comes to. `refused`: no pair was judged alike, what nobody judged apart; `nothing to compare`: there is no pair
 * that both runs judged.
 */
export type ComparisonVerdict = 'better' | 'worse' | 'no detectable difference' | 'refused' | 'nothing to compare'

/** How likely changes as large as these are without any change of the agent, 0-1; null where there is nothing to test. */
export interface ChanceOfChanges {
  /** Of the scores. */
  readonly scores: number | null
  /** Of pass and fail. */
  readonly passed: number | null
}

/** What changed from pair to pair of one group. */
export interface GroupChanges {
  readonly kind: UnitGroup['kind']
  readonly pairs: number
  /** Later score less earlier one; null where no pair has both. */
  readonly scores: Changes | null
  /** 1 for what turned green, -1 for what turned red; null where it is not to be tested. */
  readonly passed: Changes | null
}

/** Tests all sets together, and all matchers, so that more of them do not raise more false alarms. */
export function testChanges(groups: readonly GroupChanges[]): readonly ChanceOfChanges[] {
  const found = new Map<GroupChanges, ChanceOfChanges>()
  for (const kind of ['set', 'checks'] as const) {
    const own = groups.filter((group) => group.kind === kind)
    const chances = flipTest(own.map(({ scores, passed, pairs }) => [scores, passed].map((one) => one ?? zeros(pairs))))
    for (const [place, group] of own.entries()) {
      const [scores = 1, passed = 1] = chances[place] ?? []
      found.set(group, {
        scores: group.scores === null ? null : scores,
        passed: group.passed === null ? null : passed,
      })
    }
  }
  return groups.map((group) => found.get(group) ?? { scores: null, passed: null })
}

/** What is not tested did not change, and so is never the largest change. */
function zeros(pairs: number): Changes {
  return new Float64Array(pairs)
}

/** A loss before a gain. */
export function decideVerdict(changes: GroupChanges, chance: ChanceOfChanges): ComparisonVerdict {
  const signs = (['scores', 'passed'] as const).flatMap((what) => {
    const isFound = chance[what] !== null && chance[what] < ALPHA
    return isFound ? [Math.sign((changes[what] ?? zeros(0)).reduce((sum, change) => sum + change, 0))] : []
  })
  return signs.includes(-1) ? 'worse' : signs.includes(1) ? 'better' : 'no detectable difference'
}
