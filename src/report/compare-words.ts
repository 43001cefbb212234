/**
 * A comparison in words, the same wherever it is shown.
 *
 * @module
 */
import type { GroupComparison } from './compare-runs.js'

/** The verdict; what turned all the same is named with it, so that no reader takes the one for a denial of the other. */
export function tellVerdict({ kind, verdict, turned_red, turned_green }: GroupComparison): string {
  const counts = { red: turned_red.length, green: turned_green.length }
  if (verdict !== 'no detectable difference' || counts.red + counts.green === 0) return verdict
  const unit = kind === 'set' ? 'case' : 'test'
  const turned = Object.entries(counts).flatMap(([colour, count]) =>
    count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'} turned ${colour}`],
  )
  return `${verdict} overall; ${turned.join(', ')}`
}

/** How many pairs changed in which way. */
export function countChanges({ improved, worse, unchanged, no_verdict }: GroupComparison): string {
  const open = Object.values(no_verdict ?? {}).flat().length
  const counts = [`${improved.length} improved`, `${worse.length} worse`, `${unchanged} unchanged`]
  return [...counts, ...(open === 0 ? [] : [`${open} without a verdict`])].join(', ')
}

/** Names of what changed or cannot have, by what is said of it. */
export function listChanges(group: GroupComparison): readonly (readonly [what: string, names: readonly string[]])[] {
  const { turned_red, turned_green, no_verdict } = group
  const lists = [
    ['turned red', turned_red],
    ['turned green', turned_green],
    ['no verdict now', no_verdict?.now ?? []],
    ['no verdict before', no_verdict?.before ?? []],
    ['no verdict now and before', no_verdict?.both ?? []],
    ['new', group.new],
    ['gone', group.gone],
  ] as const
  return lists.filter(([, names]) => names.length > 0)
}

/** `by chance over all sets: p = 0.004 for the score, 0.012 for pass or fail`, by which the verdict goes. */
export function describeChance({ kind, chance }: Pick<GroupComparison, 'kind' | 'chance'>): string {
  const parts = [
    ...(chance.scores === null ? [] : [`${showP(chance.scores)} for the score`]),
    ...(chance.passed === null ? [] : [`${showP(chance.passed)} for pass or fail`]),
  ]
  return parts.length === 0 ? '' : `by chance over all ${kind === 'set' ? 'sets' : 'matchers'}: p = ${parts.join(', ')}`
}

/** `0.012`, `under 0.001`. */
export function showP(p: number): string {
  return p < 0.001 ? 'under 0.001' : p.toFixed(3)
}
