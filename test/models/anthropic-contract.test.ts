/**
 * The same calls against the local Messages API and, where it is at hand, against the yardstick server.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claudeModel } from '../../src/models/anthropic.js'
import { askClaude, good, ignoreAmbientSettings, question } from '../support/claude-calls.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'

beforeEach(ignoreAmbientSettings)

const yardstick = new URL('../../../shared/accept/fake-messages-api.mjs', import.meta.url)
const isThere = existsSync(yardstick)
if (!isThere) console.log('skipped: the yardstick server is not at hand')

type Started = Pick<MessagesApi, 'url' | 'enqueue' | 'close'>
const servers: [name: string, start: () => Promise<Started>][] = [['the local Messages API', startMessagesApi]]
if (isThere) {
  servers.push([
    'the yardstick server',
    async () => (await import(/* @vite-ignore */ yardstick.href)).startFakeServer(),
  ])
}

describe.each(servers)('against %s', (_, start) => {
  let api: Started
  beforeAll(async () => {
    api = await start()
  })
  afterAll(() => api.close())

  const models = ['tier-fast', 'tier-balanced', 'tier-best', 'claude-fable-5-1', 'claude-haiku-4-5']
  it.each(models)('%s is sent nothing that the service refuses', async (model) => {
    api.enqueue({ json: good })
    expect(await askClaude(api.url, { model })).toMatchObject({ stop: 'ok', value: good })
  })

  it.each([
    ['a refusal', { stop_reason: 'refusal', category: 'bio' }, { stop: 'refused', detail: 'category: bio' }],
    ['truncation', { text: '{"rea', stop_reason: 'max_tokens' }, { stop: 'truncated', text: '{"rea' }],
    ['529', { status: 529, headers: { 'retry-after': '4' } }, { reason: 'overloaded', retryAfterMs: 4000 }],
    ['401', { status: 401 }, { reason: 'fatal', status: 401 }],
    ['429 with a wait', { status: 429, headers: { 'retry-after': '1' } }, { reason: 'overloaded', retryAfterMs: 1000 }],
    ['429 without a wait', { status: 429 }, { reason: 'fatal', status: 429 }],
    ['a hangup', { hangup: true as const }, { reason: 'transient' }],
    ['broken JSON', { raw: '{"a' }, { reason: 'transient' }],
  ])('takes %s alike', async (_, item, expected) => {
    api.enqueue(item)
    expect(await askClaude(api.url)).toMatchObject(expected)
  })

  it('reads the cache that an earlier call wrote', async () => {
    const model = claudeModel({ apiKey: 'test-key', baseURL: api.url })
    const rubric = { text: 'r'.repeat(4000), cache: '1h' as const }
    const ask = async (text: string, dimension: string) => {
      api.enqueue({ json: good })
      const user = [{ text: text.repeat(4000), cache: '5m' as const }, { text: dimension }]
      const { signal } = new AbortController()
      return (await model.judge({ ...question, system: [rubric], user }, { signal })).usage
    }
    const first = await ask('a', 'x')
    expect(first).toMatchObject({ cache_read: 0, cache_write_1h: expect.toSatisfy((tokens) => tokens > 1000) })
    expect(await ask('a', 'y')).toMatchObject({ cache_read: first.cache_write, cache_write: 0 })
    const other = { cache_read: first.cache_write_1h, cache_write: first.cache_write - first.cache_write_1h }
    expect(await ask('b', 'x')).toMatchObject({ ...other, cache_write_1h: 0 })
  })
})
