import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sequenceRatio } from '../../src/scoring/sequence-ratio.js'

const ratio = (a: string, b: string) => sequenceRatio([...a], [...b])
const rare = Array.from({ length: 118 }, (_, index) => String.fromCodePoint(0x400 + index)).join('')
const turned = [...rare].reverse().join('')

// Values of Python 3.11, difflib.SequenceMatcher(None, a, b).ratio().
it.each([
  ['', '', 1],
  ['a', '', 0],
  ['abc', 'abc', 1],
  ['abcd', 'bcde', 0.75],
  ['aaaa', 'aa', 0.666666666667],
  ['ababab', 'bababa', 0.833333333333],
  ['qabxcd', 'abycdf', 0.666666666667],
  ['a\u{1f600}b', 'a\u{1f600}c', 0.666666666667],
  ['return self.name', 'return self._name', 0.969696969697],
  ['private Thread currentThread;', 'private volatile Thread currentThread;', 0.865671641791],
  ['x = foo(a, b)', 'y = foo(b, a)', 0.769230769231],
  // From 200 characters on, frequent ones start no match.
  ['ab'.repeat(90), 'ab'.repeat(99), 0.952380952381],
  ['ab'.repeat(90), 'ab'.repeat(100), 0.947368421053],
  [`x${'ab'.repeat(90)}`, 'ab'.repeat(100), 0],
  [`${'ab'.repeat(60)}Z${'ab'.repeat(60)}`, `${'ab'.repeat(62)}Z${'ab'.repeat(58)}`, 0.983402489627],
  [rare + rare, rare + turned, 0.504237288136],
])('of %j and %j it is %d', (a, b, wanted) => {
  expect(ratio(a, b)).toBeCloseTo(wanted, 11)
})

it('property: 0 to 1, 1 for equal texts, and never above what the lengths allow', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 40 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(ratio(a, a)).toBe(1)
      const value = ratio(a, b)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(a + b === '' ? 1 : (2 * Math.min(a.length, b.length)) / (a.length + b.length))
    }),
  )
})
