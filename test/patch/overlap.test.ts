import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlap, shareOf } from '../../src/patch/overlap.js'

describe('overlap', () => {
  it.each([
    ['the same', [['abc', 'def']], [['abc', 'def']], 1, 1],
    // " abc " and "abc d" are shared of five runs; the candidate has one run.
    ['a part', [['abc', 'def']], [['abc']], 1 / 5, 1],
    ['more', [['abc']], [['abc', 'def']], 1, 1 / 5],
    ['a repeated part', [['abc'], ['abc']], [['abc']], 1 / 2, 1],
    ['something else', [['abc']], [['xyz']], 0, 0],
    ['nothing', [['abc']], [], 0, 0],
    ['an empty piece', [['abc'], []], [['abc']], 1, 1],
    ['short pieces', [['a']], [['a']], 1, 1],
  ])('compares with %s', (_, gold, candidate, recall, precision) => {
    expect(overlap(gold, candidate)).toEqual({ recall, precision })
  })

  it('does not depend on the order of the pieces', () => {
    const pieces = fc.array(fc.array(fc.constantFrom('if', 'name', '(', 'value')))
    fc.assert(
      fc.property(pieces, pieces, (gold, candidate) => {
        expect(overlap(gold, candidate.toReversed())).toEqual(overlap(gold, candidate))
      }),
    )
  })

  it('swaps recall and precision when the sides swap', () => {
    const pieces = fc.array(fc.array(fc.string()))
    fc.assert(
      fc.property(pieces, pieces, (left, right) => {
        const [one, other] = [overlap(left, right), overlap(right, left)]
        expect([one.recall, one.precision]).toEqual([other.precision, other.recall])
      }),
    )
  })
})

describe('shareOf', () => {
  it('is 0 where there is nothing to share', () => {
    expect([shareOf(0, 0), shareOf(1, 4)]).toEqual([0, 0.25])
  })
})
