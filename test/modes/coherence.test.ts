import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coherence } from '../../src/modes/coherence.js'
import { coherenceTask } from './tasks.js'

const input = coherence.check(coherenceTask)
const judge = (value: unknown) => coherence.score(input, [coherence.read(input, value, 0)])

it.each<[unknown, string, number]>([
  ['excellent', 'excellent', 1.2],
  ['good', 'good', 1],
  ['poor', 'poor', 0.8],
  ['Excellent ', 'excellent', 1.2],
])('%j multiplies by %d', (rating, wanted, multiplier) => {
  const { fields, judged, total, unjudged } = judge({ rating, reasoning: 'It holds.' })
  expect(fields).toEqual({ rating: wanted, reasoning: 'It holds.', multiplier })
  expect([judged, total, unjudged]).toEqual([true, null, []])
})

it.each<[unknown, string, string]>([
  [{}, 'missing', 'the rating is missing'],
  [null, 'missing', 'the rating is missing'],
  [{ rating: 'fair' }, 'malformed', 'the rating is "fair", not one of excellent, good, poor'],
  [{ rating: 1.2 }, 'malformed', 'the rating is 1.2, not one of excellent, good, poor'],
  [{ rating: ['good'] }, 'malformed', 'the rating is ["good"], not one of excellent, good, poor'],
])('%j is no rating: %s', (value, reason, detail) => {
  expect(coherence.read(input, value, 0).problems).toEqual([detail])
  const { judged, fields, unjudged } = judge(value)
  expect([judged, fields.rating, fields.multiplier]).toEqual([false, null, null])
  expect(unjudged).toEqual([{ part: 'rating', reason, detail }])
})

it('a failed call is unjudged for its own reason', () => {
  const why = { reason: 'overloaded' as const, detail: 'busy' }
  expect(coherence.score(input, [{ unjudged: why }]).unjudged).toEqual([{ part: 'rating', ...why }])
  expect(coherence.score(input, []).judged).toBe(false)
})

it('property: never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(judge(value).judged).toBe(judge(value).fields.multiplier !== null)
    }),
  )
})

it('all five texts are needed, and nothing else is known', () => {
  for (const name of ['theme', 'sm_response', 'tea_response', 'dev_response', 'reviewer_response']) {
    expect(() => coherence.check({ ...coherenceTask, [name]: undefined })).toThrow(`\`${name}\``)
  }
  expect(() => coherence.check({ ...coherenceTask, qa_response: 'x' })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: coherence: there is no \`qa_response\`. Did you mean \`sm_response\`? Known are \`mode\`, \`theme\`, \`sm_response\`, \`tea_response\`, \`dev_response\`, \`reviewer_response\`.]`,
  )
})
