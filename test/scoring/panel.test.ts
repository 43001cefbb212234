import { expect, it } from 'vitest'
import { listVotes, panelAlpha } from '../../src/scoring/panel.js'
import type { SampleVotes } from '../../src/types.js'

const question = (votes: SampleVotes) => ({ question: 'q', votes, spread: 0 })

it('numbers and words are apart, and how long a list is, is no judgement', () => {
  const votes = listVotes([
    question({ 'scores.depth.value': [1, 1], 'novel_findings.length': [0, 9] }),
    question({ 'scores.length.value': [9, 9], 'found.A.found': [true, true], 'found.B.found': [false, false] }),
  ])
  expect(votes).toHaveLength(4)
  expect(panelAlpha(votes, 2)).toEqual({ values: 1, words: 1 })
})

it('each judge counts once, by the median or majority of its own samples', () => {
  const votes = [
    [1, 3, 2, 2, 2, 2],
    [9, 9, 1, 9, 8, 9],
  ]
  expect(panelAlpha(votes, 2).values).toBe(1)
  expect(panelAlpha([[true, false, true, true]], 2)).toEqual({ values: null, words: null })
})

it('a place where one judge gives a number and another a word counts for neither', () => {
  const mixed = [
    [1, 'a'],
    ['b', 2],
  ]
  expect(panelAlpha(mixed, 2)).toEqual({ values: null, words: null })
  const words = [
    ['a', 'a'],
    ['b', 'c'],
    ['c', 'b'],
    ['d', 'd'],
  ]
  // Of the eight values any two differ by 6 / 7, those of one place by half.
  expect(panelAlpha([...mixed, ...words], 2)).toEqual({ values: null, words: expect.closeTo(1 - 0.5 / (6 / 7), 12) })
})

it('a judge that says nothing is missing, not against the others', () => {
  expect(
    panelAlpha(
      [
        [true, true, null],
        [false, false, null],
      ],
      3,
    ).words,
  ).toBe(1)
  expect(
    panelAlpha(
      [
        [true, false, null],
        [false, true, null],
      ],
      3,
    ).words,
  ).toBeLessThan(0)
  expect(panelAlpha([], 3)).toEqual({ values: null, words: null })
})

it('numbers that differ say nothing of words, nor words of numbers, and numbers that are near count as near', () => {
  const [differ, same] = [
    [
      [1, 2],
      [2, 1],
    ],
    [
      [true, true],
      [false, false],
    ],
  ] as const
  // Of the values 1, 2, 2, 1 any two differ by 8 / 12 on average, those of one unit by 1.
  expect(panelAlpha([...differ, ...same], 2)).toEqual({ values: expect.closeTo(-0.5, 12), words: 1 })
  expect(
    panelAlpha(
      [
        [true, false],
        [false, true],
        [1, 1],
        [2, 2],
      ],
      2,
    ),
  ).toEqual({
    values: 1,
    words: expect.closeTo(-0.5, 12),
  })
  // Squares: (1 + 1) / 3 within the units, 912 / 30 between any two.
  expect(panelAlpha([...differ, [9, 9]], 2).values).toBeCloseTo(1 - 2 / 3 / (912 / 30), 12)
})

it('each judge is settled by its own samples alone', () => {
  const votes = [
    [1, 1, 1, 2, 2, 9],
    [2, 2, 9, 1, 1, 1],
  ]
  expect(panelAlpha(votes, 2).values).toBeCloseTo(-0.5, 12)
})

it('a length by itself is no judgement either', () => {
  expect(listVotes([question({ length: [1, 2], lengthy: [1, 2] })])).toEqual([[1, 2]])
})
