/**
 * Claude over the Messages API. The SDK is loaded on the first question only, so that runs answered from recordings never
 * pay for it.
 *
 * @module
 */
import type Anthropic from '@anthropic-ai/sdk'
import { badInput } from '../errors.js'
import { hideKey, toCallError } from './anthropic-errors.js'
import { readMessage } from './anthropic-message.js'
import { type ClaudeSettings, resolveModel } from './claude-models.js'
import type { BatchSide, JudgeModel, JudgeReply, JudgeRequest, PromptPart } from './model.js'
import { describeShape } from './shape-words.js'

/** A text block as the Messages API takes it. */
interface TextBlockBody {
  /** Only text is sent. */
  type: 'text'
  /** Never empty. */
  text: string
  /** Ends a prefix worth caching. */
  cache_control?: { type: 'ephemeral'; ttl?: '1h' }
}

/** What is sent to the Messages API. */
interface MessagesBody {
  /** Model id. */
  model: string
  /** Most tokens of the answer, thinking included. */
  max_tokens: number
  /** Left out for models that do not take it. */
  thinking?: { type: 'disabled' | 'between_tools' }
  /** The schema of the answer, and the effort where a model takes one. */
  output_config?: { effort?: 'low' | 'medium'; format?: { type: 'json_schema'; schema: Record<string, unknown> } }
  /** Contract, then what all cases share. */
  system: TextBlockBody[]
  /** One message: the case, then the question. */
  messages: { role: 'user'; content: TextBlockBody[] }[]
}

/** The part of a client of `@anthropic-ai/sdk` 1.x that is used; those for Bedrock, Vertex and Foundry have it too. */
export interface MessagesClient {
  /** As in the SDK. */
  readonly messages: {
    create(body: object, options: { signal: AbortSignal; maxRetries: number; timeout: number }): PromiseLike<unknown>
  }
}

/** Which Claude to ask, and how to reach it. */
export interface ClaudeModelOptions {
  /** A tier or a model id. Default `tier-fast`. */
  readonly model?: string
  /** The API key. Needed unless there is a `client`. */
  readonly apiKey?: string
  /** Where the service is. Default: what the SDK takes, `ANTHROPIC_BASE_URL` or the public address. */
  readonly baseURL?: string
  /** A client to use instead of one of our own; `apiKey` and `baseURL` are then its own matter. */
  readonly client?: MessagesClient
  /**
   * False for a service that knows no structured output, as Bedrock for some models: the shape is asked for in words, and the
   * answer is read as free text. Default true.
   */
  readonly structuredOutput?: boolean
}

// The caller's signal is the deadline, for the SDK's own timeout ends with the headers. This one only has to be longer; a
// named timeout also keeps the SDK from refusing large `max_tokens`.
const TIMEOUT_MS = 3_600_000

/**
 * Claude as a judge: one attempt a call, no retries, no deadline of its own.
 *
 * Its `settings` are what else changes an answer: `thinking` and `effort`, as {@link CLAUDE_MODELS} has them.
 *
 * @throws {@link InputError} when there is neither a usable key nor a client, or the model is an unknown tier.
 */
export function claudeModel(options: ClaudeModelOptions): JudgeModel {
  return claudeWithKeyFrom('the option `apiKey`', options)
}

/**
 * As {@link claudeModel}.
 *
 * @param place - Where the key was found, for the message when it is refused.
 */
export function claudeWithKeyFrom(place: string, options: ClaudeModelOptions): JudgeModel {
  const name = options.model ?? 'tier-fast'
  const { id, settings } = resolveModel(name)
  const structured = options.structuredOutput ?? true
  if (!options.client) checkKey(options.apiKey)
  let client: Promise<MessagesClient> | undefined
  const bodyOf = (request: JudgeRequest) =>
    structured ? toBody(id, settings, request) : toFreeBody(id, settings, request)
  const read = (message: unknown) => {
    const reply = readMessage(withoutKey(message, options.apiKey), id)
    return structured || reply.text.trim() === '' ? reply : asFreeText(reply)
  }
  return {
    id,
    settings: { ...settings, ...(!structured && { structured_output: false }) },
    ...(id !== name && { alias: name }),
    ...(!options.client && { batch: batchSide(options, bodyOf, read) }),
    async judge(request, { signal }) {
      client ??= connect(options)
      const message = await send(client, bodyOf(request), signal).catch(async (error: unknown) => {
        const keyFrom = options.client ? undefined : place
        throw toCallError(error, signal, { key: options.apiKey, keyFrom, host: await hostOf(client) })
      })
      return read(message)
    },
  }
}

function withoutKey(message: unknown, key: string | undefined): unknown {
  const text = JSON.stringify(message) ?? 'null'
  const clean = hideKey(text, key)
  return clean === text ? message : (JSON.parse(clean) as unknown)
}

function batchSide(
  { apiKey, baseURL }: ClaudeModelOptions,
  body: BatchSide['body'],
  read: BatchSide['read'],
): BatchSide {
  return {
    baseURL: baseURL ?? null,
    hasKey: (key) => key.trim() === apiKey?.trim(),
    body,
    read: (message) => ({ ...read(message), batched: true }),
  }
}

// A key with other characters is no header value: each call would fail as if the network were down.
function checkKey(key: string | undefined): void {
  if (key !== undefined && /^[!-~]+$/.test(key.trim())) return
  const received = key ? '(hidden)' : key
  throw badInput('claudeModel', { place: 'apiKey', expected: 'a key of printable ASCII characters', received })
}

async function connect({ client, ...own }: ClaudeModelOptions): Promise<MessagesClient> {
  return client ?? (await newClient(own))
}

/** Loads the SDK, which takes longer than all else that a run begins with. */
export function loadSdk(): Promise<typeof import('@anthropic-ai/sdk')> {
  return import('@anthropic-ai/sdk')
}

/** A client of our own. It never tries again by itself. */
export async function newClient({
  apiKey,
  baseURL,
}: Pick<ClaudeModelOptions, 'apiKey' | 'baseURL'>): Promise<Anthropic> {
  const { default: Client } = await loadSdk()
  // Whoever redirects would have the prompts, and the key, sent to a host that nobody named.
  const fetchOptions = { redirect: 'manual' } as const
  return new Client({ apiKey, baseURL, fetchOptions, maxRetries: 0, logLevel: 'off', openTelemetry: false })
}

/** Undefined for a client that does not say. */
async function hostOf(client: Promise<MessagesClient> | undefined): Promise<string | undefined> {
  try {
    const { baseURL } = (await client) as { baseURL?: unknown }
    return new URL(String(baseURL)).host
  } catch {
    return undefined
  }
}

async function send(client: Promise<MessagesClient>, body: MessagesBody, signal: AbortSignal): Promise<unknown> {
  const { messages } = await client
  return warnOnce(() => messages.create(body, { signal, maxRetries: 0, timeout: TIMEOUT_MS }))
}

const warned = new Set<string>()

// The SDK warns of a deprecated model with console.warn on each call, whatever its log level. It does so before `create`
// returns, so no warning of anyone else can get lost here.
function warnOnce<T>(start: () => T): T {
  const { warn } = console
  console.warn = (...parts: unknown[]) => {
    const text = parts.join(' ')
    if (!warned.has(text)) warn(...parts)
    warned.add(text)
  }
  try {
    return start()
  } finally {
    console.warn = warn
  }
}

function toBody(model: string, { thinking, effort }: ClaudeSettings, request: JudgeRequest): MessagesBody {
  return {
    model,
    max_tokens: request.maxOutputTokens,
    ...(thinking && { thinking: { type: thinking } }),
    output_config: { ...(effort && { effort }), format: { type: 'json_schema', schema: { ...request.schema } } },
    system: request.system.map(toBlock),
    messages: [{ role: 'user', content: request.user.map(toBlock) }],
  }
}

/** Without a format; the shape is asked for in words. */
function toFreeBody(model: string, settings: ClaudeSettings, request: JudgeRequest): MessagesBody {
  const user = [...request.user, { text: describeShape(request.schema) }]
  const { output_config, ...body } = toBody(model, settings, { ...request, user })
  const { effort } = output_config ?? {}
  return { ...body, ...(effort && { output_config: { effort } }) }
}

/** Of free text even whole JSON is read with care: it may repeat a verdict of the material. */
function asFreeText({ detail, ...reply }: JudgeReply): JudgeReply {
  if (reply.stop === 'ok' || reply.stop === 'unparsable') return { ...reply, stop: 'unparsable', value: null }
  return { ...reply, ...(detail !== undefined && { detail }) }
}

function toBlock({ text, cache }: PromptPart): TextBlockBody {
  if (cache === undefined) return { type: 'text', text }
  return {
    type: 'text',
    text,
    cache_control: cache === '1h' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' },
  }
}
