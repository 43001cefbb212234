import { expect, it } from 'vitest'
import { confuse, figure, majorityOf, shareOf } from '../../src/scoring/figures.js'
import type { Rating, RatingPair } from '../../src/scoring/kappa.js'

const itself = (values: readonly Rating[]) => values.map((value): RatingPair => [value, value])

it.each<[string, Rating[], Rating[]]>([
  ['yes before no', [false, true], [true, false]],
  ['numbers upwards, not by their digits', [10, 9, 2, -1], [-1, 2, 9, 10]],
  ['words by code units', ['b', 'a', 'Z'], ['Z', 'a', 'b']],
  ['numbers beside words in their order, too', ['b', 10, 'a', 9], [9, 10, 'a', 'b']],
  ['each kind by itself, words that are digits, too', [10, '5', true, 9, false, '10'], [true, false, 9, 10, '10', '5']],
])('a table has %s', (_what, given, sorted) => {
  for (const values of [given, given.toReversed()]) {
    expect(confuse(itself(values))).toEqual({
      values: sorted,
      counts: sorted.map((row) => sorted.map((column) => Number(row === column))),
    })
  }
})

it('a table has people in rows and the judge in columns', () => {
  const pairs: RatingPair[] = [
    [1, 2],
    [1, 2],
    [2, 1],
  ]
  expect(confuse(pairs)?.counts).toEqual([
    [0, 2],
    [1, 0],
  ])
})

it('a table has twelve values at the most, and one at the least', () => {
  const numbers = Array.from({ length: 13 }, (_, index) => index)
  expect(confuse(itself(numbers.slice(1)))?.values).toHaveLength(12)
  expect(confuse(itself(numbers))).toBeNull()
  expect(confuse([])).toBeNull()
})

it('a figure that is not defined, or whose interval is not, is null', () => {
  const clusters = Array.from({ length: 20 }, (_, index) => [index])
  const isWhole = (sample: readonly number[]) => new Set(sample).size === clusters.length
  expect(figure(clusters, () => null)).toBeNull()
  expect(figure(clusters, (sample) => (isWhole(sample) ? 1 : null))).toBeNull()
  expect(figure(clusters, (sample) => (isWhole(sample) ? null : 1))).toBeNull()
  expect(figure(clusters, () => 1)).toMatchObject({ value: 1 })
})

it('the majority is the label that people gave most often, whatever the judge said', () => {
  const pairs: RatingPair[] = [
    ['a', 'b'],
    ['c', 'b'],
    ['c', 'b'],
  ]
  expect(majorityOf(pairs)).toMatchObject({ value: 2 / 3, count: 2, of: 3 })
  expect(majorityOf([])).toBeNull()
  expect(shareOf([], () => true)).toBeNull()
})
