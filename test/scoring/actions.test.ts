import { expect, test } from 'vitest'
import { recommendActions } from '../../src/scoring/actions.js'

const dimensions = [
  { name: 'task_success', weight: 1, invert: false, category: 'artifact' as const },
  { name: 'hallucination', weight: 1, invert: true, category: 'artifact' as const },
  { name: 'trajectory', weight: 1, invert: false, category: 'process' as const },
]

test.each([
  ['task_success', 0.5, ['task_success'], 're-run (block-on failed)'],
  ['task_success', 0.5, [], 're-run (code defect)'],
  ['task_success', 0.75, ['task_success'], 'none'],
  ['hallucination', 0.5, ['task_success'], 're-run (code defect)'],
  ['hallucination', 0.25, ['task_success'], 'none'],
  ['hallucination', 0.5, ['hallucination'], 're-run (block-on failed)'],
  ['trajectory', 0.5, ['task_success'], 'accept (process noise)'],
  ['trajectory', 0.5, ['trajectory'], 're-run (block-on failed)'],
  ['trajectory', 0.9, ['trajectory'], 'none'],
])('for %s at %d, blocking on %j, the advice is %s', (name, score, blockOn, action) => {
  expect(recommendActions(dimensions, { [name]: score }, 0.75, blockOn)[name]).toBe(action)
})

test('a dimension without a score gets no action', () => {
  expect(recommendActions(dimensions, {}, 0.75, ['task_success'])).toEqual({
    task_success: 'none',
    hallucination: 'none',
    trajectory: 'none',
  })
})
