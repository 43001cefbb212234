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

it.each([
  [3, 2 / 201],
  [4, 0],
])('a character that a text of 200 has %i times starts a match: %d', (times, wanted) => {
  const others = Array.from({ length: 200 - times }, (_, index) => String.fromCodePoint(0x400 + index)).join('')
  expect(ratio('x', others + 'x'.repeat(times))).toBe(wanted)
})

/** By the definition, the longest block of characters that may start a match: the first of several. */
function longest(a: readonly string[], b: readonly string[], starts: (one: string) => boolean) {
  let best = { i: 0, j: 0, size: 0 }
  for (const i of a.keys()) {
    for (const j of b.keys()) {
      let size = 0
      while (i + size < a.length && a[i + size] === b[j + size] && starts(a[i + size] ?? '')) size++
      if (size > best.size) best = { i, j, size }
    }
  }
  return best
}

/** With what is alike on both sides of it, and the same again to the left and right. */
function matching(a: readonly string[], b: readonly string[], starts: (one: string) => boolean): number {
  let { i, j, size } = longest(a, b, starts)
  while (i > 0 && j > 0 && a[i - 1] === b[j - 1]) {
    i--
    j--
    size++
  }
  while (i + size < a.length && j + size < b.length && a[i + size] === b[j + size]) size++
  if (size === 0) return 0
  return size + matching(a.slice(0, i), b.slice(0, j), starts) + matching(a.slice(i + size), b.slice(j + size), starts)
}

it('property: it is what the definition gives, frequent characters included', () => {
  const letters = (maxLength: number) => fc.array(fc.constantFrom('p', 'p', 'p', 'u', 'v'), { maxLength })
  const rareIn = fc.array(fc.tuple(fc.nat(30), fc.constantFrom('u', 'v')), { maxLength: 4 })
  fc.assert(
    fc.property(letters(14), letters(14), rareIn, fc.boolean(), (a, short, places, isLong) => {
      const b = isLong ? Array<string>(205).fill('p') : short
      if (isLong) for (const [at, one] of places) b[at] = one
      const starts = (one: string) => b.length < 200 || b.filter((other) => other === one).length <= b.length / 100 + 1
      const length = a.length + b.length
      expect(sequenceRatio(a, b)).toBeCloseTo(length === 0 ? 1 : (2 * matching(a, b, starts)) / length, 12)
    }),
  )
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
