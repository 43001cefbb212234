import { describe, expect, it } from 'vitest'
import { type SoloIssuesFields, soloIssues } from '../../src/modes/solo-issues.js'
import { good, judge, novel, task } from './issues-answers.js'

const summary = ({ detection, ...fields }: SoloIssuesFields) => ({
  novel: detection.novel_valid,
  novelInvalid: fields.novel_invalid,
  wrong: detection.false_positive_count,
  precision: detection.metrics.precision,
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
