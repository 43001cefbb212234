import { expect, test } from 'vitest'
import { describeProgress } from '../../src/report/progress.js'

const judge = { answered: 0, recorded: 0, inFlight: 0, waiting: 0, usd: 0, pausedFor: null }

test.each([
  [{ inFlight: 6, waiting: 20 }, 'vitest-judge  3 of 9 tests, 6 under way, 20 waiting'],
  [{ recorded: 7, usd: null }, 'vitest-judge  3 of 9 tests, 7 from recordings'],
  [{ answered: 2, usd: 0.01234 }, 'vitest-judge  3 of 9 tests, 2 answered, 0.0123 USD'],
  [{ answered: 2, usd: null }, 'vitest-judge  3 of 9 tests, 2 answered'],
  [{ waiting: 4, pausedFor: 7_100 }, 'vitest-judge  3 of 9 tests, 4 waiting, held back by the service for another 8 s'],
])('with %j the line of progress is %j', (change, line) => {
  expect(describeProgress({ done: 3, total: 9 }, { ...judge, ...change })).toBe(line)
})
