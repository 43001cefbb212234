import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fBeta, SEVERITIES, SEVERITY_WEIGHTS, scoreDetection } from '../../src/scoring/detection.js'
import type { Severity } from '../../src/types.js'

function issues(found: Partial<Record<Severity, number>>, total: Partial<Record<Severity, number>>) {
  return SEVERITIES.flatMap((severity) =>
    Array.from({ length: total[severity] ?? 0 }, (_, index) => ({ severity, found: index < (found[severity] ?? 0) })),
  )
}

test('severities weigh 15, 10, 5 and 2', () => {
  expect(SEVERITY_WEIGHTS).toEqual({ critical: 15, high: 10, medium: 5, low: 2 })
})

test('the worked example of the spec comes out', () => {
  const detection = scoreDetection({
    issues: issues({ critical: 5, high: 4, medium: 3, low: 1 }, { critical: 6, high: 6, medium: 8, low: 2 }),
    falsePositives: 1,
    novelValid: 2,
  })
  expect(detection.metrics.weighted_found).toBe(132)
  expect(detection.metrics.weighted_total).toBe(194)
  expect(detection.metrics.recall).toBeCloseTo(0.6804, 4)
  expect(detection.metrics.precision).toBeCloseTo(13 / 14, 9)
  expect(detection.metrics.f2_score).toBeCloseTo(0.7188, 4)
  expect(detection.subtotal).toBeCloseTo(35.698, 3)
  expect(detection.by_severity).toEqual({
    critical: { found: 5, total: 6 },
    high: { found: 4, total: 6 },
    medium: { found: 3, total: 8 },
    low: { found: 1, total: 2 },
  })
})

describe('precision', () => {
  const two = [
    { severity: 'high' as const, found: true },
    { severity: 'low' as const, found: false },
  ]
  const silent = two.map((issue) => ({ ...issue, found: false }))

  it.each([
    ['counts distinct issues found against wrong claims', two, 1, 0.5, true],
    ['is 1 without a wrong claim', two, 0, 1, true],
    ['is 0 when all claims are wrong', silent, 3, 0, true],
    ['is 0 and not defined when nothing is claimed', silent, 0, 0, false],
    ['is 0 and not defined when nobody knows how many claims are wrong', two, null, 0, false],
  ])('%s', (_title, list, falsePositives, precision, defined) => {
    const detection = scoreDetection({ issues: list, falsePositives, novelValid: 0 })
    expect(detection.metrics.precision).toBe(precision)
    expect(detection.components.precision_score).toBe(precision * 10)
    expect(detection.precision_defined).toBe(defined)
    expect(detection.false_positive_count).toBe(falsePositives)
  })

  it('does not count novel findings', () => {
    const counts = { issues: silent, falsePositives: 1, novelValid: 4 }
    expect(scoreDetection(counts).metrics.precision).toBe(0)
    expect(scoreDetection({ ...counts, falsePositives: 0 }).precision_defined).toBe(false)
  })
})

it.each([
  [0, 0],
  [1, 3],
  [2, 6],
  [3, 9],
  [4, 10],
  [40, 10],
])('%d valid novel findings earn %d points', (novelValid, bonus) => {
  expect(scoreDetection({ issues: [], falsePositives: 0, novelValid }).components.novel_bonus).toBe(bonus)
})

it('recall is 0 without an issue to find', () => {
  const { metrics, subtotal } = scoreDetection({ issues: [], falsePositives: 0, novelValid: 0 })
  expect([metrics.recall, metrics.weighted_total, subtotal]).toEqual([0, 0, 0])
})

it.each([
  [0, 0, 2, 0],
  [1, 1, 2, 1],
  [0.5, 1, 2, 5 / 6],
  [1, 0.5, 2, 5 / 9],
  [0.5, 1, 1, 2 / 3],
])('of precision %d and recall %d the F%d is %d', (precision, recall, beta, f) => {
  expect(fBeta(precision, recall, beta)).toBeCloseTo(f, 12)
})

test('property: everything stays in its range, and order does not matter', () => {
  const issue = fc.record({ severity: fc.constantFrom(...SEVERITIES), found: fc.boolean() })
  fc.assert(
    fc.property(fc.array(issue), fc.nat(20), fc.nat(20), (list, falsePositives, novelValid) => {
      const detection = scoreDetection({ issues: list, falsePositives, novelValid })
      const { recall, precision, f2_score } = detection.metrics
      for (const value of [recall, precision, f2_score]) {
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }
      expect(detection.subtotal).toBeLessThanOrEqual(50)
      expect(scoreDetection({ issues: [...list].reverse(), falsePositives, novelValid })).toEqual(detection)
    }),
  )
})
