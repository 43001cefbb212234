/**
 * Which rows and columns of a matrix hang together by the pairs that can be made.
 *
 * @module
 */

/** Rows and columns in ascending order. */
export interface Group {
  readonly rows: number[]
  readonly columns: number[]
}

/** Groups that share no row, no column and no pair with a gain; rows and columns without such a pair are in none. */
export function groupPairs(gains: readonly (readonly number[])[]): Group[] {
  const parents = gains.map((_, row) => row)
  const firstRows = new Map<number, number>()
  for (const [row, column] of pairsIn(gains)) {
    const first = firstRows.get(column)
    if (first === undefined) firstRows.set(column, row)
    else parents[rootOf(parents, row)] = rootOf(parents, first)
  }
  const groups = new Map<number, Group>()
  const groupOf = (row: number): Group => {
    const root = rootOf(parents, row)
    const group = groups.get(root) ?? { rows: [], columns: [] }
    groups.set(root, group)
    return group
  }
  gains.forEach((row, at) => {
    if (row.some((gain) => gain > 0)) groupOf(at).rows.push(at)
  })
  for (const [column, row] of [...firstRows].sort(([a], [b]) => a - b)) groupOf(row).columns.push(column)
  return [...groups.values()]
}

function* pairsIn(gains: readonly (readonly number[])[]): Generator<[row: number, column: number]> {
  for (const [row, list] of gains.entries()) {
    for (const [column, gain] of list.entries()) if (gain > 0) yield [row, column]
  }
}

/** The row that stands for a group. Halves the way to it, so that later looks are short. */
function rootOf(parents: number[], row: number): number {
  let at = row
  for (let parent = parents[at] ?? at; parent !== at; parent = parents[at] ?? at) {
    const next = parents[parent] ?? parent
    parents[at] = next
    at = next
  }
  return at
}
