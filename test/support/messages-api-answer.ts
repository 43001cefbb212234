/**
 * Answers of the local Messages API, whole and broken.
 *
 * @module
 */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from '../../src/types.js'
import { countTokens, type InputUsage } from './messages-api-cache.js'
import type { MessagesRequest } from './messages-api-rules.js'

/** What one request is answered with: an answer (`json`, `text` or `content`), or a fault. */
export interface Item {
  /** The answer as a value. */
  json?: unknown
  /** The answer as text; longer than `max_tokens` allows, it is cut off as the service does. */
  text?: string
  /** All blocks of the answer. */
  content?: object[]
  stop_reason?: string
  /** Category of a refusal. */
  category?: string
  /** Replaces parts of the metered usage. */
  usage?: Record<string, unknown>
  /** An error with this status. */
  status?: number
  headers?: Record<string, string>
  message?: string
  /** Type of the error, such as `overloaded_error`. */
  type?: string
  details?: object
  /** This body, whatever it is, with `status` (default 200) and `headers` (default JSON). */
  raw?: string
  /** The socket is cut before any answer. */
  hangup?: true
  /** Headers and half of the body, then silence. */
  stall?: true
  /** One byte of the body every so many milliseconds. */
  dripMs?: number
  /** Wait before the answer. Default `latencyMs`. */
  delayMs?: number
}

/** Usage as the service reports it. */
export type Billed = InputUsage & { output_tokens: number }

/** A message as the service words it. */
export interface Message {
  usage: Billed
  [field: string]: unknown
}

/** Sends an error or a raw body. */
export function sendFault(response: ServerResponse, item: Item): void {
  const { status = 200, type = 'api_error', message = 'scripted', details } = item
  response.writeHead(status, { 'content-type': 'application/json', ...item.headers })
  response.end(item.raw ?? JSON.stringify({ type: 'error', error: { type, message, ...(details && { details }) } }))
}

/** Sends an answer, or as much of it as the item lets through. */
export async function sendBody(
  response: ServerResponse,
  body: string,
  { stall, dripMs, headers }: Item,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  if (stall) return void response.write(body.slice(0, body.length / 2))
  if (dripMs === undefined) return void response.end(body)
  for (const byte of Buffer.from(body)) {
    if (response.destroyed) return
    response.write(Buffer.of(byte))
    await sleep(dripMs)
  }
  response.end()
}

/** The answer as the service words it. */
export function toMessage(request: MessagesRequest, input: InputUsage, item: Item): Message {
  const whole = item.text ?? (item.json === undefined ? '' : JSON.stringify(item.json))
  const text = whole.slice(0, request.max_tokens * 4)
  const content = item.content ?? (text === '' ? [] : [{ type: 'text', text, citations: null }])
  const stop_reason = item.stop_reason ?? (text.length < whole.length ? 'max_tokens' : 'end_turn')
  return {
    ...{ id: 'msg_local', type: 'message', role: 'assistant', model: request.model, content, stop_reason },
    stop_details: stop_reason === 'refusal' ? { type: 'refusal', category: item.category ?? null } : null,
    usage: { ...input, output_tokens: countTokens(JSON.stringify(content)), ...item.usage },
  }
}

/** Adds what was billed to a sum in our own terms. */
export function addTokens(sum: { -readonly [K in keyof Usage]: Usage[K] }, usage: Billed): void {
  const read = usage.cache_read_input_tokens ?? 0
  const write = usage.cache_creation_input_tokens ?? 0
  sum.input += (usage.input_tokens ?? 0) + read + write
  sum.output += usage.output_tokens ?? 0
  sum.cache_read += read
  sum.cache_write += write
  sum.cache_write_1h += usage.cache_creation?.ephemeral_1h_input_tokens ?? 0
}
