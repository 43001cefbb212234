import { expect, test } from 'vitest'
import { Ledger } from '../../src/broker/ledger.js'
import { priceOf } from '../../src/models/claude-models.js'
import type { JudgeRequest } from '../../src/models/model.js'
import type { Usage } from '../../src/types.js'
import { NO_USAGE } from '../../src/usage.js'

const request: JudgeRequest = {
  system: [{ text: 'x'.repeat(4_000) }],
  user: [{ text: 'y'.repeat(396) }],
  schema: {},
  maxOutputTokens: 100,
  sample: 0,
  label: 'one',
}
const usage = (input: number, output: number): Usage => ({ ...NO_USAGE, input, output })
const haiku = (spent: Usage) => priceOf('claude-haiku-5-5', spent)
const book = (ledger: Ledger, spent: Usage) => ledger.book(spent, haiku(spent))

test('a request is estimated by its length, an answer by the mean of those before it', () => {
  const ledger = new Ledger({})
  expect(ledger.estimate(request)).toMatchObject({ input: 1_100, output: 400 })
  book(ledger, usage(1_000, 100))
  book(ledger, usage(1_000, 300))
  expect(ledger.estimate(request).output).toBe(200)
})

test('spending is the sum of what was reported, and of its price', () => {
  const ledger = new Ledger({})
  book(ledger, usage(1_000_000, 0))
  book(ledger, usage(1_000, 1_000))
  // The first one is longer than 100k tokens and pays the price of long prompts: 0.50, then 0.0001 + 0.0005.
  expect(ledger.spent.usd).toBeCloseTo(0.5006, 10)
  expect(ledger.spent).toMatchObject({ requests: 2, usage: { input: 1_001_000, output: 1_000 } })
})

test('without a known price there is no figure, and none comes back later', () => {
  const ledger = new Ledger({})
  ledger.book(usage(1, 1), null)
  expect(ledger.spent.usd).toBeNull()
})

test('a budget holds for calls under way too, and once exceeded it stays so', async () => {
  const ledger = new Ledger({ tokens: 3_100 })
  let made = 0
  const call = async () => {
    made++
    await new Promise((resolve) => setImmediate(resolve))
    book(ledger, usage(1_100, 400))
  }
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => ledger.within(request, haiku, call)))
  expect(made).toBe(2)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  await expect(ledger.within({ ...request, system: [] }, haiku, call)).rejects.toThrowErrorMatchingInlineSnapshot(
    `[CallError: The budget of 3,100 tokens does not hold another call: 0 tokens are spent and 3,000 tokens expected of calls under way, and it may need 1,500 tokens. What is left is not judged; raise \`budget\` to judge it.]`,
  )
})

test('a budget in USD counts the price', async () => {
  const ledger = new Ledger({ usd: 0.0005 })
  await ledger.within(request, haiku, async () => book(ledger, usage(1_100, 400)))
  await expect(ledger.within(request, haiku, async () => {})).rejects.toThrowErrorMatchingInlineSnapshot(
    `[CallError: The budget of 0.0005 USD does not hold another call: 0.0003 USD are spent and 0.0000 USD expected of calls under way, and it may need 0.0003 USD. What is left is not judged; raise \`budget\` to judge it.]`,
  )
})
