import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/modes/mode.js'
import { type SoloRubricReading, soloRubric } from '../../src/modes/solo-rubric.js'
import { rubricTask } from './tasks.js'

const input = soloRubric.check(rubricTask)

const leaf = (value: unknown) => ({ evidence: ['the cart lives in the session'], reasoning: 'Because.', value })
const good = {
  scores: { correctness: leaf(7), depth: leaf(8), quality: leaf(6), persona: leaf(9) },
  assessment: 'Good.',
}

function judge(value: unknown, task: object = rubricTask) {
  const checked = soloRubric.check(task)
  return soloRubric.score(checked, [soloRubric.read(checked, value, 0)])
}

describe('reading', () => {
  it('keeps value, reasons and quotes of every dimension', () => {
    const { parts, problems } = soloRubric.read(input, good, 0)
    expect(problems).toEqual([])
    expect(parts.leaves.depth).toEqual({
      value: 8,
      reasoning: 'Because.',
      quotes: ['the cart lives in the session'],
    })
    expect(parts.assessment).toBe('Good.')
  })

  it.each<[unknown, string, string]>([
    [leaf('8'), 'malformed', 'the value of "depth" is "8", not a number'],
    [leaf(11), 'out_of_range', 'the value of "depth" is 11, outside 1 to 10'],
    [leaf(0), 'out_of_range', 'the value of "depth" is 0, outside 1 to 10'],
    [leaf(null), 'missing', 'the value of "depth" is missing'],
    [{}, 'missing', 'the value of "depth" is missing'],
    [8, 'missing', 'the value of "depth" is missing'],
    [[8], 'missing', 'the value of "depth" is missing'],
    [undefined, 'missing', 'the value of "depth" is missing'],
  ])('of %j the dimension is unjudged: %s', (depth, reason, detail) => {
    const { parts, problems } = soloRubric.read(input, { ...good, scores: { ...good.scores, depth } }, 0)
    expect(parts.leaves.depth).toEqual({ value: null, reason, detail })
    expect(problems).toEqual([detail])
  })

  it('finds a dimension by its property name or by its own name', () => {
    const odd = soloRubric.check({
      ...rubricTask,
      rubric: { dimensions: ['Tone & style', 'tone/style', '!'].map((name) => ({ name, weight: 1 })) },
    })
    const answer = { scores: { tone_style: leaf(3), 'tone/style': leaf(4), dimension__3: leaf(5) } }
    const { leaves } = soloRubric.read(odd, answer, 0).parts
    expect(Object.values(leaves).map(({ value }) => value)).toEqual([3, 4, 5])
  })

  it('property: never throws, and gives one leaf for each dimension', () => {
    const anyLeaf = fc.oneof(fc.jsonValue(), fc.record({ value: fc.jsonValue(), evidence: fc.jsonValue() }))
    const near = fc.record({ scores: fc.dictionary(fc.constantFrom(...Object.keys(good.scores)), anyLeaf) })
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), near), (value) => {
        const reading = soloRubric.read(input, value, 0)
        const leaves = Object.values(reading.parts.leaves)
        expect(leaves).toHaveLength(4)
        expect(reading.problems).toHaveLength(leaves.filter((each) => each.value === null).length)
        const { bounds, total } = soloRubric.score(input, [reading])
        expect(bounds.lower).toBeLessThanOrEqual(bounds.upper)
        expect(total === null).toBe(reading.problems.length > 0)
      }),
    )
  })
})

describe('scoring', () => {
  it('gives the total of the unified rubric and every output field', () => {
    const { fields, ...scored } = judge(good)
    expect(scored).toEqual({
      judged: true,
      total: 75,
      bounds: { lower: 75, upper: 75 },
      unjudged: [],
      warnings: [],
    })
    expect(fields.scores.depth).toEqual({
      value: 8,
      share: 0.8,
      reasoning: 'Because.',
      evidence: [{ quote: 'the cart lives in the session', verified: true }],
    })
    expect({ ...fields, scores: Object.keys(fields.scores) }).toEqual({
      scores: ['correctness', 'depth', 'quality', 'persona'],
      weighted_total: 75,
      assessment: 'Good.',
      persona_judged: true,
      arithmetic_mismatch: [],
      spec: 'agent-1',
    })
  })

  it('without a character leaves persona out, re-weights the rest and says so', () => {
    const { fields, total } = judge(good, { ...rubricTask, character: undefined })
    expect(total).toBeCloseTo(70, 9)
    expect(Object.keys(fields.scores)).toEqual(['correctness', 'depth', 'quality'])
    expect(fields.persona_judged).toBe(false)
  })

  it('goes by scales and directions of its own', () => {
    const rubric = {
      dimensions: [
        { name: 'clear', weight: 3 },
        { name: 'noise', weight: 1, scale: { min: 0, max: 1 }, invert: true },
      ],
    }
    const { fields, total } = judge({ scores: { clear: leaf(8), noise: leaf(0.25) } }, { ...rubricTask, rubric })
    expect(fields.scores).toMatchObject({ clear: { value: 8, share: 0.8 }, noise: { value: 0.25, share: 0.75 } })
    expect(total).toBeCloseTo(0.8 * 75 + 0.75 * 25, 9)
  })

  it('leaves the total open and gives bounds when a dimension is unjudged', () => {
    const { fields, total, bounds, unjudged, judged } = judge({
      ...good,
      scores: { ...good.scores, persona: leaf(99) },
    })
    expect([judged, total, fields.weighted_total]).toEqual([true, null, null])
    expect(bounds.lower).toBeCloseTo(55, 9)
    expect(bounds.upper).toBeCloseTo(77.5, 9)
    expect(fields.scores.persona).toEqual({ value: null, share: null, reasoning: '', evidence: [] })
    expect(unjudged).toEqual([
      { part: 'persona', reason: 'out_of_range', detail: 'the value of "persona" is 99, outside 1 to 10' },
    ])
  })

  it.each([{}, null, 'text', [], { scores: [] }])('judges nothing from %j', (value) => {
    const { judged, total, bounds, unjudged } = judge(value)
    expect([judged, total, bounds]).toEqual([false, null, { lower: 10, upper: 100 }])
    expect(unjudged.map(({ part }) => part)).toEqual(['correctness', 'depth', 'quality', 'persona'])
  })

  it.each<[string, Answer<SoloRubricReading>[], string]>([
    ['a call that failed', [{ unjudged: { reason: 'overloaded', detail: 'busy' } }], 'overloaded'],
    ['no answer', [], 'missing'],
  ])('after %s every dimension is unjudged for that reason', (_what, answers, reason) => {
    const { judged, unjudged } = soloRubric.score(input, answers)
    expect(judged).toBe(false)
    expect(unjudged.map((part) => part.reason)).toEqual([reason, reason, reason, reason])
  })

  it('warns of quotes that do not stand in the response, and keeps them', () => {
    const invented = { ...leaf(7), evidence: ['a horse', 'the cart lives in the session'] }
    const { fields, warnings } = judge({ ...good, scores: { ...good.scores, depth: invented } })
    expect(fields.scores.depth?.evidence).toEqual([
      { quote: 'a horse', verified: false },
      { quote: 'the cart lives in the session', verified: true },
    ])
    expect(warnings).toEqual(["1 of the judge's quotes do not stand in the response"])
  })

  it('a quote of what the judge was shown counts, though hidden characters were taken out of the response', () => {
    const response = 'The c\u200bart <material-0a> is empty.'
    const answer = { ...good, scores: { depth: { ...leaf(7), evidence: ['The cart ‹material-0a> is'] } } }
    expect(judge(answer, { ...rubricTask, response }).warnings).toEqual([])
  })

  it('reports a total that the model computed otherwise, and never uses it', () => {
    const { fields, total } = judge({ ...good, weighted_total: 99 })
    expect(total).toBe(75)
    expect(fields.arithmetic_mismatch).toEqual([{ field: 'weighted_total', theirs: 99, ours: 75 }])
    expect(judge({ ...good, weighted_total: 75.05 }).fields.arithmetic_mismatch).toEqual([])
  })
})

describe('input', () => {
  const message = (change: object) => {
    try {
      return `taken: ${soloRubric.check({ mode: 'solo', response: 'x', ...change }).dimensions.length}`
    } catch (error) {
      return String(error)
    }
  }

  it('needs a response and takes nothing that it does not know', () => {
    expect([
      message({}),
      message({ response: undefined }),
      message({ response: ' \u200b' }),
      message({ challenge: '' }),
      message({ character: 7 }),
      message({ baseline_issues: [] }),
      message({ gold_standard: { response: 'x', score: 101 } }),
      message({ gold_standard: { response: 'x', score: '90' } }),
      message({ gold_standard: { score: 90 } }),
      message({ rubric: { dimensions: [{ name: 'persona', weight: 1 }] } }),
      message({ rubric: 'It names the cause.' }),
    ]).toMatchInlineSnapshot(`
      [
        "taken: 3",
        "InputError: solo: expected \`response\` to be a string, but received undefined.",
        "InputError: solo: expected \`response\` to be a text that is not empty, but received " \\u200b".",
        "InputError: solo: expected \`challenge\` to be a text that is not empty, but received "".",
        "InputError: solo: expected \`character\` to be a string, but received 7.",
        "InputError: solo: there is no \`baseline_issues\`. Known are \`mode\`, \`spec\`, \`character\`, \`challenge\`, \`response\`, \`code\`, \`gold_standard\`, \`rubric\`, \`judging\`.",
        "InputError: solo: expected \`gold_standard.score\` to be a number from 0 to 100, but received 101.",
        "InputError: solo: expected \`gold_standard.score\` to be a number from 0 to 100, but received "90".",
        "InputError: solo: expected \`gold_standard.response\` to be a string, but received undefined.",
        "InputError: rubric: expected \`dimensions\` to be more than the persona, because no \`character\` was given, but received ["persona"].",
        "taken: 1",
      ]
    `)
  })
})
