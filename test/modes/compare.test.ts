import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compare } from '../../src/modes/compare.js'
import { compareTask } from './tasks.js'

type Values = readonly [correctness: unknown, depth: unknown, quality: unknown, persona: unknown]

const NAMES = ['correctness', 'depth', 'quality', 'persona']
const side = (values: Values, more: object = {}) => ({
  scores: Object.fromEntries(
    NAMES.map((name, index) => [name, { evidence: [], reasoning: name, value: values[index] }]),
  ),
  ...more,
})
const answer = (a: Values, b: Values, more: object = {}) => ({
  contestants: { A: side(a), B: side(b) },
  justification: 'So.',
  winner: 'A',
  ...more,
})
const all = (value: number): Values => [value, value, value, value]

/** Scores what the judge answered in each order; A of the second order is the second contestant. */
function judge(answers: readonly unknown[], change: object = {}) {
  const input = compare.check({ ...compareTask, ...change })
  return compare.score(
    input,
    answers.map((value, index) => compare.read(input, value, index)),
  )
}

describe('the winner', () => {
  it.each<[string, unknown[], winner: string, consistent: boolean]>([
    ['the same in both orders', [answer(all(8), all(6)), answer(all(5), all(7))], 'agent-1', true],
    ['the second in both orders', [answer(all(6), all(8)), answer(all(7), all(5))], 'agent-1#2', true],
    ['whoever comes first', [answer(all(8), all(6)), answer(all(8), all(6))], 'tie', false],
    ['a tie against a win', [answer(all(8), all(6)), answer(all(7), all(7))], 'tie', false],
    ['a tie in both orders', [answer(all(7), all(7)), answer(all(6), all(6))], 'tie', true],
  ])('%s', (_what, answers, winner, consistent) => {
    const { fields } = judge(answers)
    expect([fields.winner, fields.position_consistent]).toEqual([winner, consistent])
  })

  it('of a single order is told as it is, with nothing to be consistent with', () => {
    const { fields } = judge([answer(all(6), all(8))], { swap: false })
    expect([fields.winner, fields.position_consistent, fields.orders.length]).toEqual(['agent-1#2', null, 1])
  })

  it('is computed: one that the judge names against its own scores is reported and not used', () => {
    const said = (winner: unknown) =>
      judge([answer(all(8), all(6), { winner }), answer(all(6), all(8), { winner: 'B' })]).fields
    expect(said('A')).toMatchObject({ winner: 'agent-1', winner_mismatch: false })
    expect(said(' a ')).toMatchObject({ winner: 'agent-1', winner_mismatch: false })
    expect(said('B')).toMatchObject({ winner: 'agent-1', winner_mismatch: true })
    expect(said('tie')).toMatchObject({ winner: 'agent-1', winner_mismatch: true })
    expect(said(undefined)).toMatchObject({ winner: 'agent-1', winner_mismatch: false })
    expect(said('nobody')).toMatchObject({ winner: 'agent-1', winner_mismatch: false })
  })
})

it('totals, values and their reasons are joined over both orders, under names that stay apart', () => {
  const { fields, total, bounds } = judge([answer([8, 6, 7, 9], all(6)), answer(all(5), [6, 6, 9, 9])])
  const { 'agent-1': first, 'agent-1#2': second } = fields.contestants
  // (8 + 6 + 7 + 9) * 2.5 = 75 and (6 + 6 + 9 + 9) * 2.5 = 75; 60 and 50.
  expect([first?.weighted_total, second?.weighted_total]).toEqual([75, 55])
  expect([total, bounds]).toEqual([75, { lower: 75, upper: 75 }])
  expect(first?.scores.correctness).toEqual({
    value: 7,
    share: 0.7,
    reasoning: 'correctness\n\ncorrectness',
    evidence: [],
  })
  expect(fields.orders).toEqual([
    { order: ['agent-1', 'agent-1#2'], totals: [75, 60], winner: 'agent-1' },
    { order: ['agent-1#2', 'agent-1'], totals: [50, 75], winner: 'agent-1' },
  ])
  expect(fields.justification).toBe('So.\n\nSo.')
})

it('persona is left out for both unless both have a character, and the record says so', () => {
  const [one, two] = compareTask.contestants
  const { fields, total, warnings } = judge([answer([7, 7, 7, 1], all(6)), answer(all(6), [7, 7, 7, 1])], {
    contestants: [one, { ...two, character: undefined }],
  })
  expect(Object.keys(fields.contestants['agent-1']?.scores ?? {})).toEqual(['correctness', 'depth', 'quality'])
  expect(total).toBeCloseTo(70, 9)
  expect(fields.persona_judged).toBe(false)
  expect(warnings).toEqual(['persona is judged for neither, because only one contestant has a character'])
})

describe('what is unjudged', () => {
  it('leaves total and winner open, and gives bounds', () => {
    const { fields, total, bounds, unjudged, judged } = judge([answer([8, 8, 8, 99], all(7)), answer(all(7), all(8))])
    expect([judged, total, fields.winner, fields.position_consistent]).toEqual([true, null, null, null])
    // 60 to 85 in the first order, 80 in the second.
    expect(bounds.lower).toBeCloseTo((62.5 + 80) / 2, 9)
    expect(bounds.upper).toBeCloseTo((85 + 80) / 2, 9)
    expect(unjudged).toEqual([
      {
        part: 'agent-1: persona',
        reason: 'out_of_range',
        detail: 'the value of "persona" of A is 99, outside 1 to 10',
      },
    ])
  })

  it('does not hide a winner that it cannot change', () => {
    const { fields, total } = judge([answer([9, 9, 9, null], all(4)), answer(all(4), all(9))])
    expect([fields.winner, total]).toEqual(['agent-1', null])
  })

  it('a failed call leaves its order open', () => {
    const input = compare.check(compareTask)
    const { fields, judged, unjudged } = compare.score(input, [
      compare.read(input, answer(all(8), all(6)), 0),
      { unjudged: { reason: 'overloaded', detail: 'busy' } },
    ])
    expect([judged, fields.winner, fields.contestants['agent-1']?.weighted_total]).toEqual([true, null, null])
    expect(unjudged).toHaveLength(8)
  })

  it.each([null, {}, 'text', { contestants: [] }, { A: side(all(5)) }])('%j judges nothing', (value) => {
    expect(judge([value, value]).judged).toBe(false)
  })
})

it('quotes must stand in the response of the contestant that they are about', () => {
  const quoting = (a: string, b: string) => {
    const value = answer(all(7), all(7))
    const { A, B } = value.contestants
    const first = NAMES[0] ?? ''
    return {
      ...value,
      contestants: {
        A: { scores: { ...A.scores, [first]: { ...A.scores[first], evidence: [a] } } },
        B: { scores: { ...B.scores, [first]: { ...B.scores[first], evidence: [b] } } },
      },
    }
  }
  const [session, restart] = ['after ten minutes', 'Restart the server']
  expect(judge([quoting(session, restart), quoting(restart, session)]).warnings).toEqual([])
  expect(judge([quoting(restart, session), quoting(session, restart)]).warnings).toEqual([
    "4 of the judge's quotes do not stand in the response they are about",
  ])
})

it('totals that the model computed otherwise are reported and never used', () => {
  const wrong = { contestants: { A: side(all(8), { weighted_total: 90 }), B: side(all(6), { weighted_total: 60 }) } }
  const { fields, total } = judge([answer(all(8), all(6), wrong), answer(all(6), all(8))])
  expect(total).toBe(80)
  expect(fields.arithmetic_mismatch).toEqual([{ field: 'agent-1: weighted_total', theirs: 90, ours: 80 }])
})

it('property: never throws, and exactly one of winner and open parts is known', () => {
  const scores = fc.dictionary(fc.constantFrom(...NAMES), fc.record({ value: fc.oneof(fc.integer(), fc.constant(5)) }))
  const near = fc.record({ contestants: fc.record({ A: fc.record({ scores }), B: fc.record({ scores }) }) })
  fc.assert(
    fc.property(fc.oneof(near, fc.jsonValue()), fc.oneof(near, fc.jsonValue()), (first, second) => {
      const { fields, bounds, unjudged, total } = judge([first, second])
      expect(bounds.lower).toBeLessThanOrEqual(bounds.upper)
      if (unjudged.length === 0) expect([fields.winner, total]).not.toContain(null)
    }),
  )
})

it('the input is checked: two contestants with names, and nothing that is not known', () => {
  const [one, two] = compareTask.contestants
  const message = (change: object) => {
    try {
      const { contestants, orders } = compare.check({ ...compareTask, ...change })
      return `taken: ${contestants.map(({ spec }) => spec).join(' against ')}, ${orders.length} orders`
    } catch (error) {
      return String(error)
    }
  }
  expect([
    message({ baseline_issues: [], baseline_criteria: {} }),
    message({ swap: false }),
    message({ contestants: [one] }),
    message({ contestants: [one, two, two] }),
    message({ contestants: [one, { ...two, spec: '' }] }),
    message({ contestants: [one, { ...two, spec: 'tie' }] }),
    message({ contestants: [one, { ...two, spec: '__proto__' }] }),
    message({ contestants: [one, { ...two, response: ' ' }] }),
    message({ contestants: [one, { ...two, theme: 'x' }] }),
    message({ challenge: undefined }),
    message({ gold_standard: {} }),
    message({ baseline_criteria: { group: [{ id: 'A' }] } }),
  ]).toMatchInlineSnapshot(`
    [
      "taken: agent-1 against agent-1#2, 2 orders",
      "taken: agent-1 against agent-1#2, 1 orders",
      "InputError: compare: expected \`contestants\` to be a list of two contestants, but received [{"spec":"agent-1","character":"A calm old sailor.","response":"The session ends… (+22 characters).",
      "InputError: compare: expected \`contestants\` to be a list of two contestants, but received [{"spec":"agent-1","character":"A calm old sailor.","response":"The session ends… (+204 characters).",
      "InputError: compare: expected \`contestants[1].spec\` to be a text that is not empty, but received "".",
      "InputError: compare: expected \`contestants[1].spec\` to be a name that JavaScript objects do not have already, and not "tie", but received "tie".",
      "InputError: compare: expected \`contestants[1].spec\` to be a name that JavaScript objects do not have already, and not "tie", but received "__proto__".",
      "InputError: compare: expected \`contestants[1].response\` to be a text that is not empty, but received " ".",
      "InputError: compare: there is no \`contestants[1].theme\`. Known are .",
      "InputError: compare: expected \`challenge\` to be a string, but received undefined.",
      "InputError: compare: there is no \`gold_standard\`. Known are \`mode\`, \`challenge\`, \`contestants\`, \`baseline_issues\`, \`baseline_criteria\`, \`swap\`.",
      "InputError: baseline_criteria: expected \`group[0].description\` to be a string, but received undefined.",
    ]
  `)
})
