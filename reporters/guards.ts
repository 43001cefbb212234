/**
 * For which eval sets `noRegression` holds, whether they run or not: a set that did not run cannot say it itself.
 *
 * @module
 */
import type { Vitest } from 'vitest/node'
import type { SetResult } from '../src/report/results.js'

/** Plain JSON: shards leave it for their merge, which is told nothing by the plugin. */
export interface Guards {
  /** Sets with options of their own. */
  readonly sets: readonly string[]
  /** All others are, apart from these; null: none. */
  readonly othersBut: readonly string[] | null
}

/** As the plugin told each project. Sets that are off, and advisory ones, are left out on purpose. */
export function guardsOf({ projects }: Vitest): Guards[] {
  return projects.flatMap((project) => {
    const { enabled, sets, ownSets } = project.getProvidedContext().vitestJudge ?? { enabled: false }
    if (!enabled || sets === undefined) return []
    const isOn = ({ enabled, gate }: typeof sets, name: string) =>
      enabled && gate.noRegression !== undefined && !gate.advisory.includes(name)
    const own = Object.keys(ownSets)
    return {
      sets: Object.entries(ownSets).flatMap(([name, set]) => (isOn(set, name) ? [name] : [])),
      othersBut: isOn(sets, '') ? [...own, ...sets.gate.advisory] : null,
    }
  })
}

/** Whether a set has to run. A draft never blocks. */
export function isGuarded(
  { evalset, draft }: Pick<SetResult, 'evalset' | 'draft'>,
  guards: readonly Guards[],
): boolean {
  const holds = ({ sets, othersBut }: Guards) =>
    sets.includes(evalset) || (othersBut !== null && !othersBut.includes(evalset))
  return !draft && guards.some(holds)
}
