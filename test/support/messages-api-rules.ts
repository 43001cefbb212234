/**
 * What the Messages API refuses, so that a wrong request fails in a test and not against the service.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http'

/** A content block of a request. */
export interface Block {
  type: string
  text?: string
  cache_control?: { type: string; ttl?: string }
}

/** A request that passed the rules. */
export interface MessagesRequest {
  model: string
  max_tokens: number
  system?: Block[]
  messages: { role: string; content: Block[] }[]
  thinking?: { type: string }
  output_config?: { effort?: string; format?: { type: string; schema: Record<string, unknown> } }
}

/** The service's refusal of a request. */
export class Refused extends Error {
  readonly status: number
  readonly type: string
  constructor(status: number, type: string, message: string) {
    super(message)
    this.status = status
    this.type = type
  }
}

const KNOWN_FIELDS = new Set([
  ...['model', 'max_tokens', 'messages', 'system', 'thinking', 'output_config', 'metadata', 'stop_sequences', 'stream'],
  ...['tools', 'tool_choice', 'service_tier', 'inference_geo', 'container', 'cache_control', 'speed', 'diagnostics'],
])
const SAMPLING = ['temperature', 'top_p', 'top_k']
const BANNED_KEYWORDS = new Set([
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
  ...[
    'maxItems',
    'uniqueItems',
    'minProperties',
    'maxProperties',
    'patternProperties',
    'propertyNames',
    'oneOf',
    'not',
  ],
  ...['if', 'then', 'else', 'prefixItems', 'default'],
])

/** Keywords whose value is no schema. */
const PLAIN_KEYWORDS = new Set(['enum', 'const', 'required', 'description'])

/** Throws {@link Refused}. */
export function checkKey(headers: IncomingHttpHeaders): void {
  const key = [headers['x-api-key']].flat()[0] ?? headers.authorization?.replace(/^Bearer /, '')
  if (!key?.startsWith('test-key')) throw new Refused(401, 'authentication_error', 'invalid x-api-key')
}

/** The request as the API understands it. Throws {@link Refused}. */
export function checkRequest(headers: IncomingHttpHeaders, body: unknown): MessagesRequest {
  checkKey(headers)
  if (!headers['anthropic-version']) throw invalid('anthropic-version: header is required')
  if (typeof body !== 'object' || body === null) throw invalid('The request body is not valid JSON')
  checkFields(Object.keys(body))
  const request = body as MessagesRequest
  checkPrompt(request)
  const format = request.output_config?.format
  if (format && format.type !== 'json_schema') throw invalid("output_config.format.type: must be 'json_schema'")
  if (format) checkSchema(format.schema, 'output_config.format.schema')
  return request
}

/** All blocks of the prompt in the order in which they are cached. */
export function promptBlocks({ system = [], messages }: MessagesRequest): Block[] {
  return [...system, ...messages.flatMap(({ content }) => content)]
}

function checkFields(fields: readonly string[]): void {
  for (const field of fields) {
    if (SAMPLING.includes(field)) throw invalid(`${field}: sampling parameters are not supported`)
    if (!KNOWN_FIELDS.has(field)) throw invalid(`${field}: Extra inputs are not permitted`)
  }
}

function checkPrompt(request: MessagesRequest): void {
  if (typeof request.model !== 'string') throw invalid('model: Field required')
  if (request.model === 'claude-unknown') throw new Refused(404, 'not_found_error', `model: ${request.model}`)
  if (!Number.isInteger(request.max_tokens) || request.max_tokens < 1) throw invalid('max_tokens: must be >= 1')
  if (!Array.isArray(request.messages) || request.messages.at(-1)?.role !== 'user') {
    throw invalid('messages: the conversation must end with a user message')
  }
  const blocks = promptBlocks(request)
  if (blocks.some(({ type, text }) => type === 'text' && !text)) throw invalid('text content blocks must be non-empty')
  checkMarks(blocks.flatMap(({ cache_control }) => cache_control ?? []))
}

function checkMarks(marks: { type: string; ttl?: string }[]): void {
  if (marks.length > 4) throw invalid('A maximum of 4 blocks with cache_control may be provided')
  if (marks.some(({ type, ttl }) => type !== 'ephemeral' || ![undefined, '5m', '1h'].includes(ttl))) {
    throw invalid('cache_control: unknown mark')
  }
  const long = marks.map(({ ttl }) => ttl === '1h')
  if (long.lastIndexOf(true) > long.indexOf(false) && long.includes(false)) {
    throw invalid("cache_control: a ttl='1h' block must not come after a ttl='5m' block")
  }
}

function checkSchema(schema: unknown, path: string): void {
  if (typeof schema !== 'object' || schema === null) return
  const { properties, ...keywords } = schema as Record<string, unknown>
  for (const [keyword, value] of Object.entries(keywords)) {
    if (BANNED_KEYWORDS.has(keyword)) throw invalid(`${path}: '${keyword}' is not supported`)
    if (!PLAIN_KEYWORDS.has(keyword)) checkSchema(value, `${path}.${keyword}`)
  }
  if (keywords.type !== 'object') return
  if (keywords.additionalProperties !== false) throw invalid(`${path}: 'additionalProperties' must be false`)
  checkProperties(properties ?? {}, (keywords.required ?? []) as string[], path)
}

function checkProperties(properties: object, required: readonly string[], path: string): void {
  for (const [name, part] of Object.entries(properties)) {
    // The service would take an optional property; our schemas have none, see JsonSchema.
    if (!required.includes(name)) throw invalid(`${path}.properties.${name}: not required`)
    checkSchema(part, `${path}.properties.${name}`)
  }
}

function invalid(message: string): Refused {
  return new Refused(400, 'invalid_request_error', message)
}
