import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasQuote } from '../../src/citations/quote.js'
import { foldText } from '../../src/text.js'

const SOURCE = `The session ends after ten minutes,
\tand the cart  lives in the session. See \`cart(...items)\` in café.ts: "x" < [1, 2].`

it.each([
  ['word for word', 'the cart  lives in the session', true],
  ['with other white space', 'ten minutes, and\nthe cart lives', true],
  ['with white space at its ends', '  the session.  ', true],
  ['with other white space where there was none', 'ten minu tes', false],
  ['in other letters', 'The Cart lives', false],
  ['with one word changed', 'the cart dies in the session', false],
  ['with characters that have no glyph', 'the \u200bcart\u00ad lives', true],
  ['composed in the other way', 'cafe\u0301.ts', true],
  ['with three dots for what is left out', 'The session ends ... lives in the session', true],
  ['with an ellipsis', 'session ends … lives', true],
  ['with brackets round the dots', 'session ends [...] the cart [ … ] lives', false],
  ['with dots in brackets twice', 'session ends [...] the cart […] lives', true],
  ['with dots and no space', 'session ends...lives in', true],
  ['with dots at its ends', '...the cart lives...', true],
  ['with its pieces in the wrong order', 'the cart lives ... session ends', false],
  ['with a piece that overlaps the one before', 'ten minutes, and ... and the cart', false],
  ['with a piece that is not there', 'session ends ... for ever', false],
  ['with dots that are code', 'cart(...items)', true],
  ['that is punctuation', '< [1, 2].', true],
  ['that is empty', '', false],
  ['that is white space', ' \n\t', false],
  ['that is nothing but dots', '...', false],
  ['that is nothing but an ellipsis in brackets', '[…]', false],
  ['that has no glyph', '\u200b\u2060', false],
])('a quote %s', (_title, quote, found) => {
  expect(hasQuote(foldText(SOURCE), quote)).toBe(found)
})

it.each([
  ['(', [true, false, false]],
  ['< [1, 2].', [true, true, false]],
  ['T', [true, true, false]],
  ['T ... s', [true, false, false]],
  ['ca', [true, true, true]],
  ['T ... session', [true, true, true]],
])('%j is a sign, a letter, a word', (quote, found) => {
  const least = ['sign', 'letter', 'word'] as const
  expect(least.map((one) => hasQuote(foldText(SOURCE), quote, one))).toEqual(found)
})

it('a quote that is the whole text may be short', () => {
  expect(['7', '}'].map((text) => hasQuote(text, text, 'word'))).toEqual([true, true])
})

it('nothing stands in an empty text', () => {
  expect(hasQuote('', 'a')).toBe(false)
})

it('property: every piece of a text with a letter in it is found, also composed in the other way', () => {
  const letters = fc.stringMatching(/^[a-zäöüéß .\n\t-]{1,60}$/)
  fc.assert(
    fc.property(letters, fc.nat(), fc.nat(), (text, a, b) => {
      const [from, to] = [a % text.length, b % text.length].sort((x, y) => x - y)
      const piece = text.slice(from, to)
      fc.pre(/\p{L}/u.test(piece))
      expect(hasQuote(foldText(text), piece)).toBe(true)
      expect(hasQuote(foldText(text.normalize('NFD')), piece)).toBe(true)
      expect(hasQuote(foldText(text), `${piece}\u2603`)).toBe(false)
    }),
  )
})
