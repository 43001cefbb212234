import { expect, test } from 'vitest'
import { keepLastAttempts, settleCases, summarizeCase } from '../../src/evalset/case.js'
import type { DimensionRecord } from '../../src/types.js'
import { allScored, makeCase, makeSet, scored, unjudged, WEAK } from './records.js'

const set = makeSet()

test('a case is summarised in the order of the rubric', () => {
  const dimensions = { hallucination: scored(0.1, 'nothing made up'), trajectory: unjudged('mode'), task_success: WEAK }
  expect(summarizeCase(set, dimensions)).toEqual({
    scores: { task_success: 0, hallucination: 0.1 },
    categories: { task_success: 'artifact', trajectory: 'process', hallucination: 'artifact' },
    justification: 'task_success: The expected "it works" was not found.\nhallucination: nothing made up',
    unscored: ['trajectory'],
    dimensions,
  })
})

test('a dimension that is called as a member of every object is left out where it has no record', () => {
  const dimensions = set.rubric.dimensions.map((one, index) => ({
    ...one,
    name: ['__proto__', 'constructor'][index] ?? one.name,
  }))
  expect(summarizeCase(makeSet({ rubric: { dimensions } }), {}).dimensions).toEqual({})
})

test('of several attempts the last retry of the last repeat counts, in whatever order they come', () => {
  const attempts = [
    { key: 'b', repeat: 1, retry: 0 },
    { key: 'a', repeat: 0, retry: 0 },
    { key: 'b', repeat: 0, retry: 3 },
    { key: 'a', repeat: 0, retry: 1 },
    { key: 'a', repeat: 0, retry: 1 },
  ]
  expect(keepLastAttempts(attempts, ({ key }) => key)).toEqual([attempts[0], attempts[3], attempts[4]])
})

test('a case counts once, even if the same attempt was recorded twice', () => {
  const record = makeCase(set, 'c1', allScored())
  expect(settleCases(set, [record, record, makeCase(set, 'c1', {}, { retry: 1 })])).toEqual([
    makeCase(set, 'c1', {}, { retry: 1 }),
  ])
  expect(settleCases(set, [record, record])).toEqual([record])
})

test('weak zeros stay where the whole set ran on the fallback', () => {
  const cases = [makeCase(set, 'c1', { task_success: WEAK }), makeCase(set, 'c2', { task_success: WEAK })]
  expect(settleCases(set, cases)).toEqual(cases)
})

test('a case without expected text that no judge answered is unjudged where a model scored anything in the set', () => {
  const silent: DimensionRecord = {
    state: 'not_applicable',
    score: null,
    justification: '',
    reason: 'no_expected: x',
    weak: true,
  }
  const left = makeCase(set, 'c1', { task_success: silent })
  const [settled] = settleCases(set, [left, makeCase(set, 'c2', { response_quality: 0.5 })])
  expect(settled?.dimensions.task_success).toMatchObject({
    state: 'unjudged',
    reason: 'no_judge: the case has no expected text to look for, so that only a judge can weigh it',
  })
  expect(settleCases(set, [left])).toEqual([left])
})

test('weak zeros are unjudged where a model scored anything in the set', () => {
  const weak = makeCase(set, 'c1', { task_success: WEAK, trajectory: unjudged('no_judge') })
  const scoredCase = makeCase(set, 'c2', { response_quality: 0.5 })
  const [settled] = settleCases(set, [weak, scoredCase])
  expect(settled?.dimensions.task_success).toEqual({
    state: 'unjudged',
    score: null,
    justification: 'The expected "it works" was not found.',
    reason: 'no_judge: the expected text does not stand there word for word, which only a judge can weigh',
  })
  const late = makeCase(set, 'c1', { task_success: { ...WEAK, reason: 'deadline: the judge is late' } })
  expect(settleCases(set, [late, scoredCase])[0]?.dimensions.task_success?.reason).toBe(
    'deadline: the expected text does not stand there word for word, which only a judge can weigh',
  )
  expect([settled?.scores, settled?.unscored]).toEqual([{}, ['task_success', 'trajectory']])
})
