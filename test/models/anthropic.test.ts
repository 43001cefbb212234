/**
 * Claude over real HTTP, against the local Messages API: what is sent, and how answers are read.
 *
 * @module
 */
import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { claudeModel, type MessagesClient } from '../../src/models/anthropic.js'
import { askClaude, good, ignoreAmbientSettings, outcomeOf, question } from '../support/claude-calls.js'
import { type Item, type MessagesApi, startMessagesApi } from '../support/messages-api.js'

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi()
})
afterAll(() => api.close())
beforeEach(ignoreAmbientSettings)

const fence = '```json\n{}\n```'
const answers: [title: string, item: Item, expected: object][] = [
  ['JSON', { json: good }, { stop: 'ok', value: good, text: JSON.stringify(good), servedBy: 'claude-haiku-5-5' }],
  ['a refusal', { stop_reason: 'refusal', category: 'cyber' }, { stop: 'refused', detail: 'category: cyber' }],
  ['a bare refusal', { stop_reason: 'refusal' }, { stop: 'refused', detail: 'category: none given' }],
  ['a refusal with JSON', { json: good, stop_reason: 'refusal' }, { stop: 'refused', value: null }],
  ['too long an answer', { text: 'x'.repeat(2001) }, { stop: 'truncated', detail: 'max_tokens', value: null }],
  ['whole JSON at the limit', { json: good, stop_reason: 'max_tokens' }, { stop: 'truncated', value: null }],
  ['a full window', { stop_reason: 'model_context_window_exceeded' }, { stop: 'truncated' }],
  ['a pause', { json: good, stop_reason: 'pause_turn' }, { stop: 'truncated', detail: 'pause_turn' }],
  ['no blocks', { content: [] }, { stop: 'unparsable', detail: 'the answer has no text', text: '' }],
  ['blank text', { text: ' \n' }, { stop: 'unparsable', detail: 'the answer has no text' }],
  ['fenced JSON', { text: fence }, { stop: 'unparsable', text: fence, value: null }],
  ['two objects', { text: '{"a":1}{"a":2}' }, { stop: 'unparsable', text: '{"a":1}{"a":2}' }],
  ['JSON null', { text: 'null' }, { stop: 'ok', value: null, text: 'null' }],
  ['a drip', { json: good, dripMs: 1 }, { stop: 'ok', value: good }],
]
it.each(answers)('reads %s', async (_, item, expected) => {
  api.enqueue(item)
  expect(await askClaude(api.url)).toMatchObject(expected)
})

it('joins text blocks and leaves out thinking', async () => {
  const content = [
    { type: 'thinking', thinking: '{"score": 1}', signature: 's' },
    { type: 'text', text: '{"score"' },
    { type: 'text', text: ': 2}' },
  ]
  api.enqueue({ content })
  expect(await askClaude(api.url)).toMatchObject({ stop: 'ok', value: { score: 2 } })
})

it('counts the tokens as the service does, whatever the answer', async () => {
  const usage = {
    ...{ input_tokens: 5, output_tokens: 7, cache_read_input_tokens: 100, cache_creation_input_tokens: 30 },
    cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
  }
  const ours = { input: 135, output: 7, cache_read: 100, cache_write: 30, cache_write_1h: 20 }
  for (const item of [{ json: good }, { text: 'x' }, { stop_reason: 'refusal' }, { stop_reason: 'max_tokens' }]) {
    api.enqueue({ ...item, usage })
    expect((await askClaude(api.url)).usage).toEqual(ours)
  }
})

const nulls = { usage: null, content: null, stop_reason: null, stop_details: null, model: null }
it.each([
  ['null tokens', { usage: { input_tokens: 3, cache_read_input_tokens: null, cache_creation: null } }, 'ok', 3],
  ['absent tokens', { usage: { input_tokens: 3 } }, 'ok', 3],
  ['no usage', {}, 'ok', 0],
  ['nothing but null', nulls, 'unparsable', 0],
])('bears a message with %s', async (_, parts, stop, input) => {
  api.enqueue({ raw: JSON.stringify({ type: 'message', content: [{ type: 'text', text: '{}' }], ...parts }) })
  const usage = { input, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
  expect(await askClaude(api.url)).toMatchObject({ stop, usage, servedBy: 'claude-haiku-5-5' })
})

it('sends what it is asked and nothing else', async () => {
  api.enqueue({ json: good })
  const { signal } = new AbortController()
  await claudeModel({ apiKey: 'test-key', baseURL: api.url }).judge(
    {
      ...question,
      system: [{ text: 'contract' }, { text: 'rubric', cache: '1h' }],
      user: [{ text: 'case', cache: '5m' }, { text: 'dimension' }],
    },
    { signal },
  )
  expect(api.requests.at(-1)?.body).toEqual({
    model: 'claude-haiku-5-5',
    max_tokens: 500,
    thinking: { type: 'disabled' },
    output_config: { effort: 'low', format: { type: 'json_schema', schema: question.schema } },
    system: [
      { type: 'text', text: 'contract' },
      { type: 'text', text: 'rubric', cache_control: { type: 'ephemeral', ttl: '1h' } },
    ],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'case', cache_control: { type: 'ephemeral' } },
          { type: 'text', text: 'dimension' },
        ],
      },
    ],
  })
})

it('sends neither thinking nor effort to a model it does not know', async () => {
  api.enqueue({ json: good })
  await askClaude(api.url, { model: 'claude-next' })
  const body = api.requests.at(-1)?.body
  expect(body).not.toHaveProperty('thinking')
  expect(body?.output_config).not.toHaveProperty('effort')
})

it('names the model and what else changes an answer, but not the address or key', () => {
  const { id, settings } = claudeModel({ model: 'tier-balanced', apiKey: 'test-key', baseURL: 'http://localhost:1' })
  expect({ id, settings }).toEqual({
    id: 'claude-sonnet-5-5',
    settings: { thinking: 'between_tools', effort: 'medium' },
  })
})

it('asks through a client that the user made', async () => {
  // The assignment also shows that the SDK's own type fits the structural one.
  const client: MessagesClient = new Anthropic({ apiKey: 'test-key', baseURL: api.url })
  const before = api.stats.requests
  api.enqueue({ json: good }, { status: 503 })
  const model = claudeModel({ client })
  const { signal } = new AbortController()
  expect(await outcomeOf(model.judge(question, { signal }))).toMatchObject({ stop: 'ok', value: good })
  expect(await outcomeOf(model.judge(question, { signal }))).toMatchObject({ reason: 'transient' })
  expect(api.stats.requests - before).toBe(2)
})

it.each([[undefined], [''], ['  '], ['se\ncret'], ['sécret']])('wants a usable key or a client, not %j', (apiKey) => {
  const make = () => claudeModel(apiKey === undefined ? {} : { apiKey })
  expect(make).toThrow(InputError)
  expect(make).not.toThrow(/cret/)
})

it('says what is wrong with a key, but not the key', () => {
  expect(() => claudeModel({ apiKey: 'se\ncret' })).toThrowErrorMatchingInlineSnapshot(
    `[InputError: claudeModel: expected apiKey to be a key of printable ASCII characters, but received "(hidden)".]`,
  )
})
