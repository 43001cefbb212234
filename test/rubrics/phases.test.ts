import { expect, it } from 'vitest'
import { rubrics } from '../../src/rubrics/phases.js'
import { checkRubric } from '../../src/rubrics/rubric.js'
import { unified } from '../../src/rubrics/unified.js'

const weights = (name: 'sm' | 'tea' | 'dev' | 'reviewer') =>
  Object.fromEntries(rubrics[name].dimensions.map((dimension) => [dimension.name, dimension.weight]))

it('the weights, in percent', () => {
  expect({ sm: weights('sm'), tea: weights('tea'), dev: weights('dev'), reviewer: weights('reviewer') }).toEqual({
    sm: { clarity: 30, handoff: 40, completeness: 30 },
    tea: { coverage: 35, red_state: 35, handoff: 30 },
    dev: { green_state: 40, code_quality: 30, handoff: 30 },
    reviewer: { detection: 40, verdict: 30, persona: 30 },
  })
})

it.each(Object.entries(rubrics))('%s is a valid rubric under its own name, whose weights make 100', (name, rubric) => {
  expect(rubric.name).toBe(name)
  expect(checkRubric(rubric)).toEqual(rubric)
  expect(rubric.dimensions.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
})

it.each([
  ['clarity', 'quality'],
  ['code_quality', 'quality'],
  ['handoff', 'quality'],
  ['completeness', 'depth'],
  ['coverage', 'depth'],
  ['red_state', 'correctness'],
  ['green_state', 'correctness'],
  ['detection', 'correctness'],
  ['verdict', 'correctness'],
  ['persona', 'persona'],
])('%s goes by the anchors of %s, and says what it measures itself', (name, like) => {
  const { sm, tea, dev, reviewer } = rubrics
  const own = [sm, tea, dev, reviewer].flatMap(({ dimensions }) => dimensions.filter((one) => one.name === name))
  const anchors = unified.dimensions.find((one) => one.name === like)?.anchors
  expect(own.length).toBeGreaterThan(0)
  for (const dimension of own) {
    expect(dimension.anchors).toBe(anchors)
    expect(dimension.measures).toMatch(/\w+ \w+/)
  }
})
