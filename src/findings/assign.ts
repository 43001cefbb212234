/**
 * Optimal one-to-one assignment.
 *
 * @module
 */

/**
 * Pairs rows with columns, each at most once, so that the sum of the gains is the highest possible. Pairs without a gain
 * are never made. Hungarian method with potentials (Kuhn 1955, Jonker and Volgenant 1987), cubic in the number
 * of rows that have a candidate.
 *
 * @param gains - `gains[row][column]`, 0 or more; all rows equally long.
 * @returns The column of each row, or null.
 */
export function assignPairs(gains: readonly (readonly number[])[]): (number | null)[] {
  const rows = gains.flatMap((row, i) => (row.some((gain) => gain > 0) ? [i] : []))
  const width = gains[0]?.length ?? 0
  // A column of its own for every row: staying alone costs nothing.
  const costs = rows.map((i) => [...(gains[i] ?? []).map((gain) => -gain), ...rows.map(() => 0)])
  const columns = solve(costs, width + rows.length)
  const result: (number | null)[] = gains.map(() => null)
  rows.forEach((row, k) => {
    const column = columns[k] ?? width
    if ((gains[row]?.[column] ?? 0) > 0) result[row] = column
  })
  return result
}

/** Column of each row at the lowest total cost; at least as many columns as rows. Index 0 is a sentinel throughout. */
function solve(costs: readonly (readonly number[])[], width: number): number[] {
  const state: State = {
    costs,
    rowPotential: new Array<number>(costs.length + 1).fill(0),
    columnPotential: new Array<number>(width + 1).fill(0),
    rowOf: new Array<number>(width + 1).fill(0),
  }
  for (let row = 1; row <= costs.length; row++) augment(state, row)
  const columnOf: number[] = []
  state.rowOf.forEach((row, column) => {
    if (column > 0 && row > 0) columnOf[row - 1] = column - 1
  })
  return columnOf
}

interface State {
  readonly costs: readonly (readonly number[])[]
  readonly rowPotential: number[]
  readonly columnPotential: number[]
  /** Row that holds each column, 0 for none. */
  readonly rowOf: number[]
}

function augment(state: State, row: number): void {
  const { rowOf } = state
  const slack = rowOf.map(() => Number.POSITIVE_INFINITY)
  const previous = rowOf.map(() => 0)
  const seen = rowOf.map(() => false)
  rowOf[0] = row
  let column = 0
  do {
    seen[column] = true
    column = extend(state, { column, slack, previous, seen })
  } while (rowOf[column] !== 0)
  while (column !== 0) {
    const before = previous[column] ?? 0
    rowOf[column] = rowOf[before] ?? 0
    column = before
  }
}

interface Search {
  readonly column: number
  readonly slack: number[]
  readonly previous: number[]
  readonly seen: readonly boolean[]
}

/** Grows the alternating tree by the nearest unseen column and returns that column. */
function extend({ costs, rowPotential, columnPotential, rowOf }: State, search: Search): number {
  const { column, slack, previous, seen } = search
  const row = rowOf[column] ?? 0
  let nearest = 0
  let delta = Number.POSITIVE_INFINITY
  for (let j = 1; j < rowOf.length; j++) {
    if (seen[j]) continue
    const reduced = (costs[row - 1]?.[j - 1] ?? 0) - (rowPotential[row] ?? 0) - (columnPotential[j] ?? 0)
    if (reduced < (slack[j] ?? 0)) {
      slack[j] = reduced
      previous[j] = column
    }
    if ((slack[j] ?? 0) < delta) {
      delta = slack[j] ?? 0
      nearest = j
    }
  }
  for (let j = 0; j < rowOf.length; j++) {
    if (seen[j]) {
      const holder = rowOf[j] ?? 0
      rowPotential[holder] = (rowPotential[holder] ?? 0) + delta
      columnPotential[j] = (columnPotential[j] ?? 0) - delta
    } else slack[j] = (slack[j] ?? 0) - delta
  }
  return nearest
}
