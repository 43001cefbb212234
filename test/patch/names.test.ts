import { describe, expect, it } from 'vitest'
import { missingNames, weighNames } from '../../src/patch/names.js'

const SOURCES = { tests: ['+assert parse_all("x") == told'], problem: 'The option `told` has no effect.' }

describe('missingNames', () => {
  it('finds the names that the gold introduces and the candidate lacks, required ones first', () => {
    const names = missingNames(['inner = parse_all(known, told)'], [' known'], ['inner2 = 1'], SOURCES)
    expect(names).toEqual([
      { name: 'parse_all', required: true },
      { name: 'inner', required: false },
      { name: 'told', required: false },
    ])
  })

  it('finds none where the candidate uses them all', () => {
    expect(missingNames(['a.parse_all()'], [], ['def parse_all(): pass'], SOURCES)).toEqual([])
  })
})

describe('weighNames', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 1 / 2],
    [3, 0, 3 / 4],
    [0, 10, 1 / 2],
    [0, 1, 0.1 / 1.1],
  ])('weighs %i required and %i other names', (required, others, expected) => {
    const names = [
      ...Array.from({ length: required }, () => ({ name: 'x', required: true })),
      ...Array.from({ length: others }, () => ({ name: 'y', required: false })),
    ]
    expect(weighNames(names)).toBeCloseTo(expected)
  })
})
