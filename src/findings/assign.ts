/**
 * Optimal one-to-one assignment.
 *
 * @module
 */

/**
 * Pairs rows with columns, each at most once, so that the sum of the gains is the highest possible. Pairs without a gain
 * are never made. Hungarian method with potentials (Kuhn 1955; Jonker and Volgenant 1987), cubic in the number of rows
 * that have a gain.
 *
 * @param gains - `gains[row][column]`, 0 or more; all rows equally long.
 * @returns The column of each row, or null.
 */
export function assignPairs(gains: readonly (readonly number[])[]): (number | null)[] {
  const rows = gains.flatMap((row, i) => (row.some((gain) => gain > 0) ? [i] : []))
  const width = gains[0]?.length ?? 0
  // A column of its own for every row: staying alone costs nothing.
  const costs = rows.map((i) => [...(gains[i] ?? []).map((gain) => -gain), ...rows.map(() => 0)])
  const columns = new Assignment(costs, width + rows.length).solve()
  const result: (number | null)[] = gains.map(() => null)
  rows.forEach((row, k) => {
    const column = columns.get(k) ?? width
    if ((gains[row]?.[column] ?? 0) > 0) result[row] = column
  })
  return result
}

/**
 * A search for the cheapest assignment of all rows. Rows and columns count from 1; 0 stands for none. All lists by column are
 * of plain numbers, because with hundreds of findings on each side these loops are where the time goes.
 */
class Assignment {
  private readonly costs: readonly Float64Array[]
  private readonly rowPotential: Float64Array
  private readonly columnPotential: Float64Array
  /** The row that holds each column. */
  private readonly rowOf: Int32Array
  /** Of the search for one alternating path: what it still costs to reach each column, from which one, and those reached. */
  private readonly slack: Float64Array
  private readonly previous: Int32Array
  private readonly seen: Uint8Array

  constructor(costs: readonly (readonly number[])[], width: number) {
    this.costs = costs.map((row) => Float64Array.from(row))
    this.rowPotential = new Float64Array(costs.length + 1)
    this.columnPotential = new Float64Array(width + 1)
    this.rowOf = new Int32Array(width + 1)
    this.slack = new Float64Array(width + 1)
    this.previous = new Int32Array(width + 1)
    this.seen = new Uint8Array(width + 1)
  }

  /** Columns by row, both from 0. */
  solve(): Map<number, number> {
    for (let row = 1; row <= this.costs.length; row++) this.place(row)
    return new Map([...this.rowOf].flatMap((row, column) => (row > 0 && column > 0 ? [[row - 1, column - 1]] : [])))
  }

  /** Gives a row a column, moving other rows along the cheapest alternating path. */
  private place(row: number): void {
    this.slack.fill(Number.POSITIVE_INFINITY)
    this.seen.fill(0)
    this.rowOf[0] = row
    let column = 0
    do {
      this.seen[column] = 1
      this.offer(column)
      column = this.nearest()
      this.shift(this.slack[column] ?? 0)
    } while (this.rowOf[column] !== 0)
    while (column !== 0) {
      const before = this.previous[column] ?? 0
      this.rowOf[column] = this.rowOf[before] ?? 0
      column = before
    }
  }

  /** Offers every column outside the path a way through this one. */
  private offer(through: number): void {
    const { seen, slack, previous, columnPotential } = this
    const row = this.rowOf[through] ?? 0
    const costs = this.costs[row - 1] ?? new Float64Array()
    const potential = this.rowPotential[row] ?? 0
    for (let column = 1; column < seen.length; column++) {
      const cost = (costs[column - 1] ?? 0) - potential - (columnPotential[column] ?? 0)
      if (seen[column] === 1 || cost >= (slack[column] ?? 0)) continue
      slack[column] = cost
      previous[column] = through
    }
  }

  private nearest(): number {
    const { seen, slack } = this
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let column = 1; column < seen.length; column++) {
      const cost = slack[column] ?? 0
      if (seen[column] === 1 || cost >= least) continue
      least = cost
      best = column
    }
    return best
  }

  private shift(delta: number): void {
    const { seen, slack, rowOf, rowPotential, columnPotential } = this
    for (let column = 0; column < seen.length; column++) {
      if (seen[column] === 1) {
        const row = rowOf[column] ?? 0
        rowPotential[row] = (rowPotential[row] ?? 0) + delta
        columnPotential[column] = (columnPotential[column] ?? 0) - delta
      } else slack[column] = (slack[column] ?? 0) - delta
    }
  }
}
