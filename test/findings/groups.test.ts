import { expect, it } from 'vitest'
import { groupPairs } from '../../src/findings/groups.js'

it.each([
  [
    'rows without a pair are in none',
    [
      [0, 0],
      [0, 1],
    ],
    [{ rows: [1], columns: [1] }],
  ],
  [
    'rows that share a column are in one',
    [
      [1, 0],
      [2, 0],
      [0, 3],
    ],
    [
      { rows: [0, 1], columns: [0] },
      { rows: [2], columns: [1] },
    ],
  ],
  [
    'a row joins the groups of all its columns',
    [
      [1, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 0],
      [1, 1, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 1, 1],
    ],
    [
      { rows: [0, 1, 3, 4], columns: [0, 1] },
      { rows: [2, 5], columns: [2, 3] },
    ],
  ],
  [
    'rows and columns ascend',
    [
      [0, 0, 1],
      [1, 0, 1],
    ],
    [{ rows: [0, 1], columns: [0, 2] }],
  ],
])('%s', (_, gains, groups) => {
  expect(groupPairs(gains)).toEqual(groups)
})
