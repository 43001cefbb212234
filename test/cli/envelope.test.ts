import { expect, it } from 'vitest'
import { type AnyJudged, envelopeOf } from '../../src/cli/envelope.js'
import { NO_USAGE } from '../../src/usage.js'

const judged = {
  success: true as const,
  mode: 'solo',
  timestamp: '2026-11-29T12:00:00.000Z',
  total: 75,
  bounds: { lower: 75, upper: 75 },
  unjudged: [],
  warnings: [],
  response_text: '{}',
  model: 'claude-haiku-5-5',
  settings: {},
  served_by: 'claude-haiku-5-5',
  prompt_version: 'solo-rubric-1',
  recorded: false,
  sample: false,
  requests: 1,
  token_usage: { ...NO_USAGE, input: 900, output: 80 },
  recorded_usage: NO_USAGE,
  cost_usd: 0.001,
  recorded_cost_usd: 0,
  recordings: ['key'],
}
const of = (change: object) => envelopeOf({ ...judged, ...change } as AnyJudged)
const errorOf = (change: object) => {
  const envelope = of(change)
  return envelope.success ? 'none' : envelope.error
}

it('starts with what the envelope of every mode holds, and keeps the rest', () => {
  const envelope = of({ scores: { depth: { value: 7 } }, weighted_total: 75 })
  expect(Object.keys(envelope).slice(0, 4)).toEqual(['success', 'mode', 'timestamp', 'scores'])
  expect(envelope).toMatchObject({ ...judged, scores: { depth: { value: 7 } }, weighted_total: 75 })
})

it.each<[string, object, object]>([
  ['compare', { contestants: { a: { weighted_total: 70 }, b: { weighted_total: 80 } } }, { a: 70, b: 80 }],
  ['phase-sm', { teams: { team1: { weighted_total: 60 }, team2: { weighted_total: 50 } } }, { team1: 60, team2: 50 }],
  ['coherence', { rating: 'good', multiplier: 1, total: null }, { multiplier: 1 }],
  [
    'solo',
    { detection: { subtotal: 30 }, quality: { subtotal: 20 }, persona: { subtotal: 15 } },
    { detection: 30, quality: 20, persona: 15 },
  ],
  ['solo', { execution: { subtotal: 30 }, quality: { subtotal: 20 }, persona: null }, { execution: 30, quality: 20 }],
])('%s without scores of its own shows %j as %j', (mode, fields, scores) => {
  expect(of({ mode, ...fields })).toMatchObject({ success: true, scores })
})

it.each<[string, object, string]>([
  ['nothing', {}, 'none'],
  ['a total below 1', { total: 0.9 }, 'the total 0.9 is not within 1 to 100. No score is estimated.'],
  ['a total above 100', { total: 100.1 }, 'the total 100.1 is not within 1 to 100. No score is estimated.'],
  ['a total that is no number', { total: Number.NaN }, 'the total NaN is not within 1 to 100. No score is estimated.'],
  ['no total', { total: null }, 'the total null is not within 1 to 100. No score is estimated.'],
  ['0 in ground-truth', { mode: 'ground-truth', total: 0 }, 'none'],
  ['0 in review-match', { mode: 'review-match', scorable: true, total: 0 }, 'none'],
  ['no total where nothing can be measured', { mode: 'review-match', scorable: false, total: null }, 'none'],
  [
    'no total where something can',
    { mode: 'review-match', scorable: true, total: null },
    'the total null is not within 0 to 100. No score is estimated.',
  ],
  [
    'below 0 in ground-truth',
    { mode: 'ground-truth', total: -1 },
    'the total -1 is not within 0 to 100. No score is estimated.',
  ],
  ['a rating', { mode: 'coherence', rating: 'poor', total: null }, 'none'],
  [
    'a rating that is none',
    { mode: 'coherence', rating: 'fair', total: null },
    'the rating fair is none of excellent, good, poor. No score is estimated.',
  ],
  ['a timestamp that is none', { timestamp: 'now' }, 'the timestamp now is not valid. No score is estimated.'],
  [
    'a timestamp that is not UTC',
    { timestamp: '2026-11-29T12:00:00+01:00' },
    'the timestamp 2026-11-29T12:00:00+01:00 is not valid. No score is estimated.',
  ],
  [
    'no output tokens',
    { token_usage: { ...NO_USAGE, input: 900 } },
    'the service reported 900 input and 0 output tokens. No score is estimated.',
  ],
  ['no tokens where all is recorded', { requests: 0, token_usage: NO_USAGE }, 'none'],
  [
    'a part that is unjudged',
    { unjudged: [{ part: 'depth', reason: 'missing', detail: 'the value of "depth" is missing' }] },
    'unjudged: the value of "depth" is missing. No score is estimated.',
  ],
])('%s: the error is %j %s', (_what, change, error) => {
  expect(errorOf(change)).toBe(error)
})

it('a failure holds no score of any kind', () => {
  const keys = ['success', 'mode', 'error', 'timestamp']
  expect(Object.keys(of({ total: 0 }))).toEqual(keys)
  const failed = { ...judged, success: false as const, error: 'busy. No score is estimated.' }
  expect(Object.keys(envelopeOf(failed as AnyJudged))).toEqual(keys)
  expect(envelopeOf(failed as AnyJudged)).toMatchObject({ success: false, error: failed.error })
})
