import { expect, test } from 'vitest'
import { wrapText } from '../../src/report/wrap.js'

test('a text that fits stays on one line', () => {
  expect(wrapText('a short one', '  ')).toEqual(['  a short one'])
})

test('a long text is broken at spaces and a long word inside, each line at most 80 columns', () => {
  const lines = wrapText(`${'word '.repeat(20)}${'x'.repeat(200)}`, '    ')
  expect(lines.map((line) => line.length)).toEqual([78, 30, 80, 80, 58])
  expect(lines.map((line) => line.search(/\S/))).toEqual([4, 6, 6, 6, 6])
})

test('no word begins like a command of GitHub Actions', () => {
  expect(wrapText('::error::x std::vector', '')).toEqual(['∷error::x std::vector'])
})
