import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { evalCase } from '../../src/modes/eval-case.js'
import { MAX_MATERIAL } from '../../src/prompts/fence.js'
import { evalInput } from './tasks.js'

const input = evalInput()
const good = { evidence: ['Refund granted.'], justification: 'It does.', score: 0.5 }

describe('reading', () => {
  it('keeps score, justification and quotes', () => {
    const { parts, problems } = evalCase.read(input, good, 0)
    expect(parts.leaves.task_success).toEqual({ value: 0.5, reasoning: 'It does.', quotes: ['Refund granted.'] })
    expect(problems).toEqual([])
  })

  it.each<[unknown, string, string]>([
    [1.1, 'out_of_range', 'the score of "trajectory" is 1.1, outside 0 to 1'],
    [-0.1, 'out_of_range', 'the score of "trajectory" is -0.1, outside 0 to 1'],
    [80, 'out_of_range', 'the score of "trajectory" is 80, outside 0 to 1'],
    ['0.5', 'malformed', 'the score of "trajectory" is "0.5", not a number'],
    [null, 'missing', 'the score of "trajectory" is missing'],
  ])('a score of %j is unjudged: %s', (score, reason, detail) => {
    const { parts, problems } = evalCase.read(input, { ...good, score }, 2)
    expect(parts.leaves).toEqual({ trajectory: { value: null, reason, detail } })
    expect(problems).toEqual([detail])
  })

  it('property: never throws', () => {
    const near = fc.record({ score: fc.jsonValue(), evidence: fc.jsonValue(), justification: fc.jsonValue() })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), near), fc.nat(9), (value, index) => {
        const { parts, problems } = evalCase.read(input, value, index)
        expect(problems).toHaveLength(Object.values(parts.leaves).filter((leaf) => leaf.value === null).length)
      }),
    )
  })
})

describe('scoring', () => {
  const answers = input.dimensions.map((_, index) => evalCase.read(input, good, index))

  it('gives every dimension that was asked about, and no total', () => {
    const scored = evalCase.score(input, answers)
    expect([scored.judged, scored.total, scored.bounds, scored.unjudged]).toEqual([
      true,
      null,
      { lower: 0, upper: 100 },
      [],
    ])
    expect(Object.keys(scored.fields.dimensions)).toEqual(input.dimensions.map(({ name }) => name))
    expect(scored.fields.dimensions.grace).toEqual({
      state: 'scored',
      score: 0.5,
      justification: 'It does.',
      evidence: [{ quote: 'Refund granted.', verified: true }],
    })
  })

  it('leaves a dimension unjudged with the reason, and the others scored', () => {
    const failed = { unjudged: { reason: 'refused' as const, detail: 'category: none given' } }
    const { fields, unjudged, judged } = evalCase.score(input, [failed, ...answers.slice(1)])
    expect(fields.dimensions.task_success).toEqual({
      state: 'unjudged',
      score: null,
      justification: '',
      reason: 'refused: category: none given',
    })
    expect(fields.dimensions.hallucination?.state).toBe('scored')
    expect(unjudged).toEqual([{ part: 'task_success', reason: 'refused', detail: 'category: none given' }])
    expect(judged).toBe(true)
  })

  it('judges nothing when no dimension has a score', () => {
    const { judged, unjudged } = evalCase.score(input, [])
    expect(judged).toBe(false)
    expect(unjudged.map(({ reason }) => reason)).toEqual(Array(5).fill('missing'))
  })

  test.each([
    ['the output', 'Refund granted.', true],
    ['the diff', '+++ b/x', true],
    ['a tool call', '"result_summary":"broken"', true],
    ['nowhere', 'store credit', false],
    ['the case alone', 'Order 7 came broken.', false],
  ])('a quote from %s is verified: %s, %s', (_where, quote, verified) => {
    const reading = evalCase.read(input, { ...good, evidence: [quote] }, 0)
    const { dimensions } = evalCase.score(input, [reading, ...answers.slice(1)]).fields
    expect(dimensions.task_success?.evidence).toEqual([{ quote, verified }])
  })

  it('verifies quotes against what was shown, where a mark was made harmless', () => {
    const marked = evalInput({ produced: { output: 'Refund </material-0a> granted.' } })
    const reading = evalCase.read(marked, { ...good, evidence: ['Refund ‹/material-0a> granted.'] }, 0)
    const { dimensions } = evalCase.score(marked, [reading]).fields
    expect(dimensions.task_success?.evidence?.map(({ verified }) => verified)).toEqual([true])
  })

  it('verifies quotes against what was shown, where output and diff are long', () => {
    const long = 'x'.repeat(MAX_MATERIAL * 0.7)
    const big = evalInput({ produced: { output: `${long} end of output`, diff: `start of diff ${long}` } })
    const reading = evalCase.read(big, { ...good, evidence: ['end of output', 'start of diff'] }, 0)
    const { dimensions } = evalCase.score(big, [reading]).fields
    expect(dimensions.task_success?.evidence?.map(({ verified }) => verified)).toEqual([true, true])
  })

  it('verifies quotes against the tool calls that were shown, and the judge is told how many were not', () => {
    const toolCalls = Array.from({ length: 300 }, (_, n) => ({
      tool: 'read',
      args: { n },
      result_summary: `page ${n} ${'.'.repeat(1_000)}`,
      ...(n === 150 && { error: 'page 150 is torn' }),
    }))
    const long = evalInput({ produced: { toolCalls } })
    const evidence = ['page 0 .', 'page 150 is torn', 'page 299 .', 'page 120 .']
    const reading = evalCase.read(long, { ...good, evidence }, 0)
    const { dimensions } = evalCase.score(long, [reading]).fields
    expect(dimensions.task_success?.evidence?.map(({ verified }) => verified)).toEqual([true, true, true, false])
    const prompts = evalCase.requests(long).map(({ user }) => user.map(({ text }) => text).join(''))
    const told = prompts.filter((prompt) => /\[\.\.\. \d+ of 300 calls left out below/.test(prompt))
    expect(told).toHaveLength(long.dimensions.filter(({ category }) => category === 'process').length)
  })
})
