import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BehaviourParts, scoreBehaviours } from '../../src/scoring/behaviours.js'

const shown = (yes: number, no = 0) => [...Array<boolean>(yes).fill(true), ...Array<boolean>(no).fill(false)]
const whole: BehaviourParts = {
  baseline: shown(3, 1),
  bonus: shown(1, 1),
  clearActionable: 6,
  wellStructured: 8,
  persona: { inCharacter: 5, enhancesDelivery: 9 },
}

describe('execution', () => {
  it.each<[baseline: boolean[], bonus: boolean[], subtotal: number, max: number]>([
    [shown(0, 4), [], 0, 20],
    [shown(3, 1), shown(1, 1), 18, 26],
    [shown(7), [], 35, 35],
    [shown(8), [], 40, 40],
    [shown(12), shown(3), 49, 49],
    [shown(12), shown(4), 50, 50],
    [shown(8), shown(6), 50, 50],
    [shown(0, 1), shown(4), 10, 15],
  ])('of %j and %j it is %d of %d', (baseline, bonus, subtotal, max) => {
    const scored = scoreBehaviours({ ...whole, baseline, bonus })
    expect(scored.execution.subtotal).toBe(subtotal)
    expect(scored.maxAttainable).toBe(max)
  })
})

it('the total is execution, quality and persona', () => {
  const scored = scoreBehaviours(whole)
  expect(scored.execution).toEqual({ baseline_count: 3, bonus_count: 1, subtotal: 18 })
  expect([scored.quality, scored.persona, scored.total]).toEqual([17.5, 17.5, 53])
  expect(scored.bounds).toEqual({ lower: 53, upper: 53 })
  expect(scored.met).toEqual({ lower: 0.75, upper: 0.75 })
})

it('without a character it is re-weighted from 75 to 100', () => {
  const scored = scoreBehaviours({ ...whole, persona: null })
  expect(scored.persona).toBeNull()
  expect(scored.total).toBeCloseTo(((18 + 17.5) / 75) * 100, 9)
  const best = { baseline: shown(8), bonus: shown(4), clearActionable: 10, wellStructured: 10, persona: null }
  expect(scoreBehaviours(best).total).toBeCloseTo(100, 9)
})

it.each<[string, Partial<BehaviourParts>, lower: number, upper: number]>([
  ['a criterion', { baseline: [true, true, null, false] }, 48, 53],
  ['a bonus criterion', { bonus: [null, false] }, 50, 53],
  ['a value of quality', { wellStructured: null }, 44.25, 55.5],
  ['a value of persona', { persona: { inCharacter: null, enhancesDelivery: 9 } }, 48, 59.25],
])('leaves the total open and gives its ends when %s cannot be judged', (_what, change, lower, upper) => {
  const scored = scoreBehaviours({ ...whole, ...change })
  expect(scored.total).toBeNull()
  expect(scored.bounds.lower).toBeCloseTo(lower, 9)
  expect(scored.bounds.upper).toBeCloseTo(upper, 9)
})

it('counts as demonstrated only what was judged so', () => {
  const { execution } = scoreBehaviours({ ...whole, baseline: [true, null], bonus: [null, true, null] })
  expect(execution).toEqual({ baseline_count: 1, bonus_count: 1, subtotal: 8 })
})

it('gives the ends of the share that is met', () => {
  expect(scoreBehaviours({ ...whole, baseline: [] }).met).toEqual({ lower: 0, upper: 0 })
  expect(scoreBehaviours({ ...whole, baseline: [true, null, null, false] }).met).toEqual({ lower: 0.25, upper: 0.75 })
})

it('property: 0 <= lower <= upper <= 100, a total stands at both ends, and the bounds hold every completion', () => {
  const value = fc.option(fc.integer({ min: 1, max: 10 }))
  const flags = fc.array(fc.option(fc.boolean()), { maxLength: 14 })
  const parts = fc.record({
    baseline: flags,
    bonus: flags,
    clearActionable: value,
    wellStructured: value,
    persona: fc.option(fc.record({ inCharacter: value, enhancesDelivery: value })),
  })
  fc.assert(
    fc.property(parts, fc.boolean(), fc.integer({ min: 1, max: 10 }), (open, yes, points) => {
      const { total, bounds } = scoreBehaviours(open)
      expect(bounds.lower).toBeGreaterThanOrEqual(0)
      expect(bounds.upper).toBeGreaterThanOrEqual(bounds.lower)
      expect(bounds.upper).toBeLessThanOrEqual(100)
      if (total !== null) expect(bounds).toEqual({ lower: total, upper: total })
      const filled = scoreBehaviours({
        baseline: open.baseline.map((one) => one ?? yes),
        bonus: open.bonus.map((one) => one ?? yes),
        clearActionable: open.clearActionable ?? points,
        wellStructured: open.wellStructured ?? points,
        persona: open.persona && {
          inCharacter: open.persona.inCharacter ?? points,
          enhancesDelivery: open.persona.enhancesDelivery ?? points,
        },
      })
      expect(filled.total).toBeGreaterThanOrEqual(bounds.lower - 1e-9)
      expect(filled.total).toBeLessThanOrEqual(bounds.upper + 1e-9)
    }),
  )
})
