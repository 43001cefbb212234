import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type MessagesApi, startMessagesApi } from './messages-api.js'

const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false }
const request = { model: 'claude-haiku-5-5', max_tokens: 10, messages: [{ role: 'user', content: [text('x')] }] }
const headers = { authorization: 'Bearer test-key', 'anthropic-version': '2026-10-21' }

function text(words: string, ttl?: '5m' | '1h') {
  return { type: 'text', text: words, ...(ttl && { cache_control: { type: 'ephemeral', ttl } }) }
}

function withSchema(schema: object) {
  return { ...request, output_config: { format: { type: 'json_schema', schema } } }
}

async function post(api: MessagesApi, body: unknown, sent: Record<string, string> = headers) {
  const response = await fetch(`${api.url}/v1/messages`, { method: 'POST', headers: sent, body: JSON.stringify(body) })
  const answer = (await response.json()) as { error?: { message: string } }
  return { status: response.status, message: answer.error?.message }
}

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: () => ({ json: {} }) })
})
afterAll(() => api.close())

it.each([
  ['a wrong key', { ...headers, authorization: 'Bearer other' }, 401],
  ['no version', { authorization: 'Bearer test-key' }, 400],
  ['the key in its own header', { 'x-api-key': 'test-key', 'anthropic-version': '2026-10-21' }, 200],
])('answers %s as the service does', async (_, sent, status) => {
  expect(await post(api, request, sent)).toMatchObject({ status })
})

it.each([
  ['a sampling parameter', { ...request, temperature: 0 }, 'temperature'],
  ['an unknown field', { ...request, output_format: {} }, 'output_format'],
  ['no model', { ...request, model: undefined }, 'model'],
  ['no limit', { ...request, max_tokens: undefined }, 'max_tokens'],
  ['no messages', { ...request, messages: [] }, 'messages'],
  ['a prefill', { ...request, messages: [...request.messages, { role: 'assistant', content: [text('{')] }] }, 'user'],
  ['empty text', { ...request, system: [text('')] }, 'non-empty'],
  ['five marks', { ...request, system: ['a', 'b', 'c', 'd', 'e'].map((word) => text(word, '5m')) }, 'maximum of 4'],
  ['a long mark after a short one', { ...request, system: [text('a', '5m'), text('b', '1h')] }, "ttl='1h'"],
  ['an open object', withSchema({ ...closed, additionalProperties: true }), 'additionalProperties'],
  ['an optional property', withSchema({ ...closed, required: [] }), 'properties.a: not required'],
  ['a limit in a schema', withSchema({ ...closed, properties: { a: { minimum: 1 } } }), "'minimum'"],
  ['an open object deep down', withSchema({ anyOf: [{ type: 'array', items: { type: 'object' } }] }), 'anyOf.0.items'],
])('refuses %s', async (_, body, words) => {
  expect(await post(api, body)).toEqual({ status: 400, message: expect.stringContaining(words) })
})

it('takes properties that are named like keywords', async () => {
  const named = { ...closed, properties: { minimum: { type: 'string' } }, required: ['minimum'] }
  expect(await post(api, withSchema(named))).toMatchObject({ status: 200 })
})

it('refuses a share of requests, the same ones for the same seed', async () => {
  const runs = []
  for (const seed of [1, 1, 2]) {
    await using limited = await startMessagesApi({ reply: () => ({ json: {} }), share429: 0.3, seed })
    const statuses = []
    for (let index = 0; index < 40; index++) statuses.push((await post(limited, request)).status)
    runs.push(statuses)
  }
  const refused = runs[0]?.filter((status) => status === 429).length
  expect(refused).toBeGreaterThan(5)
  expect(refused).toBeLessThan(20)
  expect(runs[1]).toEqual(runs[0])
  expect(runs[2]).not.toEqual(runs[0])
})

it('knows how many requests were open at most', async () => {
  let open = 0
  const reply = async () => {
    open++
    await vi.waitUntil(() => open >= 3)
    return { json: {} }
  }
  await using slow = await startMessagesApi({ reply })
  await Promise.all([1, 2, 3].map(() => post(slow, request)))
  await post(slow, request)
  expect(slow.stats).toMatchObject({ requests: 4, inFlight: 0, maxInFlight: 3, aborted: 0 })
})
