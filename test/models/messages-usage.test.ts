import { expect, it } from 'vitest'
import { readMessage } from '../../src/models/anthropic-message.js'
import { readUsage } from '../../src/models/messages-usage.js'
import { checkReply } from '../../src/models/partial-reply.js'
import { NO_USAGE } from '../../src/usage.js'

it('takes what is left out or null for nothing', () => {
  expect([undefined, null, {}, { input_tokens: null }].map((usage) => readUsage(usage, 'x'))).toEqual(
    Array(4).fill(NO_USAGE),
  )
})

it.each([
  [{ input_tokens: -5 }, 'input_tokens` -5'],
  [{ input_tokens: '5' }, 'input_tokens` "5"'],
  [{ output_tokens: Number.POSITIVE_INFINITY }, 'output_tokens` Infinity'],
  [{ input_tokens: 10, cache_read_input_tokens: -5 }, 'cache_read_input_tokens` -5'],
  [{ cache_creation: { ephemeral_1h_input_tokens: {} } }, 'ephemeral_1h_input_tokens` '],
])('refuses the counts %j, which no recording could have', (usage, words) => {
  const message = { type: 'message', content: [{ type: 'text', text: '{}' }], usage }
  expect(() => readMessage(message, 'm')).toThrow(`POST /v1/messages answered with \`usage.${words}`)
})

it('a judge of a user has no tokens below 0 either', () => {
  expect(() => checkReply({ stop: 'ok', value: 1, usage: { ...NO_USAGE, output: -1 } }, 'own')).toThrow(
    'all numbers from 0, but received',
  )
})
