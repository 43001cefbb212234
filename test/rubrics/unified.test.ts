import { describe, expect, it } from 'vitest'
import { checkRubric } from '../../src/rubrics/rubric.js'
import { PERSONA_DIMENSIONS, unified } from '../../src/rubrics/unified.js'
import { normalise } from '../../src/scoring/weighted.js'

it('the unified rubric weighs correctness, depth, quality and persona at 25 % each', () => {
  expect(unified.dimensions.map(({ name }) => name)).toEqual(['correctness', 'depth', 'quality', 'persona'])
  expect(normalise(unified.dimensions.map(({ weight }) => weight))).toEqual([0.25, 0.25, 0.25, 0.25])
})

it('it is a valid rubric, on the default scale and with the default threshold', () => {
  expect(checkRubric(unified)).toEqual(unified)
  expect(unified.dimensions.map(({ scale, invert }) => scale ?? invert)).toEqual(Array(4).fill(undefined))
  expect(unified.passThreshold).toBeUndefined()
})

it('only persona asks for a character', () => {
  expect([...PERSONA_DIMENSIONS]).toEqual(['persona'])
})

describe.each(unified.dimensions.map((dimension) => [dimension.name, dimension] as const))(
  'the dimension %s',
  (_name, dimension) => {
    const { anchors = [], measures } = dimension

    it('says what it measures', () => {
      expect(measures).toMatch(/\w+ \w+/)
    })

    it('has five bands that cover 1 to 10 without gap or overlap', () => {
      expect(anchors.map(({ from, to }) => [from, to])).toEqual([
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
      ])
    })

    it.each(anchors.map(({ from, to, text }) => [`${from}-${to}`, text]))(
      'describes %s in 2 to 4 sentences',
      (_band, text) => {
        const sentences = text.split(/(?<=[.?!])\s+(?=[A-Z])/)
        expect(sentences.length).toBeGreaterThanOrEqual(2)
        expect(sentences.length).toBeLessThanOrEqual(4)
        expect(text).toMatch(/\.$/)
      },
    )
  },
)

it('no two bands have the same text', () => {
  const texts = unified.dimensions.flatMap(({ anchors = [] }) => anchors.map(({ text }) => text))
  expect(new Set(texts).size).toBe(20)
})
