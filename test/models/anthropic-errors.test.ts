/**
 * Faults of the Messages API and of the way there, over real HTTP.
 *
 * @module
 */
import Anthropic from '@anthropic-ai/sdk'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { claudeModel } from '../../src/models/anthropic.js'
import { askClaude, good, ignoreAmbientSettings, outcomeOf, question } from '../support/claude-calls.js'
import { type Item, type MessagesApi, startMessagesApi } from '../support/messages-api.js'

// One for each test: a call that was ended may arrive late.
let api: MessagesApi
beforeEach(async () => {
  api = await startMessagesApi()
})
afterEach(() => api.close())
beforeEach(ignoreAmbientSettings)

const faults: [title: string, item: Item, expected: object][] = [
  ['529', { status: 529 }, { reason: 'overloaded', status: 529, retryAfterMs: undefined }],
  ['529 with a wait', { status: 529, headers: { 'retry-after': '2' } }, { reason: 'overloaded', retryAfterMs: 2000 }],
  ['an overload under 500', { status: 500, type: 'overloaded_error' }, { reason: 'overloaded', status: 500 }],
  ['429 with a wait', { status: 429, headers: { 'retry-after': '1.5' } }, { reason: 'overloaded', retryAfterMs: 1500 }],
  [
    '429 with no wait left',
    { status: 429, headers: { 'retry-after': '0' } },
    { reason: 'overloaded', retryAfterMs: 0 },
  ],
  ['429 in ms', { status: 429, headers: { 'retry-after-ms': '250' } }, { reason: 'overloaded', retryAfterMs: 250 }],
  [
    '429 with an odd wait',
    { status: 429, headers: { 'retry-after': 'soon' } },
    { reason: 'overloaded', retryAfterMs: undefined },
  ],
  [
    '429 until a past date',
    { status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    { reason: 'overloaded', retryAfterMs: 0 },
  ],
  ['429 without a wait', { status: 429 }, { reason: 'fatal', status: 429 }],
  [
    'a named spend limit',
    {
      status: 429,
      headers: { 'retry-after': '9' },
      details: { error_code: 'enforced_spend_limit_reached' },
    },
    { reason: 'fatal', status: 429 },
  ],
  ['401', { status: 401 }, { reason: 'fatal', status: 401 }],
  ['402', { status: 402 }, { reason: 'fatal', status: 402 }],
  ['403', { status: 403 }, { reason: 'fatal', status: 403 }],
  [
    '400, an empty account',
    { status: 400, message: 'Your credit balance is too low to access the API.' },
    { reason: 'fatal', status: 400 },
  ],
  ['400', { status: 400 }, { reason: 'rejected', status: 400 }],
  ['404', { status: 404 }, { reason: 'rejected', status: 404 }],
  ['413', { status: 413 }, { reason: 'rejected', status: 413 }],
  ['422', { status: 422 }, { reason: 'rejected', status: 422 }],
  ['408', { status: 408 }, { reason: 'transient', status: 408 }],
  ['409', { status: 409 }, { reason: 'transient', status: 409 }],
  ['500', { status: 500 }, { reason: 'transient', status: 500 }],
  ['503', { status: 503, headers: { 'retry-after': '3' } }, { reason: 'transient', status: 503, retryAfterMs: 3000 }],
  ['a cut connection', { hangup: true }, { reason: 'transient', status: undefined }],
  ['a page', { raw: '<html>', headers: { 'content-type': 'text/html' } }, { reason: 'transient', status: undefined }],
  ['an empty body', { raw: '', headers: { 'content-length': '0' } }, { reason: 'transient' }],
  ['broken JSON', { raw: '{"type":"mess' }, { reason: 'transient' }],
  ['JSON that is no message', { raw: '{"type":"error"}' }, { reason: 'transient' }],
]
it.each(faults)('takes %s as its reason, after one request', async (_, item, expected) => {
  api.enqueue(item)
  expect(await askClaude(api.url)).toMatchObject(expected)
  expect(api.stats.requests).toBe(1)
})

it('sends nothing on to where the service redirects, and names the host', async () => {
  const other = await startMessagesApi()
  onTestFinished(() => other.close())
  const { host } = new URL(other.url)
  const told = async (location: string | undefined, status = 307) => {
    api.enqueue({ status, ...(location !== undefined && { headers: { location } }) })
    const { reason, message } = await askClaude(api.url)
    return `${reason}: ${String(message).replace(host, '<host>')}`
  }
  const advice = 'Set the base URL (`baseURL`, or ANTHROPIC_BASE_URL) to the address that answers by itself.'
  for (const status of [301, 302, 303, 307, 308]) {
    expect(await told(`${other.url}/v1/messages`, status)).toBe(
      `fatal: POST /v1/messages answered ${status}: it redirects to <host>, and nothing was sent there. ${advice}`,
    )
  }
  expect(await told('https://user:secret@evil.example/x')).toContain('redirects to evil.example, and')
  expect(await told(`//${host}/v1/messages`)).toContain('redirects to <host>, and')
  expect(await told('/v2/messages')).toContain('redirects to another path, and')
  expect(await told('data:text/plain,x')).toContain('redirects to no host, and')
  expect(await told(undefined)).toContain('it redirects, and does not say where. Set the base URL')
  expect(await told('http://[')).toContain('it redirects, and does not say where. Set the base URL')
  expect(other.stats.requests).toBe(0)
})

it.each([
  ['http://127.0.0.1:9', 'bad port'],
  ['ftp://127.0.0.1:4000', 'unknown scheme'],
  ['nowhere', 'Invalid URL'],
])('takes %s for no address, which no further attempt would mend', async (url, why) => {
  const { reason, message } = await askClaude(url)
  expect(`${reason}: ${message}`).toBe(
    `fatal: POST /v1/messages got no answer: ${why}. Set the base URL (\`baseURL\`, or ANTHROPIC_BASE_URL) to the address that answers by itself.`,
  )
})

it.each([300, 304, 306])('takes a %i for no redirect, but for an answer of something else', async (status) => {
  api.enqueue({ status })
  const { reason, message } = await askClaude(api.url)
  expect(`${reason}: ${message}`).toBe(
    `fatal: POST /v1/messages answered ${status}, a status that the service never sends. Set the base URL ` +
      '(`baseURL`, or ANTHROPIC_BASE_URL) to the address that answers by itself.',
  )
})

it('says what failed, without the key', async () => {
  const told = async (item: Item) => {
    api.enqueue(item)
    return (await askClaude(api.url)).message
  }
  expect(await told({ status: 529, message: 'Overloaded' })).toMatchInlineSnapshot(
    `"POST /v1/messages answered 529: Overloaded"`,
  )
  const refused = String(await told({ status: 401, message: 'invalid key\ntest-key' })).replace(/:\d{4,5}/, ':<port>')
  expect(refused).toMatchInlineSnapshot(
    `"POST /v1/messages answered 401: invalid key [key] (the key of the option \`apiKey\`, sent to 127.0.0.1:<port>)"`,
  )
  expect(await told({ status: 429, message: 'Too much' })).toMatchInlineSnapshot(
    `"POST /v1/messages answered 429 (no retry-after, taken as the spend limit): Too much"`,
  )
  expect(await told({ status: 400, message: 'too long '.repeat(40) })).toMatchInlineSnapshot(
    `"POST /v1/messages answered 400: too long too long too long too long too long too long too long too long too long too long too long too long too long too long too long too long too long too long too long too long too l… (+174 characters)"`,
  )
  expect(await told({ status: 502, raw: '<h1>Bad gateway</h1>' })).toMatchInlineSnapshot(
    `"POST /v1/messages answered 502: <h1>Bad gateway</h1>"`,
  )
  expect(await told({ raw: '<h1>Log in</h1>', headers: { 'content-type': 'text/html' } })).toMatchInlineSnapshot(
    `"POST /v1/messages answered with no message: <h1>Log in</h1>"`,
  )
  expect(await told({ raw: '{"type":"mess' })).toMatchInlineSnapshot(
    `"POST /v1/messages answered with broken JSON: Unterminated string in JSON at position 13"`,
  )
  expect(await told({ raw: '' })).toMatchInlineSnapshot(
    `"POST /v1/messages answered with broken JSON: Unexpected end of JSON input"`,
  )
  expect(await told({ hangup: true })).toMatchInlineSnapshot(`"POST /v1/messages got no answer: other side closed"`)
})

it('says which address did not answer', async () => {
  const closed = await startMessagesApi()
  await closed.close()
  const { reason, message } = await askClaude(closed.url)
  expect(reason).toBe('transient')
  expect(String(message).replace(/:\d+\b/, ':PORT')).toMatchInlineSnapshot(
    `"POST /v1/messages got no answer: connect ECONNREFUSED 127.0.0.1:PORT. Nobody answers at that address. Check the base URL (\`baseURL\`, or ANTHROPIC_BASE_URL), the network, and whether the proxy is running"`,
  )
})

it.each([
  ['before it starts', {}, 0],
  ['while it waits for headers', { json: good, delayMs: 60_000 }, 60],
  ['while the body stalls', { json: good, stall: true as const }, 60],
  ['while the body drips', { json: good, dripMs: 1000 }, 60],
])('ends a call with its signal %s', async (_, item, ms) => {
  api.enqueue(item)
  const result = await askClaude(api.url, { signal: ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(ms) })
  expect(result).toEqual({
    reason: 'aborted',
    message: 'POST /v1/messages was ended before its answer was complete.',
  })
  await expect.poll(() => api.stats.inFlight).toBe(0)
})

const endless: Error = new Error('in a circle')
endless.cause = endless

it.each([
  [new Anthropic.AnthropicError('wrong set-up'), 'fatal', 'wrong set-up'],
  ['a thrown text', 'transient', 'a thrown text'],
  [{}, 'transient', 'unknown error'],
  [endless, 'transient', 'in a circle'],
  [
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    'transient',
    /^POST .* got no answer: ECONNREFUSED. Nobody answers at that address. /,
  ],
  [
    Object.assign(new Error('fetch failed'), { cause: { code: 'ENOTFOUND', message: 'getaddrinfo' } }),
    'transient',
    /getaddrinfo. Nobody/,
  ],
])('tells what a client threw: %s', async (thrown, reason, message) => {
  const client = { messages: { create: () => Promise.reject(thrown) } }
  const { signal } = new AbortController()
  const result = await outcomeOf(claudeModel({ client }).judge(question, { signal }))
  expect(result).toMatchObject({ reason, message: expect.stringMatching(message) })
})
