import { expect, it } from 'vitest'
import { measureAgreement, type RatedItem } from '../../src/scoring/agreement.js'
import type { Rating } from '../../src/scoring/kappa.js'
import { spearman } from '../../src/scoring/ranks.js'

let units = 0
const item = (labels: Record<string, Rating>, judge: Rating | null, length = 1): RatedItem => ({
  ...{ labels, judge, length, unit: String(units++) },
  passes: (value) => value >= 7,
})
const repeat = (count: number, one: RatedItem) =>
  Array.from({ length: count }, () => ({ ...one, unit: String(units++) }))

it('the rank correlation of hours of television and IQ is that of the textbooks', () => {
  const [iq, hours] = [
    [106, 100, 86, 101, 99, 103, 97, 113, 112, 110],
    [7, 27, 2, 50, 28, 29, 20, 12, 6, 17],
  ]
  expect(spearman(iq.map((value, index) => [value, hours[index] ?? 0]))).toBeCloseTo(-29 / 165, 12)
  expect(
    spearman([
      [1, 1],
      [1, 2],
    ]),
  ).toBeNull()
  expect(
    spearman([
      [1, 1],
      [2, 1],
    ]),
  ).toBeNull()
})

it('a judge of yes and no: table, agreement, kappa, rates and the baseline, each with its interval', () => {
  const items = [
    ...repeat(20, item({ ana: true }, true)),
    ...repeat(5, item({ ana: true }, false)),
    ...repeat(10, item({ ana: false }, true)),
    ...repeat(15, item({ ana: false }, false)),
    item({ ana: true }, null),
  ]
  const found = measureAgreement(items)
  expect(found).toMatchObject({
    ...{ items: 50, tied: 0, unjudged: 1, level: 'nominal', ceiling: null },
    confusion: {
      values: [true, false],
      counts: [
        [20, 5],
        [10, 15],
      ],
    },
    agreement: { value: 0.7, count: 35, of: 50 },
    true_positive_rate: { value: 0.8, count: 20, of: 25 },
    true_negative_rate: { value: 0.6, count: 15, of: 25 },
    majority_baseline: { value: 0.5 },
  })
  expect(found.kappa?.value).toBeCloseTo(0.4)
  expect(found.alpha?.value).toBeCloseTo(0.4)
  // The standard error of Fleiss, Cohen and Everitt 1969 for this table is .127.
  expect(found.kappa?.lower).toBeGreaterThan(0.4 - 2.5 * 0.127)
  expect(found.kappa?.lower).toBeLessThan(0.4 - 1.5 * 0.127)
  expect(found.kappa?.upper).toBeGreaterThan(0.4 + 1.5 * 0.127)
})

it('numbers pass by the threshold, and what is two off costs more than what is one off', () => {
  const labels = [9, 8, 7, 6, 3, 2, 8, 4]
  const off = (by: number) =>
    measureAgreement(labels.map((label, index) => item({ ana: label }, label - (index % 2) * by)))
  const [near, far] = [off(1), off(2)]
  expect(near.level).toBe('ordinal')
  expect(near.true_positive_rate).toMatchObject({ count: 4, of: 4 })
  expect(far.true_positive_rate).toMatchObject({ count: 3, of: 4 })
  expect(near.kappa?.value ?? 0).toBeGreaterThan(far.kappa?.value ?? 1)
})

it('several people settle by majority or median; where they tie there is nothing to compare with', () => {
  const found = measureAgreement([
    item({ ana: true, ben: true, cat: false }, true),
    item({ ana: true, ben: false }, true),
    item({ ana: false, ben: false, cat: false }, false),
    item({ ben: false, cat: false }, true),
  ])
  expect(found).toMatchObject({ items: 3, tied: 1, ceiling: { raters: 3 } })
  expect(found.agreement).toMatchObject({ count: 2, of: 3 })
})

it('the human ceiling is each person against the others', () => {
  const found = measureAgreement([
    ...repeat(6, item({ ana: true, ben: true }, true)),
    ...repeat(2, item({ ana: true, ben: false }, true)),
    ...repeat(6, item({ ana: false, ben: false }, false)),
  ])
  expect(found.ceiling?.agreement?.value).toBeCloseTo(12 / 14)
  expect(found.ceiling?.kappa?.value).toBeCloseTo(1 - 2 / 14 / 0.5)
  expect(found.ceiling?.alpha?.value).toBeCloseTo(1 - (27 * 4) / 392)
})

it('a person is not held against others who tie', () => {
  const found = measureAgreement([
    ...repeat(4, item({ ana: true, ben: true, cat: false }, true)),
    ...repeat(4, item({ ana: false, ben: false, cat: false }, false)),
  ])
  expect(found.ceiling?.agreement?.value).toBe(12 / 16)
})

it('words among numbers or yes and no are nominal, have no length, and neither pass nor fail', () => {
  expect(measureAgreement([item({ ana: 1, ben: 'x' }, 1)]).level).toBe('nominal')
  const mixed = ['unclear', ...Array.from({ length: 20 }, (_, n) => n)].map((label, n) =>
    item({ ana: label }, label, n),
  )
  expect(measureAgreement(mixed)).toMatchObject({ level: 'nominal', length: { judge: null, people: null } })
  const found = measureAgreement([
    item({ ana: 'unclear' }, true),
    item({ ana: 'unclear' }, false),
    item({ ana: true }, 'unclear'),
    item({ ana: false }, 'unclear'),
    item({ ana: true }, true),
    item({ ana: false }, false),
  ])
  expect(found.true_positive_rate).toMatchObject({ count: 1, of: 1 })
  expect(found.true_negative_rate).toMatchObject({ count: 1, of: 1 })
})

it('a judge that likes length is seen beside people who do not', () => {
  const found = measureAgreement(
    Array.from({ length: 20 }, (_, index) => item({ ana: [3, 8, 5][index % 3] ?? 0 }, 1 + index / 3, index * 100)),
  )
  expect(found.length.judge?.value).toBeCloseTo(1)
  expect(Math.abs(found.length.people?.value ?? 1)).toBeLessThan(0.3)
})

it('words have no pass and no length, and a dozen values are the most of a table', () => {
  const found = measureAgreement(['first', 'second', 'tie'].map((word) => item({ ana: word }, word)))
  expect(found).toMatchObject({
    true_positive_rate: null,
    true_negative_rate: null,
    length: { judge: null, people: null },
  })
  expect(measureAgreement(Array.from({ length: 13 }, (_, n) => item({ ana: n }, n))).confusion).toBeNull()
  expect(measureAgreement([]).agreement).toBeNull()
})

it('what was judged in one answer is no independent evidence, so its interval is wider', () => {
  const apart = [
    ...repeat(12, item({ ana: true }, true)),
    ...repeat(4, item({ ana: true }, false)),
    ...repeat(16, item({ ana: false }, false)),
  ]
  const together = apart.map((one, index) => ({ ...one, unit: String(Math.floor(index / 4)) }))
  const [a, b] = [apart, together].map((items) => measureAgreement(items).kappa)
  expect(b?.value).toBe(a?.value)
  expect(b?.value).toBe(a?.value)
  expect((b?.upper ?? 0) - (b?.lower ?? 0)).toBeGreaterThan((a?.upper ?? 1) - (a?.lower ?? 0))
})
