import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lintEvalSet } from '../../src/evalset/lint.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { lintRubric } from '../../src/rubrics/lint.js'
import { rubrics } from '../../src/rubrics/phases.js'
import { unified } from '../../src/rubrics/unified.js'
import type { Dimension, Rubric } from '../../src/types.js'

const band = (from: number, to: number) => ({ from, to, text: `what can be seen from ${from} to ${to}` })
const clear: Dimension = {
  name: 'cause',
  weight: 1,
  measures: 'names the line that fails',
  anchors: [band(1, 5), band(6, 10)],
}
const steps: Dimension = { name: 'steps', weight: 1, measures: 'lists commands to run', anchors: [band(1, 10)] }
const of = (...dimensions: Dimension[]): Rubric => ({ dimensions })

/** Rule and place of each piece of advice. */
const told = (rubric: Rubric | string) => lintRubric(rubric).map(({ rule, where }) => `${rule}: ${where}`)

it('has nothing to say of observable criteria with anchors, nor of the rubrics of this package', () => {
  for (const rubric of [of(clear, steps), unified, ...Object.values(rubrics)]) expect(lintRubric(rubric)).toEqual([])
})

it.each<[string, Rubric | string, string[]]>([
  [
    'a weight that decides nothing',
    of({ ...clear, weight: 99 }, { ...steps, weight: 1 }),
    ['weights: cause', 'weights: steps'],
  ],
  [
    'the same thing twice',
    of(clear, { ...clear, name: 'the cause', measures: 'names lines that failed' }),
    ['overlap: the cause'],
  ],
  [
    'a matter of taste',
    of(clear, { ...steps, anchors: [], scale: { min: 0, max: 1 }, measures: 'is well structured' }),
    ['vague: steps'],
  ],
  ['a name alone', of({ name: 'tone', weight: 1, scale: { min: 0, max: 1 } }), ['vague: tone']],
  ['two things in one', 'names the cause and gives a fix', ['double-barrelled: criterion', 'anchors: criterion']],
  [
    'what is absent',
    of({ ...clear, scale: { min: 0, max: 1 }, anchors: [], measures: "doesn't blame the user" }),
    ['negative: cause'],
  ],
  ["ten steps in nobody's words", of({ ...clear, anchors: [] }), ['anchors: cause']],
  ['a gap between anchors', of({ ...clear, anchors: [band(1, 3), band(6, 10)] }), ['anchors: cause']],
  ['anchors that overlap', of({ ...clear, anchors: [band(1, 6), band(6, 10)] }), ['anchors: cause']],
  ['anchors that end early', of({ ...clear, anchors: [band(1, 5), band(6, 9)] }), ['anchors: cause']],
  ['a threshold that all pass', { ...of(clear), passThreshold: 0.1 }, ['threshold: the rubric']],
  ['a threshold of 1', { ...of(clear), passThreshold: 1 }, ['threshold: the rubric']],
  [
    'too many at once',
    of(...Array.from({ length: 9 }, (_, n) => ({ ...clear, name: `n${n}`, measures: `m${n}` }))),
    ['weights: the rubric'],
  ],
])('sees %s', (_what, rubric, expected) => {
  expect(told(rubric)).toEqual(expected)
})

it('a fault that is counted with `invert` is no absence', () => {
  expect(told(of({ ...clear, measures: 'states facts that stand in no source', invert: true }))).toEqual([])
})

it('an eval set: a threshold that a perfect run misses, nothing that blocks, nothing to hold an answer against', () => {
  const lint = (rubric: object, cases: object[]) =>
    lintEvalSet(parseEvalSet(JSON.stringify({ version: 1, feature: 'f', rubric, cases }), 'f.json').set)
  const dimensions = [
    { name: 'response_quality', weight: 0.6 },
    { name: 'hallucination', weight: 0.4, invert: true },
  ]
  const case1 = { id: 'c1', input: 'x', expected: '' }
  expect(lint({ dimensions, pass_threshold: 0.75 }, [case1])).toMatchInlineSnapshot(`
    [
      {
        "advice": "a perfect run reaches 0.60, so 0.75 cannot be reached: set \`"invert_mode": "complement"\`, or a threshold below it.",
        "rule": "threshold",
        "where": "the rubric",
      },
      {
        "advice": "no dimension is called task_success, so by default no dimension blocks: name yours in \`gate.blockOn\`.",
        "rule": "threshold",
        "where": "the rubric",
      },
      {
        "advice": "neither \`expected\` nor \`must_not\`: the judge has nothing to hold the answer against.",
        "rule": "cases",
        "where": "c1",
      },
      {
        "advice": "1 case: one moves every mean. 20 to 50 from real failures tell more.",
        "rule": "cases",
        "where": "the set",
      },
    ]
  `)
  const cases = Array.from({ length: 5 }, (_, n) => ({ ...case1, id: `c${n}`, expected: 'y' }))
  const [success, ...others] = [{ name: 'task_success', weight: 0.5 }, ...dimensions]
  expect(lint({ dimensions: [success, ...others], pass_threshold: 0.75, invert_mode: 'complement' }, cases)).toEqual([])
})

it('property: it says the same in whatever order, and never throws on a rubric', () => {
  const text = fc.constantFrom('names the cause', 'is good and short', 'does not fail', 'lists commands', undefined)
  const dimension = fc.record({ weight: fc.integer({ min: 1, max: 50 }), measures: text })
  fc.assert(
    fc.property(fc.array(dimension, { minLength: 1, maxLength: 10 }), (all) => {
      const dimensions = all.map(
        ({ weight, measures }, index): Dimension => ({ name: `n${index}`, weight, ...(measures && { measures }) }),
      )
      // Of two that overlap the second is named, whichever that is.
      const rules = (list: readonly Dimension[]) =>
        told({ dimensions: list })
          .filter((one) => !one.startsWith('overlap'))
          .sort()
      expect(rules([...dimensions].reverse())).toEqual(rules(dimensions))
    }),
  )
})
