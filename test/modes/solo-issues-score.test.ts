import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issuesOf, vectors } from '../scoring/checklist-vectors.js'
import { good, judge, novel } from './issues-answers.js'

test.each(vectors)('vector $case: every number out of a made-up reply', (vector) => {
  const issues = issuesOf(vector).map(({ severity, found }, index) => ({ id: `I${index}`, severity, found }))
  const [clear_explanations, actionable_fixes] = vector.quality
  const [in_character, professional_tone] = vector.persona
  const { fields, total, unjudged } = judge(
    {
      baseline_findings: issues.map(({ id, found }) => ({ id, found, evidence: found ? 'The cart' : '' })),
      novel_findings: Array.from({ length: vector.novel_valid }, () => novel(true)),
      false_positives: Array.from({ length: vector.false_positives }, () => ({ claim: 'x', why_invalid: 'y' })),
      quality: { clear_explanations, actionable_fixes },
      persona: { in_character, professional_tone },
    },
    { baseline_issues: issues.map(({ id, severity }) => ({ id, severity, description: id })) },
  )
  const wanted = vector.expect
  const { metrics, components, subtotal } = fields.detection
  expect(unjudged).toEqual([])
  expect(fields.baseline_findings.filter(({ found }) => found)).toHaveLength(vector.true_positives)
  expect(metrics.weighted_found).toBe(wanted.weighted_found)
  expect(metrics.weighted_total).toBe(wanted.weighted_total)
  expect(metrics.recall).toBeCloseTo(wanted.recall, 4)
  expect(metrics.precision).toBeCloseTo(wanted.precision, 4)
  expect(metrics.f2_score).toBeCloseTo(wanted.f2_score, 4)
  expect(components.recall_score).toBeCloseTo(wanted.recall_score, 4)
  expect(components.precision_score).toBeCloseTo(wanted.precision_score, 4)
  expect(components.novel_bonus).toBe(wanted.novel_bonus)
  expect(subtotal).toBeCloseTo(wanted.detection, 4)
  expect(fields.quality.subtotal).toBeCloseTo(wanted.quality, 4)
  expect(fields.persona?.subtotal).toBeCloseTo(wanted.persona, 4)
  expect(fields.weighted_total).toBeCloseTo(wanted.weighted_total_score, 4)
  expect(total).toBe(fields.weighted_total)
})

test('every output field is there', () => {
  const { fields } = judge({}, { spec: 'agent-1' })
  expect(fields).toMatchInlineSnapshot(`
    {
      "arithmetic_mismatch": [],
      "assessment": "Good.",
      "baseline_findings": [
        {
          "by": "model",
          "evidence": "cart lives in the session",
          "found": true,
          "id": "A1",
          "severity": "critical",
        },
        {
          "by": "model",
          "category": "happy_path",
          "evidence": null,
          "found": false,
          "id": "B2",
          "severity": "medium",
        },
      ],
      "detection": {
        "by_severity": {
          "critical": {
            "found": 1,
            "total": 1,
          },
          "high": {
            "found": 0,
            "total": 0,
          },
          "low": {
            "found": 0,
            "total": 0,
          },
          "medium": {
            "found": 0,
            "total": 1,
          },
        },
        "components": {
          "novel_bonus": 3,
          "precision_score": 5,
          "recall_score": 22.5,
        },
        "false_positive_count": 1,
        "metrics": {
          "f2_score": 0.6818181818181818,
          "precision": 0.5,
          "recall": 0.75,
          "weighted_found": 15,
          "weighted_total": 20,
        },
        "novel_valid": 1,
        "precision_defined": true,
        "subtotal": 30.5,
      },
      "false_positives": [
        {
          "claim": "It leaks.",
          "why_invalid": "It does not.",
        },
      ],
      "novel_findings": [
        {
          "bonus_id": "",
          "description": "x",
          "reasoning": "",
          "valid": true,
        },
      ],
      "novel_invalid": 0,
      "persona": {
        "in_character": 5,
        "professional_tone": 9,
        "subtotal": 17.5,
      },
      "persona_judged": true,
      "precision_bounds": {
        "lower": 0.5,
        "upper": 0.5,
      },
      "precision_defined": true,
      "quality": {
        "actionable_fixes": 8,
        "clear_explanations": 6,
        "subtotal": 17.5,
      },
      "recall_bounds": {
        "lower": 0.75,
        "upper": 0.75,
      },
      "spec": "agent-1",
      "unsupported_found": 0,
      "weighted_total": 65.5,
    }
  `)
})

test('without a character persona is left out and the rest re-weighted', () => {
  const { fields, total } = judge({}, { character: undefined })
  expect([fields.persona, fields.persona_judged]).toEqual([null, false])
  expect(total).toBeCloseTo(((fields.detection.subtotal + 17.5) / 75) * 100, 9)
})

test('silence earns nothing, and precision says that it is not defined', () => {
  const nothing = good.baseline_findings.map(({ id }) => ({ id, evidence: '', found: false }))
  const { fields } = judge({ baseline_findings: nothing, novel_findings: [], false_positives: [] })
  expect([fields.detection.subtotal, fields.detection.metrics.precision, fields.precision_defined]).toEqual([
    0,
    0,
    false,
  ])
})

test('settled issues count as they were settled, whatever the model says of them', () => {
  const { fields, unjudged } = judge(
    {
      baseline_findings: [
        { id: 'B2', evidence: '', found: false },
        { id: 'A1', evidence: 'cart', found: true },
      ],
    },
    { settled: { A1: false } },
  )
  expect(fields.baseline_findings[0]).toEqual({
    id: 'A1',
    severity: 'critical',
    found: false,
    evidence: null,
    by: 'matcher',
  })
  expect(unjudged).toEqual([])
})

test('a total that the model computed otherwise is reported and never used', () => {
  const { fields, total } = judge({ weighted_total: 99 })
  expect(total).toBeCloseTo(65.5, 9)
  expect(fields.arithmetic_mismatch).toEqual([{ field: 'weighted_total', theirs: 99, ours: total }])
})

test('property: the bounds of a reply with holes hold the total of the whole reply', () => {
  const whole = fc.record({
    a: fc.boolean(),
    b: fc.boolean(),
    novel: fc.array(fc.boolean(), { maxLength: 5 }),
    wrong: fc.nat(4),
    value: fc.integer({ min: 1, max: 10 }),
    strict: fc.boolean(),
  })
  const parts = ['baseline_findings', 'novel_findings', 'false_positives', 'quality', 'persona']
  fc.assert(
    fc.property(whole, fc.subarray(parts), ({ a, b, novel: valid, wrong, value, strict }, missing) => {
      const answer = {
        baseline_findings: [
          { id: 'A1', evidence: 'The cart', found: a },
          { id: 'B2', evidence: 'The cart', found: b },
        ],
        novel_findings: valid.map((each) => novel(each)),
        false_positives: Array.from({ length: wrong }, () => ({ claim: 'x', why_invalid: 'y' })),
        quality: { clear_explanations: value, actionable_fixes: value },
        persona: { in_character: value, professional_tone: value },
      }
      const complete = judge(answer, { strict })
      const holes = judge({ ...answer, ...Object.fromEntries(missing.map((part) => [part, undefined])) }, { strict })
      const { precision, recall } = complete.fields.detection.metrics
      const pairs = [
        [holes.bounds, complete.total ?? Number.NaN],
        [holes.fields.recall_bounds, recall],
        [holes.fields.precision_bounds, precision],
      ] as const
      for (const [{ lower, upper }, wanted] of pairs) {
        expect(wanted).toBeGreaterThanOrEqual(lower - 1e-9)
        expect(wanted).toBeLessThanOrEqual(upper + 1e-9)
      }
    }),
  )
})
