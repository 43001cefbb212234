/**
 * From the results of a run, and of those before it, to what the page shows.
 *
 * @module
 */
import type { GroupComparison, RunComparison } from '../report/compare-runs.js'
import { nameWithFile } from '../report/compare-units.js'
import { groupsOfChecks } from './check-groups.js'
import { describeRun } from './facts.js'
import type { Change, ReportData, ReportGroup } from './report-data.js'
import { keyOf } from './rows.js'
import { groupOfSet } from './set-group.js'
import { type StoredRun, trendsOf } from './trend.js'

/** What a report is made of besides its run. */
export interface ReportSources {
  /** Other runs of the folder, in any order. */
  readonly others?: readonly StoredRun[]
  /** Instead of the comparison that the results hold. */
  readonly comparison?: RunComparison | undefined
  /** What a reader should know of the page itself. */
  readonly notes?: readonly string[]
}

/** The data of the page. */
export function buildReport(own: StoredRun, { others = [], comparison, notes = [] }: ReportSources = {}): ReportData {
  const { file, results } = own
  const { run, gate, sets } = results
  const compared = comparison ?? results.comparison ?? null
  const groups = [
    ...sets.map((set) => ({ group: groupOfSet(set), names: [set.evalset, nameWithFile(set)] })),
    ...groupsOfChecks(results).map((group) => ({ group, names: [group.name] })),
  ]
  return {
    file,
    run,
    gate,
    facts: describeRun(results),
    groups: groups.map(({ group, names }) => withChanges(group, findGroup(compared, group.kind, names))),
    comparison: compared,
    trends: trendsOf(own, others),
    notes,
  }
}

function findGroup(
  compared: RunComparison | null,
  kind: ReportGroup['kind'],
  names: readonly string[],
): GroupComparison | undefined {
  return compared?.groups.find((group) => group.kind === kind && names.includes(group.name))
}

/** What turned red or green is also worse or improved, and is called by the stronger word. */
function withChanges(group: ReportGroup, compared: GroupComparison | undefined): ReportGroup {
  if (compared === undefined) return group
  const { turned_red, turned_green, worse, improved } = compared
  const lists: readonly (readonly [Change, readonly string[]])[] = [
    ...([
      ['new', compared.new],
      ['improved', improved],
      ['worse', worse],
    ] as const),
    ...([
      ['turned green', turned_green],
      ['turned red', turned_red],
    ] as const),
  ]
  const changes = new Map(lists.flatMap(([change, names]) => names.map((name) => [keyOf(name), change] as const)))
  return { ...group, rows: group.rows.map((row) => ({ ...row, change: changes.get(row.key) ?? null })) }
}
