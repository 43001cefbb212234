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
