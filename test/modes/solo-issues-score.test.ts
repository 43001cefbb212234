import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type SoloIssuesFields, soloIssues } from '../../src/modes/solo-issues.js'
import { issuesOf, vectors } from '../scoring/checklist-vectors.js'

const baseline = [
  { id: 'A1', severity: 'critical', description: 'The cart ends with the session.' },
  { id: 'B2', severity: 'happy_path', description: 'An empty cart cannot be shown.' },
]
const bonus = [
  { id: 'BONUS', severity: 'low', description: 'There is no test.' },
  { id: 'EXTRA', severity: 'low', description: 'There is no log.' },
]
const task = {
  mode: 'solo',
  response: 'The cart lives in the session.',
  character: 'A sailor.',
  baseline_issues: baseline,
  bonus_issues: bonus,
}

const novel = (valid: boolean, bonus_id = '') => ({ description: 'x', bonus_id, reasoning: '', valid })
const good = {
  baseline_findings: [
    { id: 'A1', evidence: 'cart lives in the session', found: true },
    { id: 'B2', evidence: '', found: false },
  ],
  novel_findings: [novel(true)],
  false_positives: [{ claim: 'It leaks.', why_invalid: 'It does not.' }],
  quality: { clear_explanations: 6, actionable_fixes: 8 },
  persona: { in_character: 5, professional_tone: 9 },
  assessment: 'Good.',
}

function judge(answer: object, change: object = {}) {
  const input = soloIssues.check({ ...task, ...change })
  return soloIssues.score(input, [soloIssues.read(input, { ...good, ...answer }, 0)])
}

const summary = ({ detection, ...fields }: SoloIssuesFields) => ({
  novel: detection.novel_valid,
  novelInvalid: fields.novel_invalid,
  wrong: detection.false_positive_count,
  precision: detection.metrics.precision,
})

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

describe('found without a quote from the response', () => {
  const found = (evidence: unknown) => ({
    baseline_findings: [
      { id: 'A1', evidence, found: true },
      { id: 'B2', evidence: '', found: false },
    ],
  })

  it.each<[unknown, boolean, number, boolean]>([
    ['cart lives', true, 0, true],
    ['cart lives', false, 0, true],
    ['The  cart\nlives ... session', true, 0, true],
    ['a horse', true, 1, false],
    ['a horse', false, 1, true],
    ['', true, 1, false],
    [null, true, 1, false],
    [null, false, 1, true],
  ])('a quote of %j with strict %s: %d unsupported, found %s', (quote, strict, unsupported, counts) => {
    const { fields, total } = judge(found(quote), { strict })
    expect(fields.unsupported_found).toBe(unsupported)
    expect(fields.baseline_findings[0]?.found).toBe(counts)
    expect(fields.detection.by_severity.critical.found).toBe(counts ? 1 : 0)
    expect(total).not.toBeNull()
  })

  it('is strict by default, and keeps the quote', () => {
    const { fields } = judge(found('a horse'))
    expect(fields.baseline_findings[0]).toEqual({
      id: 'A1',
      severity: 'critical',
      found: false,
      evidence: 'a horse',
      by: 'model',
    })
  })

  it('does not count what was not found anyway', () => {
    const answer = { baseline_findings: [{ id: 'A1', evidence: 'a horse', found: false }, good.baseline_findings[1]] }
    expect(judge(answer).fields.unsupported_found).toBe(0)
  })
})

describe('novel findings', () => {
  it.each([
    [
      'valid ones count, each',
      [novel(true), novel(true)],
      true,
      { novel: 2, novelInvalid: 0, wrong: 1, precision: 0.5 },
    ],
    [
      'a bonus issue counts once, in any case',
      [novel(true, 'BONUS'), novel(true, 'bonus'), novel(true, 'EXTRA')],
      true,
      { novel: 2, novelInvalid: 0, wrong: 1, precision: 0.5 },
    ],
    [
      'a bonus issue that nobody listed is a finding like any other',
      [novel(true, 'Q'), novel(true, 'Q')],
      true,
      { novel: 2, novelInvalid: 0, wrong: 1, precision: 0.5 },
    ],
    [
      'invalid ones are wrong claims with strict',
      [novel(false), novel(true), novel(false, 'BONUS')],
      true,
      { novel: 1, novelInvalid: 2, wrong: 3, precision: 0.25 },
    ],
    [
      'invalid ones are counted apart without strict',
      [novel(false), novel(true), novel(false)],
      false,
      { novel: 1, novelInvalid: 2, wrong: 1, precision: 0.5 },
    ],
  ])('%s', (_title, novel_findings, strict, wanted) => {
    expect(summary(judge({ novel_findings }, { strict }).fields)).toEqual(wanted)
  })
})

describe('parts that cannot be judged', () => {
  it('leave the total open, with bounds of total, recall and precision', () => {
    const { fields, total, bounds, unjudged, judged } = judge({
      baseline_findings: [
        good.baseline_findings[0],
        ...[true, false].map((found) => ({ id: 'B2', evidence: 'cart', found })),
      ],
    })
    expect([judged, total, fields.weighted_total]).toEqual([true, null, null])
    expect(bounds.lower).toBeCloseTo(22.5 + 5 + 3 + 35, 9)
    expect(bounds.upper).toBeCloseTo(30 + 20 / 3 + 3 + 35, 9)
    expect(fields.recall_bounds).toEqual({ lower: 0.75, upper: 1 })
    expect(fields.precision_bounds).toEqual({ lower: 1 / 2, upper: 2 / 3 })
    expect(fields.baseline_findings[1]).toMatchObject({ id: 'B2', category: 'happy_path', found: null, evidence: null })
    expect(unjudged).toMatchObject([{ part: 'B2', reason: 'contradictory' }])
  })

  it('a missing list of novel findings leaves precision open with strict, for it may hold wrong claims', () => {
    const open = judge({ novel_findings: undefined })
    expect(open.fields.precision_bounds).toEqual({ lower: 0, upper: 1 })
    expect([open.fields.detection.false_positive_count, open.fields.precision_defined]).toEqual([null, false])
    expect(judge({ novel_findings: undefined }, { strict: false }).fields.precision_bounds).toEqual({
      lower: 0.5,
      upper: 0.5,
    })
  })

  it('a missing list of wrong claims leaves precision open', () => {
    const { fields, total } = judge({ false_positives: 'none' })
    expect([total, fields.detection.false_positive_count]).toEqual([null, null])
    expect(fields.precision_bounds).toEqual({ lower: 0, upper: 1 })
    expect(JSON.parse(JSON.stringify(fields))).toEqual(fields)
  })

  it.each([{}, null, 'text', []])('nothing is judged by %j', (value) => {
    const input = soloIssues.check(task)
    const { judged, total, bounds } = soloIssues.score(input, [soloIssues.read(input, value, 0)])
    expect([judged, total, bounds]).toEqual([false, null, { lower: 5, upper: 100 }])
  })

  it('nothing is judged by a call that failed, and the reason stands once', () => {
    const unjudged = { reason: 'overloaded' as const, detail: 'busy' }
    const scored = soloIssues.score(soloIssues.check(task), [{ unjudged }])
    expect([scored.judged, scored.unjudged]).toEqual([false, [{ part: 'answer', ...unjudged }]])
  })

  it('nothing is judged when the answer tells only of what was not asked', () => {
    const scored = soloIssues.score(soloIssues.check({ ...task, settled: { A1: true, B2: false } }), [])
    expect(scored.judged).toBe(false)
  })
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
