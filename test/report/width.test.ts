import fc from 'fast-check'
import { expect, test } from 'vitest'
import { breakAt, cutTo, padTo, widthOf } from '../../src/report/width.js'
import { wrapText } from '../../src/report/wrap.js'

test.each([
  ['', 0],
  ['abc…', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['漢字', 4],
  ['ｆｕｌｌ', 8],
  ['한글', 4],
  ['🎉', 2],
  ['✗ ✓ —', 5],
  ['𠀀', 2],
])('%j takes %i columns', (text, width) => {
  expect(widthOf(text)).toBe(width)
})

test('a text is filled up to a width, or cut to it', () => {
  expect(padTo('漢', 4)).toBe('漢  ')
  expect(cutTo('漢字漢字', 8)).toBe('漢字漢字')
  expect(cutTo('漢字漢字', 7)).toBe('漢字漢…')
  expect(cutTo('漢字漢字', 6)).toBe('漢字…')
  expect(breakAt('漢字', 1)).toEqual(['漢', '字'])
})

test('no line is wider than 80 columns, and nothing is lost', () => {
  const signs = fc.array(fc.constantFrom('a', 'word ', '漢', '🎉', 'e\u0301', ' '), { maxLength: 300 })
  fc.assert(
    fc.property(signs, fc.constantFrom('', '  ', '      '), (parts, indent) => {
      const text = parts.join('')
      const lines = wrapText(text, indent)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(80)
      expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
    }),
  )
})
