import { expect, it, test } from 'vitest'
import { readAgentUsage, sumUsage } from '../../src/trajectory/usage.js'

const models = {
  'claude-a': {
    inputTokens: 1,
    outputTokens: 2,
    cacheReadInputTokens: 10,
    cacheCreationInputTokens: 100,
    costUSD: 0.1,
  },
  'claude-b': {
    inputTokens: 3,
    outputTokens: 4,
    cacheReadInputTokens: 20,
    cacheCreationInputTokens: 200,
    costUSD: 0.2,
  },
}

it.each<[string, unknown, object | undefined]>([
  ['OpenAI Chat', { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 }, { input_tokens: 9, output_tokens: 2 }],
  [
    'OpenAI Responses, cached tokens being a part of the input',
    { input_tokens: 9, output_tokens: 2, input_tokens_details: { cached_tokens: 4 } },
    { input_tokens: 9, output_tokens: 2 },
  ],
  [
    'Anthropic, cached tokens being beside the input',
    { input_tokens: 9, output_tokens: 2, cache_read_input_tokens: 30, cache_creation_input_tokens: 400 },
    { input_tokens: 439, output_tokens: 2 },
  ],
  ['AI SDK', { inputTokens: 9, outputTokens: 2, cachedInputTokens: 4 }, { input_tokens: 9, output_tokens: 2 }],
  [
    'a model of the AI SDK',
    { inputTokens: { total: 9 }, outputTokens: { total: 2 } },
    { input_tokens: 9, output_tokens: 2 },
  ],
  ['AI SDK 4', { promptTokens: 9, completionTokens: Number.NaN }, { input_tokens: 9 }],
  ['a result of the AI SDK', { usage: { inputTokens: 1 }, totalUsage: { inputTokens: 9 } }, { input_tokens: 9 }],
  [
    'Claude Code, whose usage leaves subagents out',
    { type: 'result', usage: { input_tokens: 1 }, modelUsage: models, total_cost_usd: 0.3, duration_ms: 1500 },
    { input_tokens: 334, output_tokens: 6, cost_usd: 0.3, seconds: 1.5 },
  ],
  [
    'SWE-agent',
    { info: { model_stats: { tokens_sent: 9, tokens_received: 2, instance_cost: 0.5, total_cost: 7 } } },
    { input_tokens: 9, output_tokens: 2, cost_usd: 0.5 },
  ],
  [
    'our own form',
    { input_tokens: 9, output_tokens: 2, cost_usd: 0, seconds: 3 },
    { input_tokens: 9, output_tokens: 2, cost_usd: 0, seconds: 3 },
  ],
  ['a whole answer', { id: 'x', usage: { input_tokens: 9 } }, { input_tokens: 9 }],
  ['numbers that are none', { input_tokens: '9', output_tokens: -1, seconds: Number.POSITIVE_INFINITY }, undefined],
  ['nothing', null, undefined],
  ['a text', 'cheap', undefined],
  ['null where a number belongs', { input_tokens: null, output_tokens: 2 }, { output_tokens: 2 }],
])('reads %s', (_title, usage, read) => {
  expect(readAgentUsage(usage)).toEqual(read)
})

test('a sum knows only what all of its parts know', () => {
  expect(sumUsage([{ input_tokens: 1, seconds: 2 }, { input_tokens: 3 }])).toEqual({ input_tokens: 4 })
  expect(sumUsage([{ input_tokens: 1 }, undefined])).toEqual({})
  expect(sumUsage([])).toEqual({})
})
