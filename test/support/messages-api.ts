/**
 * A small, strict Messages API on loopback: it answers from a script, refuses what the service refuses, meters the prompt
 * cache, and breaks in every way a network can. The key is `test-key`.
 *
 * @module
 */
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from '../../src/types.js'
import { addTokens, type Item, sendBody, sendFault, toMessage } from './messages-api-answer.js'
import { Batches, type BatchesOptions } from './messages-api-batches.js'
import { meter } from './messages-api-cache.js'
import { checkRequest, type MessagesRequest, Refused } from './messages-api-rules.js'

export type { Item }

/** How the server behaves. */
export interface MessagesApiOptions {
  /** Answers what no scripted item answers. */
  reply?: (request: MessagesRequest) => Item | Promise<Item>
  /** Wait before each answer. Default 0. */
  latencyMs?: number
  /** Share of requests answered 429, from 0 to 1. Default 0. */
  share429?: number
  /** Seconds in the retry-after header of those. Default 1. */
  retryAfter?: number
  /** The same seed gives the same run of those. Default 1. */
  seed?: number
  /** How batches behave. */
  batches?: BatchesOptions
}

/** A running server. */
export interface MessagesApi extends AsyncDisposable {
  readonly url: string
  readonly batches: Batches
  /** `answeredAt` is there once the whole answer was handed to the network. */
  readonly requests: { headers: IncomingHttpHeaders; body: MessagesRequest; at: number; answeredAt?: number }[]
  readonly stats: {
    requests: number
    inFlight: number
    maxInFlight: number
    /** Connections that the client left before its answer was complete, or that the script cut. */
    aborted: number
    /** Tokens of all complete answers, in our own terms. */
    tokens: Usage
  }
  /** Scripts the next requests, first in, first out. */
  enqueue(...items: Item[]): void
  close(): Promise<void>
}

/** Starts the server on a free port. */
export async function startMessagesApi(options: MessagesApiOptions = {}): Promise<MessagesApi> {
  const { latencyMs = 0, share429 = 0, retryAfter = 1, seed = 1 } = options
  const requests: MessagesApi['requests'] = []
  const tokens = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
  const stats = { requests: 0, inFlight: 0, maxInFlight: 0, aborted: 0, tokens }
  const queue: Item[] = []
  const cached = new Set<string>()
  const random = seeded(seed)
  const batches = new Batches(options.batches ?? {}, choose)

  async function choose(request: MessagesRequest): Promise<Item> {
    const scripted = queue.shift()
    if (scripted) return scripted
    if (random() < share429) return { status: 429, headers: { 'retry-after': String(retryAfter) } }
    return options.reply?.(request) ?? { status: 400, message: 'the test has no answer for this request' }
  }

  async function answer(request: MessagesRequest, response: ServerResponse): Promise<void> {
    const { usage, writes } = meter(request, cached)
    const item = await choose(request)
    await sleep(item.delayMs ?? latencyMs, undefined, { ref: false })
    if (response.destroyed) return
    if (item.hangup) return void response.destroy()
    if (item.status !== undefined || item.raw !== undefined) return sendFault(response, item)
    for (const prefix of writes) cached.add(prefix)
    const message = toMessage(request, usage, item)
    response.on('finish', () => addTokens(tokens, message.usage))
    await sendBody(response, JSON.stringify(message), item)
  }

  async function take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method, url } = incoming
    const body = await readBody(incoming)
    const at = new URL(url ?? '', `http://${headers.host}`)
    if (at.pathname.startsWith('/v1/messages/batches'))
      return await batches.take({ method, url: at, headers }, body, response)
    const request: MessagesApi['requests'][number] = { headers, body: body as MessagesRequest, at: Date.now() }
    requests.push(request)
    response.on('finish', () => {
      request.answeredAt = Date.now()
    })
    if (method !== 'POST' || url !== '/v1/messages') throw new Refused(404, 'not_found_error', `${method} ${url}`)
    await answer(checkRequest(headers, body), response)
  }

  const server = createServer((incoming, response) => {
    if (incoming.url === '/v1/messages') count(stats, response)
    take(incoming, response).catch((error: unknown) => {
      sendFault(response, error instanceof Refused ? error : { status: 500, message: `local server: ${error}` })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => closeServer(server)
  return {
    url,
    batches,
    requests,
    stats,
    enqueue: (...items) => void queue.push(...items),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function count(stats: MessagesApi['stats'], response: ServerResponse): void {
  stats.requests++
  stats.inFlight++
  stats.maxInFlight = Math.max(stats.maxInFlight, stats.inFlight)
  response.on('close', () => {
    stats.inFlight--
    if (!response.writableFinished) stats.aborted++
  })
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// A linear congruential generator: its numbers only have to be the same for the same seed.
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
