/**
 * What the SDK may and may not do to the process: when it is loaded, and what it prints.
 *
 * @module
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { claudeModel } from '../../src/models/anthropic.js'
import { askClaude, ignoreAmbientSettings, question } from '../support/claude-calls.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'

const loaded = vi.hoisted(() => ({ times: 0 }))
vi.mock('@anthropic-ai/sdk', (importOriginal) => {
  loaded.times++
  return importOriginal()
})

let api: MessagesApi
beforeAll(async () => {
  api = await startMessagesApi({ reply: () => ({ json: {} }) })
})
afterAll(() => api.close())
beforeEach(ignoreAmbientSettings)
afterEach(() => vi.restoreAllMocks())

// In the order of their lines: once it is loaded there is no before.
describe('the SDK', { shuffle: false }, () => {
  it('is loaded by the first question, not before', async () => {
    const model = claudeModel({ apiKey: 'test-key', baseURL: api.url })
    expect(loaded.times).toBe(0)
    await model.judge(question, { signal: AbortSignal.timeout(10_000) })
    expect(loaded.times).toBe(1)
  })

  it('warns of a deprecated model once, and of nothing else', async () => {
    const printed = vi.spyOn(console, 'warn').mockReturnValue()
    for (const model of ['claude-sonnet-4-5', 'claude-sonnet-4-5', 'tier-fast']) await askClaude(api.url, { model })
    expect(printed).toHaveBeenCalledOnce()
    expect(printed.mock.calls[0]?.[0]).toContain("'claude-sonnet-4-5' is deprecated")
    expect(console.warn).toBe(printed)
  })

  it('stays silent where the environment asks it to log', async () => {
    vi.stubEnv('ANTHROPIC_LOG', 'debug')
    const printed = (['debug', 'info', 'log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
    api.enqueue({ status: 500 })
    expect(await askClaude(api.url)).toMatchObject({ reason: 'transient' })
    for (const spy of printed) expect(spy).not.toHaveBeenCalled()
  })
})
