/**
 * Optimal one-to-one assignment.
 *
 * @module
 */

import { groupPairs } from './groups.js'

/**
 * Steps that the best assignment of a group may take: 300 rows with as many columns take half of them and half a second. A group of
 * pairs that hang together and need more is assigned pair by pair, the highest gain first, which need not be the best.
 */
const MOST_STEPS = 1e8

/**
 * Pairs rows with columns, each at most once, so that the sum of the gains is the highest possible, up to {@link MOST_STEPS}. Pairs
 * without a gain are never made. Hungarian method with potentials (Kuhn 1955; Jonker and Volgenant 1987), cubic in the number of rows
 * of a group.
 *
 * @param gains - `gains[row][column]`, 0 or more; all rows equally long.
 * @returns The column of each row, or null.
 */
export function assignPairs(gains: readonly (readonly number[])[]): (number | null)[] {
  const result: (number | null)[] = gains.map(() => null)
  for (const { rows, columns } of groupPairs(gains)) {
    const own = rows.map((row) => columns.map((column) => gains[row]?.[column] ?? 0))
    const isSmall = rows.length ** 2 * (rows.length + columns.length) <= MOST_STEPS
    const assigned = isSmall ? assignBest(own) : assignGreedily(own)
    for (const [k, column] of assigned) result[rows[k] ?? 0] = columns[column] ?? null
  }
  return result
}

function assignBest(gains: readonly (readonly number[])[]): [row: number, column: number][] {
  const width = gains[0]?.length ?? 0
  // A column of its own for every row: staying alone costs nothing.
  const costs = gains.map((row) => [...row.map((gain) => -gain), ...gains.map(() => 0)])
  const pairs = new Assignment(costs, width + gains.length).solve()
  return pairs.filter(([row, column]) => (gains[row]?.[column] ?? 0) > 0)
}

function assignGreedily(gains: readonly (readonly number[])[]): [row: number, column: number][] {
  const pairs = gains.flatMap((row, i) => row.flatMap((gain, column) => (gain > 0 ? [{ i, column, gain }] : [])))
  const [rows, columns] = [new Set<number>(), new Set<number>()]
  return pairs
    .sort((a, b) => b.gain - a.gain)
    .flatMap(({ i, column }) => {
      if (rows.has(i) || columns.has(column)) return []
      rows.add(i)
      columns.add(column)
      return [[i, column]]
    })
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

  /** Pairs of rows and columns, both from 0; -1 stands for none. */
  solve(): [row: number, column: number][] {
    for (let row = 1; row <= this.costs.length; row++) this.place(row)
    return [...this.rowOf].map((row, column) => [row - 1, column - 1])
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
