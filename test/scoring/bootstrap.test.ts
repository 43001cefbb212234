import { expect, it } from 'vitest'
import { bootstrap } from '../../src/scoring/bootstrap.js'

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

it('the bootstrap of a mean comes near the interval of the normal distribution', () => {
  const values = Array.from({ length: 100 }, (_, index) => index)
  const half = (1.96 * Math.sqrt((100 ** 2 - 1) / 12)) / 10
  const { lower = 0, upper = 0 } = bootstrap(values, mean) ?? {}
  expect(Math.abs(lower - (49.5 - half))).toBeLessThan(0.5)
  expect(Math.abs(upper - (49.5 + half))).toBeLessThan(0.5)
})

it('the same seed gives the same interval, another one another', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6]
  expect(bootstrap(values, mean, { seed: 7 })).toEqual(bootstrap(values, mean, { seed: 7 }))
  expect(bootstrap(values, mean, { seed: 7 })).not.toEqual(bootstrap(values, mean, { seed: 8 }))
})

it('a cluster is drawn whole', () => {
  const clusters = [
    [1, -1],
    [2, -2],
    [3, -3],
  ]
  expect(bootstrap(clusters, (sample) => mean(sample.flat()))).toEqual({ lower: 0, upper: 0 })
})

it('one cluster, or samples that mostly say nothing, have no interval', () => {
  expect(bootstrap([1], mean)).toBeNull()
  expect(bootstrap([1, 2], mean)).not.toBeNull()
  expect(bootstrap([1, 2, 3], () => null)).toBeNull()
})
