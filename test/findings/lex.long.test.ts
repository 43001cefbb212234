import { expect, it, test } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { lexBlocks } from '../../src/findings/lex.js'

const LENGTH = 11_000_000

test.each([
  ['lines', 'The lock is never released in this line.\n'],
  ['words in one line', 'word '],
  ['one word', 'x'],
  ['words without spaces', '问题'],
  ['quoted lines', '> a long line of a quotation, so that there are not too many\n'],
  ['code', '    one line of code that is indented\n'],
  ['lines with Windows ends', 'The lock is never released in this line.\r\n'],
])(
  '11 MB of %s are read without loss',
  (_what, piece) => {
    const text = piece.repeat(LENGTH / piece.length)
    const raw = lexBlocks(text).map((token) => token.raw)
    expect(raw.join('').replaceAll('\r', '').length).toBe(text.replaceAll('\r', '').length)
  },
  60_000,
)

it('a long review has its findings from first to last', () => {
  const prose = 'The code of this part was read line by line and is as it should be.\n'.repeat(60_000)
  const review = `## src/a.ts:1\n\nThe lock leaks.\n\n${prose}\n## src/b.ts:2\n\nThe token is logged.\n`
  expect(extractFindings(review).map(({ file, line }) => [file, line])).toEqual([
    ['src/a.ts', 1],
    ['src/b.ts', 2],
  ])
}, 60_000)
