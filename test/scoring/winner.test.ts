import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averageTotals, pickWinner, settleOrders, type Winner } from '../../src/scoring/winner.js'

const known = (total: number) => ({ total, bounds: { lower: total, upper: total } })

it.each<[lower: number, upper: number, otherLower: number, otherUpper: number, wanted: Winner | null]>([
  [80, 80, 70, 70, 'first'],
  [70, 70, 80, 80, 'second'],
  [75, 75, 75, 75, 'tie'],
  // What decimal weights lose is no difference.
  [75, 75, 75 + 1e-12, 75 + 1e-12, 'tie'],
  [80, 90, 70, 79, 'first'],
  [60, 70, 71, 100, 'second'],
  [70, 80, 75, 75, null],
  [70, 80, 70, 80, null],
  [70, 75, 75, 75, null],
])('from %d to %d against %d to %d the winner is %s', (lower, upper, otherLower, otherUpper, wanted) => {
  expect(pickWinner({ lower, upper }, { lower: otherLower, upper: otherUpper })).toBe(wanted)
})

it.each<[orders: (Winner | null)[], winner: Winner | null, consistent: boolean | null]>([
  [['first', 'first'], 'first', true],
  [['second', 'second'], 'second', true],
  [['tie', 'tie'], 'tie', true],
  [['first', 'second'], 'tie', false],
  [['second', 'first'], 'tie', false],
  [['first', 'tie'], 'tie', false],
  [['tie', 'second'], 'tie', false],
  [['first'], 'first', null],
  [['tie'], 'tie', null],
  [[null], null, null],
  [['first', null], null, null],
  [[null, 'tie'], null, null],
])('of the verdicts %j the winner is %s, and consistent is %s', (orders, winner, consistent) => {
  expect(settleOrders(orders)).toEqual({ winner, consistent })
})

it('totals and their ends are averaged; one open total leaves the mean open', () => {
  expect(averageTotals([known(80), known(70)])).toEqual(known(75))
  const open = { total: null, bounds: { lower: 40, upper: 60 } }
  expect(averageTotals([known(80), open])).toEqual({ total: null, bounds: { lower: 60, upper: 70 } })
})

describe('properties', () => {
  const bounds = fc
    .tuple(fc.integer({ min: 10, max: 100 }), fc.integer({ min: 10, max: 100 }))
    .map(([a, b]) => ({ lower: Math.min(a, b), upper: Math.max(a, b) }))

  it('turning the sides round turns the winner round', () => {
    const turned = { first: 'second', second: 'first', tie: 'tie' }
    fc.assert(
      fc.property(bounds, bounds, (a, b) => {
        const winner = pickWinner(a, b)
        expect(pickWinner(b, a)).toBe(winner && turned[winner])
      }),
    )
  })

  it('a winner that is named stays the winner whatever the open parts come to', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(bounds, bounds, share, share, (a, b, x, y) => {
        const winner = pickWinner(a, b)
        fc.pre(winner !== null)
        const at = ({ lower, upper }: typeof a, part: number) => lower + (upper - lower) * part
        expect(pickWinner(known(at(a, x)).bounds, known(at(b, y)).bounds)).toBe(winner)
      }),
    )
  })
})
