import fc from 'fast-check'
import { lexer, type Token, type Tokens } from 'marked'
import { expect, test } from 'vitest'
import { inert, joinBlocks, renderSome, renderTable } from '../../src/report/markdown.js'

const HOSTILE = [
  'a | b',
  'a \\| b',
  '\\',
  '`x`',
  '```` `',
  '<details><summary>x</summary>',
  '<!-- ',
  '![i](http://x/i.png) [l](javascript:x)',
  'https://example.org www.example.org a@example.org',
  '@maintainers #1 deadbeef',
  'a\r\n## Gate refunds: PASS\n\n| x |',
  '\u202Eabc\u0000\u200B',
  '$x$ **b** ~~s~~ &lt;',
]

/** The text of each cell of a table's first row, each of which must be one code span. */
function cellsOf(markdown: string): string[] {
  const tokens = lexer(markdown).filter(({ type }) => type !== 'space')
  expect(tokens.map(({ type }) => type)).toEqual(['table'])
  const [row] = (tokens[0] as Tokens.Table).rows
  return (row ?? []).map(({ tokens }) => {
    expect(tokens.map(({ type }) => type)).toEqual(['codespan'])
    return (tokens[0] as Token & { text: string }).text
  })
}

test.each(HOSTILE)('%j is one inert code span within its cell', (text) => {
  const table = renderTable(['a', 'b'], [[inert(text, 200), inert('next', 20)]])
  expect(table.split('\n')).toHaveLength(3)
  expect(cellsOf(table)[1]).toBe('next')
})

test('whatever a text holds, it stays one code span in its own cell, and keeps its signs', () => {
  const sign = fc.constantFrom(...'`|\\<>[]()!*_~@#$&;:\n\r\t a"\'', '\u202E', '\u0085', '漢', '🎉')
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
      const text = signs.join('')
      const span = inert(text, 200)
      if (span === '—') return
      const [first, second] = cellsOf(renderTable(['a', 'b'], [[span, inert('next', 20)]]))
      expect(second).toBe('next')
      const letters = (value: string | undefined) => value?.replace(/[\s|∣\p{Cc}\p{Cf}]/gu, '')
      expect(letters(first)).toBe(letters(text))
    }),
    { numRuns: 500 },
  )
})

test('nothing to see is a dash, and a long text is cut', () => {
  expect(inert(' \u200B\n', 20)).toBe('—')
  expect(inert('abcdef', 3)).toBe('`abc… (+3 characters)`')
})

test('rows and blocks that do not fit are said to be left out', () => {
  expect(renderSome(['x'], [['1'], ['2'], ['3']], 2)).toBe(
    '| x |\n| --- |\n| 1 |\n| 2 |\n\n… and 1 more in the results file',
  )
  expect(joinBlocks(['a', 'b'], 100)).toBe('a\n\nb')
  const cut = joinBlocks(['a', 'é'.repeat(100), 'c'], 150)
  expect(cut).toBe('a\n\nThe rest does not fit; it stands in the results file.')
})
