/**
 * Any language model of the AI SDK as a judge, known by its form only: this package does not depend on `ai`.
 *
 * @module
 */
import { badInput, CallError } from '../errors.js'
import { oneLine } from '../text.js'
import type { Usage } from '../types.js'
import type { JsonSchema, JudgeModel, JudgeReply, JudgeRequest, PromptPart, StopKind } from './model.js'
import { describeShape } from './shape-words.js'
import { isUnreachable, readRetryAfter, reasonOfStatus } from './status.js'

/** The part of an AI SDK `LanguageModel` (specification v2, v3, v4) that is used. */
export interface AiSdkModel {
  /** `v2`, `v3` or `v4`. */
  readonly specificationVersion: string
  /** Name of the provider, such as `openai.responses`. */
  readonly provider: string
  /** The provider's name of the model. */
  readonly modelId: string
  /** One call, without retries. */
  doGenerate(options: object): PromiseLike<unknown>
}

const VERSIONS = ['v2', 'v3', 'v4']
const QUOTED = 200

/**
 * A model of the AI SDK as a judge, OpenAI-compatible services included (`@ai-sdk/openai-compatible`).
 *
 * The schema goes along as `responseFormat`, and in words for providers that do not know it; an answer that is not JSON as a
 * whole is read as free text. The judge's `id` is the model's, its `settings` hold the provider. Where more can change an answer,
 * such as middleware with default settings, spread the judge and name it: `{ ...judge, settings: { ...judge.settings, effort: 'low' } }`.
 *
 * @throws {@link InputError} when the model is none of specification v2, v3 or v4; a name alone cannot be asked.
 * @example
 * ```ts
 * const judge = aiSdkModel(createOpenAICompatible({ name: 'local', baseURL }).chatModel('qwen3'))
 * ```
 */
export function aiSdkModel(model: AiSdkModel): JudgeModel {
  if (typeof model?.doGenerate !== 'function' || !VERSIONS.includes(model.specificationVersion)) {
    const expected = `a language model of the AI SDK (specification ${VERSIONS.join(', ')})`
    throw badInput('aiSdkModel', { place: 'the model', expected, received: model })
  }
  const { modelId, provider } = model
  return {
    id: modelId,
    settings: { provider },
    async judge(request, { signal }) {
      try {
        return readResult((await model.doGenerate(toCall(request, signal))) as Result, modelId)
      } catch (error) {
        throw toCallError(error, modelId, signal)
      }
    },
  }
}

function toCall(request: JudgeRequest, abortSignal: AbortSignal): object {
  const { system, user, schema, maxOutputTokens } = request
  return {
    prompt: [
      ...system.map((part) => ({ role: 'system', content: part.text, ...cacheMark(part) })),
      {
        role: 'user',
        content: [...user, { text: describeShape(schema) }].map((part) => ({
          type: 'text',
          text: part.text,
          ...cacheMark(part),
        })),
      },
    ],
    maxOutputTokens,
    responseFormat: { type: 'json', schema: schema satisfies JsonSchema, name: 'judgement' },
    abortSignal,
  }
}

/** Providers take no notice of options for others. */
function cacheMark({ cache }: PromptPart): object {
  if (cache === undefined) return {}
  return {
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral', ...(cache === '1h' && { ttl: '1h' }) } } },
  }
}

/** What is read of a result, in the forms of all versions. */
interface Result {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  /** v4: the part of the text that is the answer. */
  readonly structuredOutputText?: string
  /** v2: a word. */
  readonly finishReason: string | { readonly unified: string }
  readonly usage?: {
    /** v2: a number. */
    readonly inputTokens?: number | TokenCounts
    readonly outputTokens?: number | { readonly total?: number }
    /** v2, part of `inputTokens`. */
    readonly cachedInputTokens?: number
  }
  readonly response?: { readonly modelId?: string }
}

interface TokenCounts {
  readonly total?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
}

const STOPS: Readonly<Record<string, StopKind>> = { length: 'truncated', 'content-filter': 'refused' }

function readResult({ content, structuredOutputText, finishReason, usage, response }: Result, id: string): JudgeReply {
  const reason = typeof finishReason === 'string' ? finishReason : finishReason.unified
  if (reason === 'error') throw new CallError('transient', `${id} ended its answer with an error.`)
  const text = structuredOutputText ?? content.map((part) => (part.type === 'text' ? (part.text ?? '') : '')).join('')
  const reply = { value: null, text, usage: readUsage(usage), servedBy: response?.modelId ?? id }
  const stop = STOPS[reason]
  if (stop !== undefined) return { ...reply, stop, detail: reason }
  if (text.trim() === '') return { ...reply, stop: 'unparsable', detail: 'the answer has no text' }
  try {
    return { ...reply, stop: 'ok', value: JSON.parse(text) as unknown }
  } catch {
    // Not every provider holds to the format; what is around the JSON is for the reader of free text.
    return { ...reply, stop: 'unparsable' }
  }
}

function readUsage({
  inputTokens = 0,
  outputTokens = 0,
  cachedInputTokens = 0,
}: NonNullable<Result['usage']> = {}): Usage {
  const counts = typeof inputTokens === 'number' ? { total: inputTokens, cacheRead: cachedInputTokens } : inputTokens
  const { total = 0, cacheRead = 0, cacheWrite = 0 }: TokenCounts = counts
  return {
    input: total,
    output: typeof outputTokens === 'number' ? outputTokens : (outputTokens.total ?? 0),
    cache_read: cacheRead,
    cache_write: cacheWrite,
    cache_write_1h: 0,
  }
}

/** What is read of an `AI_APICallError`. */
interface Fault {
  readonly message?: string
  readonly statusCode?: number
  readonly isRetryable?: boolean
  readonly responseHeaders?: Readonly<Record<string, string>>
}

function toCallError(error: unknown, id: string, signal: AbortSignal): CallError {
  if (error instanceof CallError) return error
  if (signal.aborted) return new CallError('aborted', `${id} was ended before its answer was complete.`)
  const { message = String(error), statusCode, isRetryable, responseHeaders }: Fault = Object(error)
  const reason = statusCode === undefined ? (isRetryable ? 'transient' : 'rejected') : reasonOfStatus(statusCode)
  const retryAfterMs = readRetryAfter(responseHeaders && new Headers(responseHeaders))
  const status = statusCode === undefined ? '' : ` with ${statusCode}`
  const unreachable = statusCode === undefined && isUnreachable(error)
  const hint = unreachable ? ' Nobody answers at its address. Check that, and whether its service is running.' : ''
  return new CallError(reason, `${id} failed${status}: ${oneLine(message, QUOTED)}${hint}`, {
    ...(unreachable && { unreachable }),
    ...(statusCode !== undefined && { status: statusCode }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}
