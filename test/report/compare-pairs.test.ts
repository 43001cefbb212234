import { expect, test } from 'vitest'
import { buildSet } from '../../src/report/build-set.js'
import { compareRuns } from '../../src/report/compare-runs.js'
import { allScored, makeSet } from '../evalset/records.js'
import { makeResults, makeRun } from './runs.js'

// Each file of the name `refunds`, then and now, and how many cases of which group are compared.
test.each([
  ['are told apart by file', 'ab', 'ab', 'refunds (a): 1, refunds (b): 1'],
  ['in another order too', 'ba', 'ab', 'refunds (a): 1, refunds (b): 1'],
  ['of which one is new', 'a', 'ba', 'refunds (b): 0, refunds (a): 1'],
  ['of which one is gone', 'ab', 'b', 'refunds (b): 1, refunds (a): 0'],
  ['of which one moved', 'ab', 'cb', 'refunds (c): 1, refunds (b): 1'],
  ['of which nobody knows who moved', 'ab', 'cd', 'refunds (c): 0, refunds (d): 0, refunds (a): 0, refunds (b): 0'],
  ['are one that moved where there is one each', 'a', 'b', 'refunds: 1'],
])('sets of one name %s', (_what, then, now, groups) => {
  const run = (files: string) => {
    const one = buildSet(makeRun(makeSet(), [allScored()]))
    return makeResults({ sets: [...files].map((file) => ({ ...one, file })) })
  }
  const compared = compareRuns(run(then), run(now)).groups.map(({ name, pairs }) => `${name}: ${pairs}`)
  expect(compared.join(', ')).toBe(groups)
})
