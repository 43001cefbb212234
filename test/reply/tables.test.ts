import { expect, it } from 'vitest'
import { scoreTablesIn } from '../../src/reply/tables.js'
import { cpuTime } from '../support/cpu.js'

const table = (...rows: string[]) => ['| Dimension | Score | Why |', '|---|:-:|---|', ...rows].join('\n')

it('reads names, scores and reasons, and the total apart', () => {
  const text = table(
    '| Correctness (25%) | 9/10 | Right \\| and proven. |',
    '| Way out | **7.5** | Two steps. |',
    '| **WEIGHTED_TOTAL** | **82.5/100** | |',
  )
  expect(scoreTablesIn(`Here:\n\n${text}\n\nDone.`)).toEqual([
    {
      text,
      value: {
        scores: {
          correctness: { value: 9, reasoning: 'Right \\| and proven.' },
          way_out: { value: 7.5, reasoning: 'Two steps.' },
        },
        weighted_total: 82.5,
      },
    },
  ])
})

it('keeps what is no number as it is, for the mode to refuse', () => {
  expect(scoreTablesIn(table('| tone | nine | |'))[0]?.value).toEqual({
    scores: { tone: { value: 'nine', reasoning: '' } },
  })
})

it.each([
  ['lines with bars that are no table', '| a | 1 |\n| b | 2 |'],
  ['a table without rows', table()],
  ['a table that names a thing twice', table('| tone | 9 | |', '| tone | 3 | |')],
  ['a table with two totals', table('| tone | 9 | |', '| total | 9 | |', '| weighted total | 3 | |')],
  ['a table with nothing but a total', table('| total | 9 | |')],
])('reads no scores from %s', (_what, text) => {
  expect(scoreTablesIn(text)).toEqual([])
})

it('is done with 400,000 bars in no time', () => {
  const texts = [`|a\n|-\n${'|'.repeat(400_000)}`, '|-\n'.repeat(130_000)]
  expect(cpuTime(() => texts.map(scoreTablesIn))).toBeLessThan(3000)
})
