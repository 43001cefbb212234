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

/** A search for the cheapest assignment of all rows. Rows and columns count from 1; 0 stands for none. */
class Assignment {
  private readonly costs: readonly (readonly number[])[]
  private readonly width: number
  private readonly rowPotential: number[]
  private readonly columnPotential: number[]
  /** The row that holds each column. */
  private readonly rowOf: number[]

  constructor(costs: readonly (readonly number[])[], width: number) {
    this.costs = costs
    this.width = width
    this.rowPotential = new Array<number>(costs.length + 1).fill(0)
    this.columnPotential = new Array<number>(width + 1).fill(0)
    this.rowOf = new Array<number>(width + 1).fill(0)
  }

  /** Columns by row, both from 0. */
  solve(): Map<number, number> {
    for (let row = 1; row <= this.costs.length; row++) this.place(row)
    return new Map(this.rowOf.flatMap((row, column) => (row > 0 && column > 0 ? [[row - 1, column - 1]] : [])))
  }

  /** Gives a row a column, moving other rows along the cheapest alternating path. */
  private place(row: number): void {
    const path = new Path(this.width)
    this.rowOf[0] = row
    let column = 0
    do {
      path.seen.add(column)
      this.measure(path, column)
      column = path.nearest()
      this.shift(path, path.slack[column] ?? 0)
    } while (this.rowOf[column] !== 0)
    while (column !== 0) {
      const before = path.previous[column] ?? 0
      this.rowOf[column] = this.rowOf[before] ?? 0
      column = before
    }
  }

  /** Offers every column outside the path a way through this one. */
  private measure(path: Path, through: number): void {
    const row = this.rowOf[through] ?? 0
    for (let column = 1; column <= this.width; column++) {
      const cost = this.costs[row - 1]?.[column - 1] ?? 0
      path.offer(column, through, cost - (this.rowPotential[row] ?? 0) - (this.columnPotential[column] ?? 0))
    }
  }

  private shift(path: Path, delta: number): void {
    for (const column of path.seen) {
      const row = this.rowOf[column] ?? 0
      this.rowPotential[row] = (this.rowPotential[row] ?? 0) + delta
      this.columnPotential[column] = (this.columnPotential[column] ?? 0) - delta
    }
    path.shorten(delta)
  }
}

/** One search for an alternating path. */
class Path {
  readonly seen: Set<number> = new Set()
  /** What it still costs to reach each column, and from which one. */
  readonly slack: number[]
  readonly previous: number[]

  constructor(width: number) {
    this.slack = new Array<number>(width + 1).fill(Number.POSITIVE_INFINITY)
    this.previous = new Array<number>(width + 1).fill(0)
  }

  offer(column: number, through: number, cost: number): void {
    if (this.seen.has(column) || cost >= (this.slack[column] ?? 0)) return
    this.slack[column] = cost
    this.previous[column] = through
  }

  nearest(): number {
    let best = 0
    this.slack.forEach((cost, column) => {
      const isNearer = best === 0 || cost < (this.slack[best] ?? 0)
      if (column > 0 && !this.seen.has(column) && isNearer) best = column
    })
    return best
  }

  shorten(delta: number): void {
    this.slack.forEach((cost, column) => {
      if (!this.seen.has(column)) this.slack[column] = cost - delta
    })
  }
}
