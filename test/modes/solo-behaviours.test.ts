import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { soloBehaviours } from '../../src/modes/solo-behaviours.js'
import { behavioursTask } from './tasks.js'

const quote = 'The session ends after ten minutes'
const vote = (id: string, demonstrated: unknown, evidence = '') => ({ id, evidence, demonstrated })
const good = {
  baseline_behaviors: [vote('NAMES_CAUSE', true, quote), vote('NO_BLAME', true), vote('GIVES_FIX', false)],
  bonus_behaviors: [vote('OTHER_EFFECTS', true, 'no such words')],
  quality: { reasoning: 'Clear.', clear_actionable: 6, well_structured: 8 },
  persona: { reasoning: 'Calm.', in_character: 5, enhances_delivery: 9 },
  assessment: 'Fine.',
}

function judge(value: unknown, change: object = {}) {
  const input = soloBehaviours.check({ ...behavioursTask, ...change })
  return soloBehaviours.score(input, [soloBehaviours.read(input, value, 0)])
}

it('gives every output field', () => {
  const { fields, ...scored } = judge(good)
  expect(scored).toEqual({
    judged: true,
    // 2 * 5 + 3, (6 + 8) * 1.25, (5 + 9) * 1.25
    total: 48,
    bounds: { lower: 48, upper: 48 },
    unjudged: [],
    warnings: [],
  })
  expect(fields).toEqual({
    baseline_behaviors: [
      { id: 'NAMES_CAUSE', category: 'cause', demonstrated: true, evidence: quote },
      { id: 'NO_BLAME', category: 'cause', demonstrated: true, evidence: null },
      { id: 'GIVES_FIX', category: 'fix', demonstrated: false, evidence: null },
    ],
    bonus_behaviors: [{ id: 'OTHER_EFFECTS', category: 'depth', demonstrated: true, evidence: 'no such words' }],
    execution: { baseline_count: 2, bonus_count: 1, subtotal: 13 },
    max_attainable: 18,
    quality: { clear_actionable: 6, well_structured: 8, subtotal: 17.5 },
    persona: { in_character: 5, enhances_delivery: 9, subtotal: 17.5 },
    persona_judged: true,
    weighted_total: 48,
    assessment: 'Fine.',
    // One without a quote, and one whose quote is not there: both count all the same.
    unsupported_found: 2,
    arithmetic_mismatch: [],
    met_bounds: { lower: 2 / 3, upper: 2 / 3 },
    spec: 'agent-1',
  })
})

it('without a character and bonus criteria both are left out', () => {
  const { fields, total } = judge(good, { character: undefined, bonus_criteria: {} })
  expect(total).toBeCloseTo(((10 + 17.5) / 75) * 100, 9)
  expect([fields.persona, fields.persona_judged, fields.bonus_behaviors]).toEqual([null, false, []])
  expect(fields.max_attainable).toBe(15)
})

describe('what is unjudged', () => {
  it.each<[string, object, part: string, lower: number, upper: number]>([
    ['an id that is left out', { baseline_behaviors: good.baseline_behaviors.slice(1) }, 'NAMES_CAUSE', 43, 48],
    [
      'an id with two answers',
      { baseline_behaviors: [...good.baseline_behaviors, vote('GIVES_FIX', true)] },
      'GIVES_FIX',
      48,
      53,
    ],
    ['an answer that is no yes or no', { bonus_behaviors: [vote('OTHER_EFFECTS', 'yes')] }, 'OTHER_EFFECTS', 45, 48],
    [
      'a value outside its scale',
      { quality: { clear_actionable: 11, well_structured: 8 } },
      'clear_actionable',
      41.75,
      53,
    ],
    ['a value that is missing', { persona: { in_character: 5 } }, 'enhances_delivery', 38, 49.25],
  ])('%s leaves the total open', (_what, change, part, lower, upper) => {
    const { total, bounds, unjudged } = judge({ ...good, ...change })
    expect(total).toBeNull()
    expect(unjudged.map((one) => one.part)).toEqual([part])
    expect(bounds.lower).toBeCloseTo(lower, 9)
    expect(bounds.upper).toBeCloseTo(upper, 9)
  })

  it.each([null, {}, [], 'text'])('%j judges nothing', (value) => {
    const { judged, unjudged } = judge(value)
    expect(judged).toBe(false)
    expect(unjudged).toHaveLength(8)
  })

  it('a failed call is one part with its reason', () => {
    const input = soloBehaviours.check(behavioursTask)
    const why = { reason: 'refused' as const, detail: 'the judge refused' }
    const { judged, unjudged } = soloBehaviours.score(input, [{ unjudged: why }])
    expect([judged, unjudged]).toEqual([false, [{ part: 'answer', ...why }]])
  })
})

it('ids count in any case, twice the same once, and unknown ones warn', () => {
  const votes = [...good.baseline_behaviors, vote('names_cause', true), vote('MADE_UP', true)]
  const { total, warnings } = judge({ ...good, baseline_behaviors: votes })
  expect(total).toBe(48)
  expect(warnings).toEqual(['the judge answered an id that nobody asked about: "MADE_UP"'])
})

it('a total that the model computed otherwise is reported and never used', () => {
  const { total, fields } = judge({ ...good, weighted_total: 90 })
  expect(total).toBe(48)
  expect(fields.arithmetic_mismatch).toEqual([{ field: 'weighted_total', theirs: 90, ours: 48 }])
})

it('property: never throws, and the total is known exactly when nothing is unjudged', () => {
  const ids = ['NAMES_CAUSE', 'NO_BLAME', 'GIVES_FIX', 'X']
  const votes = fc.array(
    fc.record({ id: fc.constantFrom(...ids), demonstrated: fc.oneof(fc.boolean(), fc.jsonValue()) }),
  )
  const near = fc.record({ baseline_behaviors: votes, quality: fc.jsonValue(), bonus_behaviors: fc.jsonValue() })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), near), (value) => {
      const { total, unjudged, bounds } = judge(value)
      expect(total === null).toBe(unjudged.length > 0)
      expect(bounds.lower).toBeLessThanOrEqual(bounds.upper)
    }),
  )
})

it('the criteria are checked', () => {
  const message = (baseline_criteria: unknown, change: object = {}) => {
    try {
      return soloBehaviours.check({ mode: 'solo', response: 'x', baseline_criteria, ...change }).baseline.length
    } catch (error) {
      return String(error)
    }
  }
  const one = { id: 'A', description: 'Does it.' }
  expect([
    message({ group: [{ ...one, points: 10 }] }),
    message({ group: [] }),
    message([one]),
    message({ group: one }),
    message({ group: [{ id: 'A' }] }),
    message({ group: [{ ...one, id: ' ' }] }),
    message({ group: [one], other: [one] }),
    message({ group: [one] }, { bonus_criteria: 'x' }),
    message({ group: [one] }, { rubric: {} }),
  ]).toMatchInlineSnapshot(`
    [
      1,
      "InputError: solo: expected \`baseline_criteria\` to be at least one criterion, but received {"group":[]}.",
      "InputError: baseline_criteria: expected it to be an object of lists, but received [{"id":"A","description":"Does it."}].",
      "InputError: baseline_criteria: expected \`group\` to be a list of criteria, but received {"id":"A","description":"Does it."}.",
      "InputError: baseline_criteria: expected \`group[0].description\` to be a string, but received undefined.",
      "InputError: baseline_criteria: expected \`group[0].id\` to be a text that is not empty, but received " ".",
      "InputError: baseline_criteria: expected every \`id\` to be one that no other criterion has, but received "A".",
      "InputError: bonus_criteria: expected it to be an object of lists, but received "x".",
      "InputError: solo: there is no \`rubric\`. Known are \`mode\`, \`spec\`, \`character\`, \`challenge\`, \`response\`, \`code\`, \`gold_standard\`, \`baseline_criteria\`, \`bonus_criteria\`.",
    ]
  `)
})
