import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { foldText, isBlank, oneLine, shorten, showCount, stripHidden } from '../src/text.js'

describe('stripHidden', () => {
  it.each([
    ['line ends', 'a\r\nb\rc\n', 'a\nb\nc\n'],
    ['tabs and line feeds', 'a\tb\nc', 'a\tb\nc'],
    ['control characters', 'a\u0000b\u001b[31mc\u007fd\u0085e', 'ab[31mcde'],
    ['zero-width characters and marks of direction', 'a\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066b', 'ab'],
    ['tags and selectors of variants', 'a\u{e0041}\u{e01ef}b', 'ab'],
    ['halves of surrogate pairs', 'a\ud83d\u0020\ude00b', 'a b'],
    ['whole pairs', '😀𝒳', '😀𝒳'],
    ['Arabic signs of the same class that can be seen', '\u0601\u06dd\u070f', '\u0601\u06dd\u070f'],
  ])('%s', (_title, text, stripped) => {
    expect(stripHidden(text)).toBe(stripped)
  })
})

describe('foldText', () => {
  it.each([
    ['  a \n\t b\u00a0\u2028c ', 'a b c'],
    ['cafe\u0301', 'caf\u00e9'],
    ['e\u200b\u0301', '\u00e9'],
    ['\u200b \u2060', ''],
  ])('%j becomes %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('property: folding twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
      }),
    )
  })
})

describe('isBlank', () => {
  it('property: says whether nothing is left of the folded text', () => {
    const hidden = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\u200b',
      '\ufeff',
      '\u00a0',
      '\u2028',
      '\ud83d',
      '\u{e01ef}',
      '\u0601',
      'a',
      '😀',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(hidden).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, (given) => {
        expect(isBlank(given)).toBe(foldText(given) === '')
      }),
    )
  })
})

describe('shorten', () => {
  it.each([
    ['leaves a text that fits', 'abcde', 5, 'abcde'],
    ['says how much more there is', 'abcdef', 5, 'abcde… (+1 characters)'],
    ['groups large numbers', 'a'.repeat(1239), 4, 'aaaa… (+1,235 characters)'],
    ['does not cut a character in two', 'abc😀def', 4, 'abc… (+5 characters)'],
  ])('%s', (_title, text, limit, short) => {
    expect(shorten(text, limit)).toBe(short)
  })
})

it('oneLine folds and shortens', () => {
  expect(oneLine('a\n\u001b[31mb\n  c', 20)).toBe('a [31mb c')
  expect(oneLine('a\nb c d', 3)).toBe('a b… (+4 characters)')
})

test('property: counts are shown as American English writes them', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (count) => showCount(count) === count.toLocaleString('en-US')))
})
