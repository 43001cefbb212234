import { expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { cpuTime } from '../support/cpu.js'

it.each([
  ['backticks', '`'],
  ['brackets', '['],
  ['links', '[a]('],
  ['quotes', '> '],
  ['lists in lists', '+ - '],
  ['comments', '<!--'],
  ['details', '<details>\n\n'],
  ['bold', '**a'],
  ['headings', '### Bug in b\n\ntext\n\n'],
  ['list items', '- a\n'],
  ['table rows', '|a|b|\n'],
  ['quoted code', '> +a\n\nb\n\n'],
  ['words without spaces', '问题'],
  ['spaces after a label', 'line   '],
  ['nested JSON', '{"a":['],
  ['backslashes', '\\'],
  ['path segments', 'a/'],
])(
  'reads 300 kB of %s in seconds',
  (_, piece) => {
    const text = piece.repeat(300_000 / piece.length)
    expect(cpuTime(() => extractFindings(text))).toBeLessThan(8_000)
  },
  60_000,
)
