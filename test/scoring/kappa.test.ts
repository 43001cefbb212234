import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kappa, type Rating, type RatingPair } from '../../src/scoring/kappa.js'

/** Pairs from a table of counts. */
function pairsOf<T extends Rating>(values: readonly T[], counts: readonly (readonly number[])[]): RatingPair[] {
  return counts.flatMap((row, a) =>
    row.flatMap((count, b) => Array.from({ length: count }, (): RatingPair => [values[a] as T, values[b] as T])),
  )
}

const words = ['personality disorder', 'neurosis', 'psychosis']
// Cohen 1968, "Weighted kappa", table 1: 200 diagnoses.
const diagnoses = [
  [88, 10, 2],
  [14, 40, 6],
  [18, 10, 12],
]

it.each<[string, Rating[], number[][], number]>([
  ['the diagnoses of Cohen 1968', words, diagnoses, 0.492],
  // Cohen 1960, table 1, in percent.
  [
    'the proportions of Cohen 1960',
    words,
    [
      [25, 13, 12],
      [12, 2, 16],
      [3, 15, 2],
    ],
    -0.092,
  ],
  // 50 grant proposals, the usual example of a table of four fields.
  [
    '50 proposals',
    [true, false],
    [
      [20, 5],
      [10, 15],
    ],
    0.4,
  ],
  [
    '60 % by two habits that differ',
    [true, false],
    [
      [45, 15],
      [25, 15],
    ],
    0.1304,
  ],
  [
    '60 % by habits that differ more',
    [true, false],
    [
      [25, 35],
      [5, 35],
    ],
    0.2593,
  ],
])('kappa of %s', (_what, values, counts, expected) => {
  expect(kappa(pairsOf(values, counts))).toBeCloseTo(expected, 3)
})

/** By the definition of Cohen 1968: weights of disagreement times cells, observed and by the margins. */
function byDefinition(counts: readonly (readonly number[])[], weight: (a: number, b: number) => number): number {
  const n = counts.flat().reduce((sum, count) => sum + count, 0)
  const rows = counts.map((row) => row.reduce((sum, count) => sum + count, 0))
  const columns = counts.map((_, b) => counts.reduce((sum, row) => sum + (row[b] ?? 0), 0))
  let [observed, expected] = [0, 0]
  for (const [a, row] of counts.entries()) {
    for (const [b, count] of row.entries()) {
      observed += (weight(a, b) * count) / n
      expected += (weight(a, b) * (rows[a] ?? 0) * (columns[b] ?? 0)) / (n * n)
    }
  }
  return 1 - observed / expected
}

it('the definition that numbers are checked against gives the weighted kappa that Cohen 1968 prints', () => {
  const weights = [
    [0, 1, 3],
    [1, 0, 6],
    [3, 6, 0],
  ]
  expect(byDefinition(diagnoses, (a, b) => weights[a]?.[b] ?? 0)).toBeCloseTo(0.348, 3)
})

const rating = fc.integer({ min: 0, max: 4 })
const pairs = fc.array(fc.tuple(rating, rating), { minLength: 2, maxLength: 60 })

describe('properties', () => {
  it('numbers have the quadratic weights of the definition, whatever their unit', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(1, 0.1, 1000), fc.constantFrom(0, 1e6), (all, unit, shift) => {
        const counts = Array.from({ length: 5 }, (_, a) =>
          Array.from({ length: 5 }, (_, b) => all.filter(([x, y]) => x === a && y === b).length),
        )
        const expected = byDefinition(counts, (a, b) => (a - b) ** 2)
        const scaled = kappa(all.map(([a, b]) => [a * unit + shift, b * unit + shift]))
        if (Number.isNaN(expected)) expect(scaled).toBeNull()
        else expect(scaled).toBeCloseTo(expected, 4)
      }),
    )
  })

  it('it lies between -1 and 1, is 1 only where all agree, and knows no order of raters or items', () => {
    fc.assert(
      fc.property(pairs, fc.boolean(), (numbers, isNominal) => {
        const all: RatingPair[] = isNominal ? numbers.map(([a, b]) => [String(a), String(b)]) : numbers
        const value = kappa(all)
        expect(value === null).toBe(new Set(all.flat()).size === 1)
        if (value === null) return
        expect(value).toBeGreaterThanOrEqual(-1 - 1e-12)
        expect(value).toBeLessThanOrEqual(1)
        expect(value === 1).toBe(all.every(([a, b]) => a === b))
        expect(kappa(all.map(([a, b]): RatingPair => [b, a]))).toBeCloseTo(value, 12)
        expect(kappa([...all].reverse())).toBeCloseTo(value, 12)
      }),
    )
  })
})

it('says nothing of nothing, nor where nothing differs', () => {
  expect(kappa([])).toBeNull()
  expect(
    kappa([
      [true, true],
      [true, true],
    ]),
  ).toBeNull()
  expect(
    kappa([
      [0.1, 0.1],
      [0.1, 0.1],
      [0.1, 0.1],
    ]),
  ).toBeNull()
})

it('where one rating is no number all of them count as words', () => {
  // Four pairs, three alike; by habit 2 * 2 + 2 * 1 of 16: 1 - (1 * 4) / (16 - 6).
  for (const other of [
    [3, 'x'],
    ['x', 3],
  ] as const) {
    expect(kappa([[1, 1], other, [3, 3], [1, 1]])).toBeCloseTo(0.6, 12)
  }
})
