import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combineSamples } from '../../src/modes/samples.js'
import { soloIssues } from '../../src/modes/solo-issues.js'
import { soloRubric } from '../../src/modes/solo-rubric.js'
import { foldText } from '../../src/text.js'
import { issuesTask, rubricTask } from './tasks.js'

const rubric = soloRubric.check(rubricTask)
const issues = soloIssues.check({ ...issuesTask, settled: {} })
const rubricSchema = soloRubric.requests(rubric)[0]?.schema ?? {}
const issuesSchema = soloIssues.requests(issues)[0]?.schema ?? {}
const shown = foldText('As you know, the session ends after ten minutes.')

const names = ['correctness', 'depth', 'quality', 'persona']
const scores = (values: readonly (number | undefined)[], word = 'x') => ({
  scores: Object.fromEntries(
    names.map((name, index) => [
      name,
      { evidence: [`${name} ${word}`], reasoning: `${name} ${word}`, value: values[index] },
    ]),
  ),
  assessment: `All ${word}.`,
})
const values = (value: unknown) =>
  Object.values(soloRubric.read(rubric, value, 0).parts.leaves).map((leaf) => leaf.value)

describe('a rubric', () => {
  it('takes the median of each value, and the words of the sample that gave it', () => {
    const samples = [scores([2, 8, 5, 5], 'a'), scores([4, 6, 5, 5], 'b'), scores([9, 7, 5, 5], 'c')]
    const { value, votes, spread, ties } = combineSamples(samples, rubricSchema, shown)
    expect(values(value)).toEqual([4, 7, 5, 5])
    expect(votes).toEqual({
      'scores.correctness.value': [2, 4, 9],
      'scores.depth.value': [8, 6, 7],
      'scores.quality.value': [5, 5, 5],
      'scores.persona.value': [5, 5, 5],
    })
    expect(spread).toBeCloseTo(7 / 9)
    expect(ties).toEqual([])
    const { leaves, assessment } = soloRubric.read(rubric, value, 0).parts
    expect(leaves.correctness).toMatchObject({ reasoning: 'correctness b', quotes: ['correctness b'] })
    expect(leaves.depth).toMatchObject({ reasoning: 'depth c' })
    expect(assessment).toBe('All b.')
  })

  it('goes by the samples that gave a value, where those are more than half', () => {
    const samples = [scores([2, undefined, 5, 5]), scores([4, undefined, 5, 5]), undefined]
    const { value, votes } = combineSamples(samples, rubricSchema, shown)
    expect(values(value)).toEqual([3, null, 5, 5])
    expect(votes['scores.correctness.value']).toEqual([2, 4, null])
  })

  it('prefers words whose quotes stand in what was shown, among samples that agree', () => {
    const leaf = (quote: string) => ({ scores: { depth: { evidence: [quote], reasoning: quote, value: 5 } } })
    const samples = [
      leaf('the moon ends after ten minutes'),
      leaf('the session ends after ten minutes'),
      leaf('the sun ends after ten minutes'),
    ]
    const { value } = combineSamples(samples, rubricSchema, shown)
    expect(value).toEqual(leaf('the session ends after ten minutes'))
  })

  it('property: one sample, or several that are equal, come to what each of them says', () => {
    const answer = fc.tuple(...names.map(() => fc.integer({ min: 1, max: 10 }))).map((given) => scores(given))
    fc.assert(
      fc.property(answer, fc.integer({ min: 1, max: 5 }), (sample, count) => {
        const combined = combineSamples(Array(count).fill(sample), rubricSchema, shown)
        expect(combined).toMatchObject({ value: sample, spread: 0 })
      }),
    )
  })

  it('property: never throws on what judges write', () => {
    const near = fc.record({ scores: fc.dictionary(fc.constantFrom(...names), fc.record({ value: fc.jsonValue() })) })
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.jsonValue(), near, fc.constant(undefined)), { minLength: 1 }), (samples) => {
        for (const schema of [rubricSchema, issuesSchema]) {
          const { value } = combineSamples(samples, schema, shown)
          soloRubric.read(rubric, value, 0)
          soloIssues.read(issues, value, 0)
        }
      }),
    )
  })
})

describe('a checklist', () => {
  const list = (found: Record<string, boolean>, quote = 'the session ends after ten minutes') => ({
    baseline_findings: Object.entries(found).map(([id, is]) => ({ id, evidence: is ? quote : '', found: is })),
    novel_findings: [],
    false_positives: [],
    quality: { reasoning: 'x', clear_explanations: 6, actionable_fixes: 6 },
    persona: { reasoning: 'x', in_character: 6, professional_tone: 6 },
    assessment: 'x',
  })
  const foundIn = (value: unknown) =>
    Object.fromEntries(
      [...soloIssues.read(issues, value, 0).parts.found].map(([id, vote]) => [id, vote && JSON.stringify(vote)]),
    )

  it('takes the majority of each issue, with a quote that stands in what was shown', () => {
    const samples = [
      list({ SESSION: true, EMPTY: false, NAME: true }, 'nothing of the kind'),
      list({ SESSION: true, EMPTY: false, NAME: false }),
      list({ NAME: false, EMPTY: true, SESSION: false }),
    ]
    const { value, votes, spread } = combineSamples(samples, issuesSchema, shown)
    const found = foundIn(value)
    expect(found.SESSION).toContain('the session ends after ten minutes')
    expect(found.SESSION).toContain('true')
    expect([found.EMPTY, found.NAME]).toEqual([expect.stringContaining('false'), expect.stringContaining('false')])
    expect(votes['baseline_findings.SESSION.found']).toEqual([true, true, false])
    expect(spread).toBe(1)
  })

  it('leaves an issue unjudged as contradictory where the samples tie', () => {
    const samples = [
      list({ SESSION: true, EMPTY: false, NAME: true }),
      list({ SESSION: false, EMPTY: false, NAME: true }),
    ]
    const { value, ties } = combineSamples(samples, issuesSchema, shown)
    const { parts } = soloIssues.read(issues, value, 0)
    expect(parts.unjudged).toMatchObject([{ part: 'SESSION', reason: 'contradictory' }])
    expect(ties).toEqual([])
  })

  it('has no vote of a sample that answers an id both ways', () => {
    const twice = list({ SESSION: true, EMPTY: true, NAME: true })
    const both = {
      ...twice,
      baseline_findings: [...twice.baseline_findings, { id: 'SESSION', evidence: '', found: false }],
    }
    const { votes } = combineSamples([both, twice, twice], issuesSchema, shown)
    expect(votes['baseline_findings.SESSION.found']).toEqual([null, true, true])
  })

  it('takes a list without ids from a sample whose list is of middle length', () => {
    const claims = (count: number) => Array.from({ length: count }, (_, n) => ({ claim: `c${n}`, why_invalid: 'x' }))
    const samples = [0, 4, 1].map((count) => ({ ...list({ SESSION: true }), false_positives: claims(count) }))
    const { value, votes } = combineSamples(samples, issuesSchema, shown)
    expect((value as { false_positives: object[] }).false_positives).toEqual(claims(1))
    expect(votes['false_positives.length']).toEqual([0, 4, 1])
  })
})

it('listed words are settled by majority, and a tie is told', () => {
  const schema = { type: 'object', properties: { rating: { type: 'string', enum: ['good', 'poor'] } } }
  const combine = (...words: string[]) =>
    combineSamples(
      words.map((rating) => ({ rating })),
      schema,
      '',
    )
  expect(combine('good', 'poor', 'good')).toMatchObject({ value: { rating: 'good' }, ties: [], spread: 1 })
  expect(combine('good', 'poor')).toMatchObject({ value: {}, ties: ['rating'] })
})
