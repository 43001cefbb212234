import { expect, test } from 'vitest'
import { sumAgent } from '../../src/report/agent-spending.js'
import type { CaseRecord } from '../../src/types.js'
import { makeCase, makeSet } from '../evalset/records.js'

const set = makeSet()
const took = (agent_usage: unknown, agent_ms?: number): CaseRecord =>
  makeCase(set, 'c', {}, { agent_usage, ...(agent_ms !== undefined && { agent_ms }) })

test('what subjects report is summed, each figure over those that report it', () => {
  const records = [
    took({ input_tokens: 10, output_tokens: 5, cost_usd: 0.25, model: 'x' }, 1_000),
    took({ input_tokens: 20 }, 500),
    took(undefined, 7),
    took('cheap'),
  ]
  expect(sumAgent(records)).toEqual({
    ...{ runs: 4, reported: 2 },
    ...{ input_tokens: 30, output_tokens: 5, cost_usd: 0.25, ms: 1_507 },
  })
})

test.each([[null], [[1, 2]], [{ input_tokens: '10' }], [{ input_tokens: -1 }], [{ cost_usd: null }], [7]])(
  'of %j nothing is summed',
  (usage) => {
    expect(sumAgent([took(usage)])).toMatchObject({
      runs: 1,
      reported: 0,
      input_tokens: null,
      cost_usd: null,
      ms: null,
    })
  },
)
