/**
 * What of two runs belongs together: their groups, and the units of a group.
 *
 * @module
 */
import { oneLine } from '../text.js'
import { type Comparable, groupUnits, nameWithFile, type Unit, type UnitGroup } from './compare-units.js'

/** A group then and now; at least one of them is there. */
export interface GroupPair extends Pick<UnitGroup, 'kind' | 'name' | 'file' | 'total'> {
  readonly old: UnitGroup | undefined
  readonly own: UnitGroup | undefined
}

/** A case or test then and now. */
export interface Pair {
  readonly old: Unit
  readonly own: Unit
  /** What judged them differs in. */
  readonly differs: readonly string[]
}

/** The groups of both runs: the later one's sets in their order, then sets of the earlier one only, then matchers. */
export function pairGroups(baseline: Comparable, results: Comparable): readonly GroupPair[] {
  const [then, now] = [groupUnits(baseline), groupUnits(results)]
  const partners = findPartners(then, now)
  const taken = new Set(partners.values())
  const gone = then.filter((group) => !taken.has(group))
  const pairs = [
    ...now.map((group) => ({ ...group, old: partners.get(group), own: group })),
    ...gone.map((group) => ({ ...group, old: group, own: undefined })),
  ]
  const sets = pairs.filter(({ kind }) => kind === 'set')
  const names = sets.map(({ name }) => name)
  const isTaken = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  const nameOf = ({ name, file }: GroupPair) =>
    file !== null && isTaken(name) ? nameWithFile({ evalset: name, file }) : name
  return [...sets.map((set) => ({ ...set, name: nameOf(set) })), ...pairs.filter(({ kind }) => kind === 'checks')]
}

/** By name and file; a set alone of its name may have moved to another file. */
function findPartners(then: readonly UnitGroup[], now: readonly UnitGroup[]): Map<UnitGroup, UnitGroup> {
  const partners = new Map<UnitGroup, UnitGroup>()
  const isSame = (one: UnitGroup, other: UnitGroup) => one.kind === other.kind && one.name === other.name
  const open = (group: UnitGroup, groups: readonly UnitGroup[], taken: readonly UnitGroup[]) =>
    groups.filter((other) => isSame(group, other) && !taken.includes(other))
  for (const group of now) {
    const partner = open(group, then, [...partners.values()]).find(({ file }) => file === group.file)
    if (partner !== undefined) partners.set(group, partner)
  }
  for (const group of now) {
    const [moved, ...others] = open(group, then, [...partners.values()])
    const alone = open(group, now, [...partners.keys()])
    if (moved !== undefined && others.length === 0 && alone.length === 1) partners.set(group, moved)
  }
  return partners
}

/** The units of a group that both runs have. */
export function pairUnits({ old, own }: GroupPair): { pairs: readonly Pair[]; fresh: string[]; gone: string[] } {
  const olds = new Map((old?.units ?? []).map((unit) => [unit.key, unit]))
  const owns = new Map((own?.units ?? []).map((unit) => [unit.key, unit]))
  const pairs = [...owns.values()].flatMap((unit): Pair[] => {
    const before = olds.get(unit.key)
    return before === undefined ? [] : [{ old: before, own: unit, differs: listDifferences(before, unit) }]
  })
  return {
    pairs,
    fresh: [...owns.values()].filter(({ key }) => !olds.has(key)).map(({ name }) => name),
    gone: [...olds.values()].filter(({ key }) => !owns.has(key)).map(({ name }) => name),
  }
}

/** Texts of judges and versions are short enough to be shown; rubrics are not. */
function listDifferences(old: Unit, own: Unit): readonly string[] {
  return Object.entries(own.judgedBy).flatMap(([what, text]) => {
    const before = old.judgedBy[what] ?? null
    if (text === null || before === null || text === before) return []
    const isShown = what !== 'rubric' && what !== 'thresholds'
    return [`not the same ${what}${isShown ? ` (${oneLine(before, 60)}, now ${oneLine(text, 60)})` : ''}`]
  })
}
