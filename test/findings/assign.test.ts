import fc from 'fast-check'
import { expect, it } from 'vitest'
import { assignPairs } from '../../src/findings/assign.js'
import { cpuTime } from '../support/cpu.js'

it.each([
  ['the clear pair', [[0.9, 0.5]], [0]],
  [
    'two pairs that are worth more than the best one',
    [
      [0.9, 0.8],
      [0.8, 0],
    ],
    [1, 0],
  ],
  [
    'the best pair where it is worth more',
    [
      [0.9, 0.3],
      [0.3, 0],
    ],
    [0, null],
  ],
  [
    'no pair without a gain',
    [
      [0, 0],
      [0, 0.1],
    ],
    [null, 1],
  ],
  ['nothing without columns', [[], []], [null, null]],
  ['nothing without rows', [], []],
])('makes %s', (_, gains, columns) => {
  expect(assignPairs(gains)).toEqual(columns)
})

const matrices = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).chain(([rows, columns]) => {
  const gain = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 }))
  const row = fc.array(gain, { minLength: columns, maxLength: columns })
  return fc.array(row, { minLength: rows, maxLength: rows })
})

/** The best total by trying everything. */
function bestTotal(gains: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set()): number {
  const [row, ...rest] = gains
  if (!row) return 0
  const choices = row.flatMap((gain, j) => (taken.has(j) ? [] : [gain + bestTotal(rest, new Set([...taken, j]))]))
  return Math.max(bestTotal(rest, taken), ...choices)
}

const totalOf = (gains: readonly (readonly number[])[]) =>
  assignPairs(gains).reduce<number>((total, column, i) => total + (column === null ? 0 : (gains[i]?.[column] ?? 0)), 0)

it('reaches the best total there is, using each column once and only pairs with a gain', () => {
  fc.assert(
    fc.property(matrices, (gains) => {
      const columns = assignPairs(gains)
      const used = columns.filter((column) => column !== null)
      expect(new Set(used).size).toBe(used.length)
      columns.forEach((column, i) => {
        if (column !== null) expect(gains[i]?.[column]).toBeGreaterThan(0)
      })
      expect(totalOf(gains)).toBe(bestTotal(gains))
    }),
  )
})

it('reaches the same total in any order of rows', () => {
  fc.assert(
    fc.property(matrices, (gains) => {
      expect(totalOf(gains.toReversed())).toBe(totalOf(gains))
    }),
  )
})

it('makes the best pairs first where too many compete for the best assignment, and each row and column once', () => {
  const side = 800
  const gains = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => 1 + ((i * 7 + j * 13) % 101)),
  )
  // The last row takes the column that the first would have, and one has no other.
  gains[side - 1] = gains[0]?.map((gain, j) => (j === 0 ? 900 : gain)) ?? []
  gains[1] = gains[1]?.map((_, j) => (j === 0 ? 800 : 0)) ?? []
  const took = cpuTime(() => {
    const columns = assignPairs(gains)
    expect(columns[side - 1]).toBe(0)
    expect(columns[1]).toBeNull()
    expect(new Set(columns).size).toBe(side)
  })
  expect(took).toBeLessThan(5_000)
})

it('assigns groups that have nothing to do with one another each for itself, however many there are', () => {
  const side = 1_500
  const gains = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => (Math.floor(i / 2) === Math.floor(j / 2) ? (i === j ? 1 : 2) : 0)),
  )
  const pairs = gains.map((_, i) => (i % 2 === 0 ? i + 1 : i - 1))
  expect(cpuTime(() => expect(assignPairs(gains)).toEqual(pairs))).toBeLessThan(5_000)
})
