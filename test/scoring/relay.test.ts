import { expect, it } from 'vitest'
import { type CoherenceRating, MULTIPLIERS, scoreRelay } from '../../src/scoring/relay.js'

const phases = { sm: 80, tea: 90, dev: 70, reviewer: 84 }

it('the multipliers are 1.2, 1 and 0.8', () => {
  expect(MULTIPLIERS).toEqual({ excellent: 1.2, good: 1, poor: 0.8 })
})

it.each<[object, CoherenceRating, raw: number, total: number]>([
  [{}, 'good', 81, 81],
  [{}, 'excellent', 97.2, 97.2],
  [{}, 'poor', 64.8, 64.8],
  [{ dev: 100, sm: 100 }, 'excellent', 112.2, 100],
  [{ sm: 0, tea: 0, dev: 0, reviewer: 0 }, 'excellent', 0, 0],
  [{ sm: 100, tea: 100, dev: 100, reviewer: 100 }, 'excellent', 120, 100],
])('with %j and %s it is %d, capped %d', (change, rating, raw, total) => {
  const score = scoreRelay({ ...phases, ...change }, rating)
  expect(score.raw).toBeCloseTo(raw, 9)
  expect(score.total).toBeCloseTo(total, 9)
})

it('needs all four totals and a known rating', () => {
  const message = (change: object, rating = 'good') => {
    try {
      return scoreRelay({ ...phases, ...change }, rating as CoherenceRating)
    } catch (error) {
      return String(error)
    }
  }
  expect([
    message({ tea: undefined }),
    message({ dev: 101 }),
    message({ dev: -1 }),
    message({ dev: '50' }),
    message({ sm: Number.NaN }),
    message({}, 'fair'),
    message({}, 'toString'),
  ]).toMatchInlineSnapshot(`
    [
      "InputError: relay: expected the total of \`tea\` to be a number from 0 to 100, but received undefined.",
      "InputError: relay: expected the total of \`dev\` to be a number from 0 to 100, but received 101.",
      "InputError: relay: expected the total of \`dev\` to be a number from 0 to 100, but received -1.",
      "InputError: relay: expected the total of \`dev\` to be a number from 0 to 100, but received "50".",
      "InputError: relay: expected the total of \`sm\` to be a number from 0 to 100, but received NaN.",
      "InputError: relay: expected the coherence rating to be one of excellent, good, poor, but received "fair".",
      "InputError: relay: expected the coherence rating to be one of excellent, good, poor, but received "toString".",
    ]
  `)
})
