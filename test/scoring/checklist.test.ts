import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ChecklistParts, scoreChecklist } from '../../src/scoring/checklist.js'
import { SEVERITIES } from '../../src/scoring/detection.js'
import { issuesOf, vectors } from './checklist-vectors.js'

test('the vectors hold four reviews', () => {
  expect(vectors.map((vector) => vector.case)).toEqual([
    'worked_example',
    'real_checkout_judge_3',
    'react_auth_all_found',
    'nothing_said',
  ])
})

test.each(vectors)('vector $case: every number', (vector) => {
  const [clearExplanations, actionableFixes] = vector.quality
  const [inCharacter, professionalTone] = vector.persona
  const wanted = vector.expect
  const scored = scoreChecklist({
    issues: issuesOf(vector),
    falsePositives: vector.false_positives,
    novelValid: vector.novel_valid,
    clearExplanations,
    actionableFixes,
    persona: { inCharacter, professionalTone },
  })
  const { metrics, components, subtotal } = scored.detection
  expect(metrics.weighted_found).toBe(wanted.weighted_found)
  expect(metrics.weighted_total).toBe(wanted.weighted_total)
  expect(metrics.recall).toBeCloseTo(wanted.recall, 4)
  expect(metrics.precision).toBeCloseTo(wanted.precision, 4)
  expect(metrics.f2_score).toBeCloseTo(wanted.f2_score, 4)
  expect(components.recall_score).toBeCloseTo(wanted.recall_score, 4)
  expect(components.precision_score).toBeCloseTo(wanted.precision_score, 4)
  expect(components.novel_bonus).toBe(wanted.novel_bonus)
  expect(subtotal).toBeCloseTo(wanted.detection, 4)
  expect(scored.quality).toBeCloseTo(wanted.quality, 4)
  expect(scored.persona).toBeCloseTo(wanted.persona, 4)
  expect(scored.total).toBeCloseTo(wanted.weighted_total_score, 4)
  expect(scored.bounds).toEqual({ lower: scored.total, upper: scored.total })
})

const whole: ChecklistParts = {
  issues: [
    { severity: 'critical', found: true },
    { severity: 'medium', found: false },
  ],
  falsePositives: 1,
  novelValid: 1,
  clearExplanations: 6,
  actionableFixes: 8,
  persona: { inCharacter: 5, professionalTone: 9 },
}

describe('scoreChecklist', () => {
  it('adds detection, quality and persona', () => {
    const scored = scoreChecklist(whole)
    expect(scored.detection.subtotal).toBeCloseTo(22.5 + 5 + 3, 9)
    expect([scored.quality, scored.persona]).toEqual([17.5, 17.5])
    expect(scored.total).toBeCloseTo(65.5, 9)
  })

  it('without a character is re-weighted from 75 to 100', () => {
    const scored = scoreChecklist({ ...whole, persona: null })
    expect(scored.persona).toBeNull()
    expect(scored.total).toBeCloseTo(((30.5 + 17.5) / 75) * 100, 9)
    const best = { ...whole, issues: [{ severity: 'low', found: true }] as const, falsePositives: 0, novelValid: 4 }
    const most = { ...best, clearExplanations: 10, actionableFixes: 10, persona: null }
    expect(scoreChecklist(most).total).toBeCloseTo(100, 9)
  })

  it.each<[string, Partial<ChecklistParts>, number, number]>([
    [
      'one issue',
      {
        issues: [
          { severity: 'critical', found: null },
          { severity: 'medium', found: false },
        ],
      },
      38,
      65.5,
    ],
    ['the wrong claims', { falsePositives: null }, 60.5, 70.5],
    ['the novel findings', { novelValid: null }, 62.5, 72.5],
    ['one value of quality', { clearExplanations: null }, 59.25, 70.5],
    ['one value of persona', { persona: { inCharacter: 5, professionalTone: null } }, 55.5, 66.75],
  ])('leaves the total open and gives its ends when %s cannot be judged', (_what, change, lower, upper) => {
    const scored = scoreChecklist({ ...whole, ...change })
    expect(scored.total).toBeNull()
    expect(scored.bounds.lower).toBeCloseTo(lower, 9)
    expect(scored.bounds.upper).toBeCloseTo(upper, 9)
  })

  it('gives the ends of recall and precision', () => {
    const open = scoreChecklist({
      ...whole,
      issues: [
        { severity: 'critical', found: true },
        { severity: 'medium', found: null },
      ],
    })
    expect(open.recall).toEqual({ lower: 0.75, upper: 1 })
    expect(open.precision).toEqual({ lower: 1 / 2, upper: 2 / 3 })
    expect(scoreChecklist({ ...whole, falsePositives: null }).precision).toEqual({ lower: 0, upper: 1 })
  })

  it('keeps a part that is whole beside one that is not', () => {
    const scored = scoreChecklist({ ...whole, persona: { inCharacter: null, professionalTone: 9 } })
    expect([scored.quality, scored.persona]).toEqual([17.5, null])
  })
})

const value = fc.integer({ min: 1, max: 10 })
const complete = fc.record({
  issues: fc.array(fc.record({ severity: fc.constantFrom(...SEVERITIES), found: fc.boolean() }), { minLength: 1 }),
  falsePositives: fc.nat(12),
  novelValid: fc.nat(12),
  clearExplanations: value,
  actionableFixes: value,
  persona: fc.option(fc.record({ inCharacter: value, professionalTone: value })),
})
const holes = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 })

/** The same parts with some unjudged. */
function punch(parts: ChecklistParts, [fp, novel, clear, fixes, tone, voice, ...rest]: boolean[]): ChecklistParts {
  const { persona } = parts
  return {
    issues: parts.issues.map(({ severity, found }, index) => ({ severity, found: rest[index] ? null : found })),
    falsePositives: fp ? null : parts.falsePositives,
    novelValid: novel ? null : parts.novelValid,
    clearExplanations: clear ? null : parts.clearExplanations,
    actionableFixes: fixes ? null : parts.actionableFixes,
    persona: persona && {
      inCharacter: voice ? null : persona.inCharacter,
      professionalTone: tone ? null : persona.professionalTone,
    },
  }
}

describe('properties', () => {
  it('the bounds of total, recall and precision hold every completion', () => {
    fc.assert(
      fc.property(complete, holes, (parts, open) => {
        const whole = scoreChecklist(parts)
        const part = scoreChecklist(punch(parts, open))
        const inside = ({ lower, upper }: { lower: number; upper: number }, wanted: number) => {
          expect(wanted).toBeGreaterThanOrEqual(lower - 1e-9)
          expect(wanted).toBeLessThanOrEqual(upper + 1e-9)
        }
        inside(part.bounds, whole.total ?? Number.NaN)
        inside(part.recall, whole.detection.metrics.recall)
        inside(part.precision, whole.detection.metrics.precision)
      }),
    )
  })

  it('0 <= lower <= upper <= 100, and a total stands at both ends', () => {
    fc.assert(
      fc.property(complete, holes, (parts, open) => {
        const { total, bounds } = scoreChecklist(punch(parts, open))
        expect(bounds.lower).toBeGreaterThanOrEqual(0)
        expect(bounds.upper).toBeGreaterThanOrEqual(bounds.lower)
        expect(bounds.upper).toBeLessThanOrEqual(100)
        if (total !== null) expect(bounds).toEqual({ lower: total, upper: total })
      }),
    )
  })

  it('the order of the issues does not matter', () => {
    fc.assert(
      fc.property(complete, holes, (parts, open) => {
        const punched = punch(parts, open)
        const turned = { ...punched, issues: [...punched.issues].reverse() }
        expect(scoreChecklist(turned)).toEqual(scoreChecklist(punched))
      }),
    )
  })
})
