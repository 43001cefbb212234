/**
 * Which tools an agent called, and what its run took. No model is asked.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerRefund } from '../src/refund-agent.js'

// Written by hand in the form in which `claude -p --output-format stream-json --verbose` prints a run.
const log = readFileSync(new URL('logs/refund.jsonl', import.meta.url), 'utf8')

test('an order is looked up before it is refunded', async () => {
  await expect(answerRefund('Please refund order A-1001')).toHaveCalledTools(
    ['find_order', { tool: 'refund', args: { id: 'A-1001', amount: expect.any(String) } }],
    { only: ['find_order', 'refund'] },
  )
})

test('an order that is too old is not refunded', async () => {
  await expect(answerRefund('Please refund order A-1002')).not.toHaveCalledTools(['refund'], { order: 'superset' })
})

test('a large refund ends with a colleague', async () => {
  await expect(log).toHaveCalledTools(['find_order', 'hand_over'], { ignoreFailed: true })
  await expect(log).toStayWithin({ steps: 5, calls: 4, seconds: 10, tokens: 5000, usd: 0.01 })
})
