import { describe, expect, it } from 'vitest'
import { type AiSdkModel, aiSdkModel } from '../../src/models/ai-sdk.js'
import type { Usage } from '../../src/types.js'
import { outcomeOf, question } from '../support/claude-calls.js'
import { good, holdsTheContract, type Transport, type Turn } from './contract.js'

const usage: Usage = { input: 75, output: 20, cache_read: 40, cache_write: 30, cache_write_1h: 0 }
const flat = { inputTokens: 75, outputTokens: 20, totalTokens: 95, cachedInputTokens: 40 }
const nested = {
  inputTokens: { total: 75, noCache: 5, cacheRead: 40, cacheWrite: 30 },
  outputTokens: { total: 20, text: 20, reasoning: undefined },
}

interface Call {
  readonly prompt: readonly object[]
  readonly maxOutputTokens: number
  readonly responseFormat: object
  readonly abortSignal: AbortSignal
}

/** A language model that gives these results, or throws them. */
function fake(version: string, results: readonly (object | Error | null)[]): AiSdkModel & { readonly calls: Call[] } {
  const calls: Call[] = []
  return {
    specificationVersion: version,
    provider: 'fake.chat',
    modelId: 'fake-1',
    calls,
    doGenerate(options) {
      const call = options as Call
      const result = results[calls.push(call) - 1]
      if (result === null) {
        return new Promise((_, reject) =>
          call.abortSignal.addEventListener('abort', () => reject(call.abortSignal.reason)),
        )
      }
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result)
    },
  }
}

const text = (words: string, finishReason: unknown = 'stop', tokens: object = flat) => ({
  content: [
    { type: 'reasoning', text: 'Let me think.' },
    { type: 'text', text: words },
  ],
  finishReason,
  usage: tokens,
  warnings: [],
})

function resultOf(version: string, turn: Turn): object | null {
  const reason = (unified: string) => (version === 'v2' ? unified : { unified, raw: 'x' })
  const tokens = version === 'v2' ? flat : nested
  if (turn.does === 'answer') return text(JSON.stringify(turn.value), reason('stop'), tokens)
  if (turn.does === 'refuse') return text('', reason('content-filter'), tokens)
  return turn.does === 'cut' ? text('{"sco', reason('length'), tokens) : null
}

for (const version of ['v2', 'v3', 'v4']) {
  holdsTheContract(`an AI SDK model of specification ${version}`, async (turns): Promise<Transport> => {
    const model = fake(
      version,
      turns.map((turn) => resultOf(version, turn)),
    )
    const known = version === 'v2' ? { ...usage, cache_write: 0 } : usage
    return { model: aiSdkModel(model), usage: known, asked: () => model.calls.length }
  })
}

const ask = (...results: (object | Error | null)[]) =>
  outcomeOf(aiSdkModel(fake('v3', results)).judge(question, { signal: AbortSignal.timeout(5000) }))

describe('the model', () => {
  it('is asked with cache marks, with the schema as response format and, last of all, in words', async () => {
    const model = fake('v3', [text(JSON.stringify(good))])
    const { signal } = new AbortController()
    const request = {
      ...question,
      system: [{ text: 'contract' }, { text: 'rubric', cache: '1h' as const }],
      user: [{ text: 'case', cache: '5m' as const }, { text: 'question' }],
    }
    await aiSdkModel(model).judge(request, { signal })
    const mark = (control: object) => ({ providerOptions: { anthropic: { cacheControl: control } } })
    expect(model.calls).toEqual([
      {
        prompt: [
          { role: 'system', content: 'contract' },
          { role: 'system', content: 'rubric', ...mark({ type: 'ephemeral', ttl: '1h' }) },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'case', ...mark({ type: 'ephemeral' }) },
              { type: 'text', text: 'question' },
              { type: 'text', text: expect.stringContaining(JSON.stringify(question.schema)) },
            ],
          },
        ],
        maxOutputTokens: 500,
        responseFormat: { type: 'json', schema: question.schema, name: 'judgement' },
        abortSignal: signal,
      },
    ])
  })

  it('is known by its own name, and by its provider in the settings', () => {
    const { id, settings } = aiSdkModel(fake('v2', []))
    expect({ id, settings }).toEqual({ id: 'fake-1', settings: { provider: 'fake.chat' } })
  })

  it.each([['gpt-5'], [undefined], [{ ...fake('v1', []) }]])('is refused when it is %s', (model) => {
    expect(() => aiSdkModel(model as AiSdkModel)).toThrow(
      /^aiSdkModel: expected the model to be a language model of the AI SDK \(specification v2, v3, v4\), but received /,
    )
  })
})

describe('the answer', () => {
  it('is left to the reader of free text where it is not JSON as a whole', async () => {
    const answer = 'So:\n```json\n{"a":1}\n```'
    expect(await ask(text(answer))).toMatchObject({ stop: 'unparsable', text: answer, value: null })
  })

  it('is the part that a model of v4 marks as such', async () => {
    expect(await ask({ ...text('draft'), structuredOutputText: '{"a":1}' })).toMatchObject({ value: { a: 1 } })
  })

  it('may come without tokens, and names the model that gave it', async () => {
    const bare = { content: [{ type: 'text', text: '{}' }], finishReason: 'stop', response: { modelId: 'fake-1-2026' } }
    const none = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
    expect(await ask(bare)).toMatchObject({ usage: none, servedBy: 'fake-1-2026' })
  })

  it('is none where it has no text', async () => {
    expect(await ask(text(' '))).toMatchObject({ stop: 'unparsable', detail: 'the answer has no text' })
  })
})

describe('a failed call', () => {
  const failed = (info: object) => Object.assign(new Error('Too many\nrequests.'), info)

  it.each<[string, Error, string]>([
    ['429', failed({ statusCode: 429, isRetryable: true }), 'overloaded'],
    ['401', failed({ statusCode: 401 }), 'fatal'],
    ['500', failed({ statusCode: 500 }), 'transient'],
    ['400', failed({ statusCode: 400 }), 'rejected'],
    ['a cut connection', failed({ isRetryable: true }), 'transient'],
    ['anything else', failed({}), 'rejected'],
  ])('is told by its status: %s', async (_what, error, reason) => {
    expect(await ask(error)).toMatchObject({ reason })
  })

  it('says what to check where nobody listens', async () => {
    const cause = Object.assign(new Error('fetch failed'), { cause: { code: 'ECONNREFUSED' } })
    expect(await ask(failed({ isRetryable: true, cause }))).toEqual({
      reason: 'transient',
      message:
        'fake-1 failed: Too many requests. Nobody answers at its address. Check that, and whether its service is running.',
    })
  })

  it('is told in one line, with the wait that the service asks for', async () => {
    expect(await ask(failed({ statusCode: 429, responseHeaders: { 'retry-after': '2' } }))).toEqual({
      reason: 'overloaded',
      status: 429,
      retryAfterMs: 2000,
      message: 'fake-1 failed with 429: Too many requests.',
    })
  })

  it('may be a result that says so', async () => {
    expect(await ask(text('', { unified: 'error', raw: 'x' }))).toMatchObject({ reason: 'transient' })
  })
})
