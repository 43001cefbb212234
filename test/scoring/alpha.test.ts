import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alpha, type Level } from '../../src/scoring/alpha.js'

const _ = null
// Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", example C: four observers, twelve units, values missing.
const observers = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, _, _, _],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, _, 3],
  [_, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, _],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, _],
]
const units = (observers[0] ?? []).map((_value, unit) => observers.flatMap((values) => values[unit] ?? []))

it.each<[Level, number]>([
  ['nominal', 0.743],
  ['ordinal', 0.815],
  ['interval', 0.849],
])('the %s alpha of Krippendorff 2011, example C', (level, expected) => {
  expect(alpha(units, level)).toBeCloseTo(expected, 3)
})

it('the alphas of Krippendorff 2011, examples A and B: two observers, no value missing', () => {
  const pair = (a: string, b: string) => [...a].map((value, unit) => [value, b[unit] ?? ''])
  expect(alpha(pair('0100000010', '1110010000'), 'nominal')).toBeCloseTo(0.095, 3)
  expect(alpha(pair('aabbdcccedda', 'babbbccceddd'), 'nominal')).toBeCloseTo(0.692, 3)
})

it.each<[units: (number | string)[][], Level]>([
  [[], 'nominal'],
  [[['a'], ['b']], 'nominal'],
  [[['a', 'a'], ['a', 'a'], ['b']], 'nominal'],
  [
    [
      [5, 5],
      [5, 5],
    ],
    'ordinal',
  ],
  [
    [
      [0.1, 0.1],
      [0.1, 0.1, 0.1],
    ],
    'interval',
  ],
])('of %j there is no %s alpha: nothing differs', (units, level) => {
  expect(alpha(units, level)).toBeNull()
})

it('is 1 without an error of rounding where each unit is alike', () => {
  expect(
    alpha(
      [
        [0, 0],
        [0.1, 0.1, 0.1],
        [0.7, 0.7, 0.7, 0.7, 0.7, 0.7],
      ],
      'interval',
    ),
  ).toBe(1)
})

const rated = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 5 }), { minLength: 1, maxLength: 20 })
const levels = fc.constantFrom<Level>('nominal', 'ordinal', 'interval')

const minus = (a: number, b: number) => a - b

/** By the definition of Krippendorff 2011, section E: coincidences and the difference of each two values. */
function byDefinition(all: readonly (readonly number[])[], level: Level): number {
  const paired = all.filter(({ length }) => length > 1)
  const values = paired.flat()
  const frequency = (value: number) => values.filter((other) => other === value).length
  const between = (a: number, b: number) => {
    const [low, high] = [Math.min(a, b), Math.max(a, b)]
    const from = Array.from({ length: high - low + 1 }, (_, step) => frequency(low + step))
    return from.reduce((sum, count) => sum + count, 0) - (frequency(low) + frequency(high)) / 2
  }
  const differences = { nominal: (a: number, b: number) => Number(a !== b), ordinal: between, interval: minus }
  const delta = (a: number, b: number) => differences[level](a, b) ** 2
  const sum = (list: readonly number[]) => list.reduce((x, a) => x + list.reduce((y, b) => y + delta(a, b), 0), 0)
  const observed = paired.reduce((total, list) => total + sum(list) / (list.length - 1), 0) / values.length
  return 1 - observed / (sum(values) / (values.length * (values.length - 1)))
}

it('property: it is what the definition gives, whatever the order of units and raters', () => {
  fc.assert(
    fc.property(rated, levels, (all, level) => {
      const value = alpha(all, level)
      const expected = byDefinition(all, level)
      expect(Number.isNaN(expected)).toBe(value === null)
      if (value === null) return
      expect(value).toBeCloseTo(expected, 9)
      expect(value).toBeLessThanOrEqual(1)
      expect(
        alpha(
          [...all].reverse().map((list) => [...list].reverse()),
          level,
        ),
      ).toBeCloseTo(value, 9)
    }),
  )
})

it('property: the interval alpha knows no unit and no zero', () => {
  fc.assert(
    fc.property(rated, (all) => {
      const value = alpha(all, 'interval')
      const moved = alpha(
        all.map((list) => list.map((one) => one / 100 + 1e6)),
        'interval',
      )
      if (value === null) expect(moved).toBeNull()
      else expect(moved).toBeCloseTo(value, 4)
    }),
  )
})
