/**
 * Questions to Claude for tests, and what comes of them as plain data.
 *
 * @module
 */
import { vi } from 'vitest'
import { CallError } from '../../src/errors.js'
import { claudeModel } from '../../src/models/anthropic.js'
import type { JudgeReply, JudgeRequest } from '../../src/models/model.js'

/** A smallest question. */
export const question: JudgeRequest = {
  system: [{ text: 'You judge.' }],
  user: [{ text: 'Judge this.' }],
  schema: {
    type: 'object',
    properties: { reason: { type: 'string' }, score: { enum: [1, 2, 3] } },
    required: ['reason', 'score'],
    additionalProperties: false,
  },
  maxOutputTokens: 500,
  sample: 0,
  label: 'a question',
}

/** An answer to it. */
export const good = { reason: 'fine', score: 3 }

/** The reply, or of a {@link CallError} what it says. Any other error is thrown on. */
export async function outcomeOf(call: Promise<JudgeReply>): Promise<Record<string, unknown>> {
  try {
    return { ...(await call) }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { reason, status, retryAfterMs, message } = error
    return { reason, status, retryAfterMs, message }
  }
}

/** Puts the question to a model at a local server. */
export function askClaude(
  baseURL: string,
  { model = 'tier-fast', signal = AbortSignal.timeout(10_000) } = {},
): Promise<Record<string, unknown>> {
  return outcomeOf(claudeModel({ model, apiKey: 'test-key', baseURL }).judge(question, { signal }))
}

/** Takes the settings out of the environment that the SDK would read, for the rest of the test file. */
export function ignoreAmbientSettings(): void {
  for (const name of ['BASE_URL', 'CUSTOM_HEADERS', 'API_KEY', 'AUTH_TOKEN', 'LOG']) {
    vi.stubEnv(`ANTHROPIC_${name}`, undefined)
  }
}
