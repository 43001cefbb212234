import fc from 'fast-check'
import { expect, it } from 'vitest'
import { median, settleVotes } from '../../src/scoring/samples.js'
import type { SampleValue } from '../../src/types.js'

it.each<[string, SampleValue[], SampleValue, boolean, number]>([
  ['the middle of three', [9, 3, 6], 6, false, 6],
  ['the mean of the two in the middle', [9, 3, 6, 7], 6.5, false, 6],
  ['one alone', [4], 4, false, 0],
  ['those that say something', [4, null, 6], 5, false, 2],
  ['nothing where only half say something', [4, null, 6, null], null, false, 2],
  ['nothing where none says anything', [null, null], null, false, 0],
  ['what the most say', [true, false, true], true, false, 1],
  ['what all say', [false, false], false, false, 0],
  ['a tie', [true, false], null, true, 1],
  ['a tie that is left by one that says nothing', [true, false, null], null, true, 1],
  ['the word that is said most', ['good', 'poor', 'good'], 'good', false, 1],
  ['the most said of three words', ['a', 'b', 'c', 'b'], 'b', false, 1],
  ['a tie of words', ['a', 'b', 'b', 'a', 'c'], null, true, 1],
])('settles on %s', (_what, votes, value, tie, spread) => {
  expect(settleVotes(votes)).toEqual({ value, tie, spread })
})

it('property: the median lies between the extremes, and as many lie above it as below', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1 }), (numbers) => {
      const middle = median(numbers)
      expect(middle).toBeGreaterThanOrEqual(Math.min(...numbers))
      expect(middle).toBeLessThanOrEqual(Math.max(...numbers))
      const above = numbers.filter((number) => number > middle).length
      const below = numbers.filter((number) => number < middle).length
      expect(Math.max(above, below)).toBeLessThanOrEqual(numbers.length / 2)
    }),
  )
})
