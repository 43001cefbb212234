/**
 * What of the report is looked at: kept in the address, so that a link leads to it and a reload keeps it.
 *
 * @module
 */
import type { Change, ReportGroup, Row, Trial } from '../report-data.js'

/** What is looked at. Empty texts mean all. */
export interface View {
  /** Index of the group. */
  readonly group: number
  readonly query: string
  readonly label: string
  readonly status: '' | Row['status'] | 'flickering' | Change
  /** Only rows in which this column is low or open, the worst first. */
  readonly column: string
  /** Key of the row that is open. */
  readonly open: string
}

const NAMES = { query: 'q', label: 'label', status: 'status', column: 'in', open: 'open' } as const
type Name = keyof typeof NAMES

/** The view that an address means. What it names and is not there is passed by. */
export function readView(hash: string, groups: readonly ReportGroup[]): View {
  const given = new URLSearchParams(hash.replace(/^#/, ''))
  const text = (name: Name) => given.get(NAMES[name]) ?? ''
  const named = groups.findIndex((group) => addressOf(group, groups) === given.get('group'))
  const group = Math.max(0, named)
  const status = text('status')
  return {
    ...{ group, query: text('query'), label: text('label') },
    status: statusesOf(groups[group]).find((one) => one === status) ?? '',
    column: groups[group]?.columns.some(({ name }) => name === text('column')) ? text('column') : '',
    open: groups[group]?.rows.some(({ key }) => key === text('open')) ? text('open') : '',
  }
}

/** The address of a view, empty for the first one. */
export function writeView(view: View, groups: readonly ReportGroup[]): string {
  const given = new URLSearchParams()
  const group = groups[view.group]
  if (view.group > 0 && group !== undefined) given.set('group', addressOf(group, groups))
  for (const [name, short] of Object.entries(NAMES) as [Name, string][]) {
    if (view[name] !== '') given.set(short, view[name])
  }
  return given.toString()
}

/** Two sets may have one name, and differ in their files. */
function addressOf(group: ReportGroup, groups: readonly ReportGroup[]): string {
  const isTaken = groups.some((other) => other !== group && other.name === group.name)
  return isTaken && group.file !== null ? `${group.name} (${group.file})` : group.name
}

/** What rows of a group can be filtered by. */
export function statusesOf(group: ReportGroup | undefined): View['status'][] {
  if (group === undefined) return []
  const changes = new Set(group.rows.flatMap(({ change }) => change ?? []))
  const flickers = group.rows.some((row) => row.flickers)
  return ['pass', 'fail', 'unjudged', ...(flickers ? (['flickering'] as const) : []), ...changes]
}

/** The labels of a group's rows. */
export function labelsOf({ rows }: ReportGroup): string[] {
  return [...new Set(rows.flatMap(({ labels }) => labels))].toSorted()
}

/** The rows of a view, in its order. */
export function chooseRows({ rows, columns }: ReportGroup, view: View): readonly Row[] {
  const sought = view.query.trim().toLowerCase()
  const kept = rows.filter(
    (row) =>
      (view.label === '' || row.labels.includes(view.label)) &&
      (view.status === '' || hasStatus(row, view.status)) &&
      (sought === '' || haystackOf(row).includes(sought)),
  )
  const column = columns.findIndex(({ name }) => name === view.column)
  if (column < 0) return kept
  const worst = (row: Row) => Math.min(...row.trials.map(({ cells }) => cells[column]?.quality ?? -1))
  const isLow = ({ cells }: Trial) => cells[column]?.low === true || cells[column]?.state === 'unjudged'
  return kept.filter(({ trials }) => trials.some(isLow)).toSorted((a, b) => worst(a) - worst(b))
}

function hasStatus(row: Row, status: View['status']): boolean {
  return row.status === status || row.change === status || (status === 'flickering' && row.flickers)
}

const haystacks = new WeakMap<Row, string>()

/** All that is searched in, made on the first search. */
function haystackOf(row: Row): string {
  const known = haystacks.get(row)
  if (known !== undefined) return known
  const texts = row.trials.flatMap(({ reasons, parts, material }) => [
    ...reasons,
    ...parts.flatMap(({ justification, reason }) => [justification, reason]),
    ...Object.values(material),
  ])
  const made = [row.key, ...row.labels, ...texts].join('\n').toLowerCase()
  haystacks.set(row, made)
  return made
}
