/**
 * The batches of the local Messages API: rows are answered like single calls, results come in another order, and creating one
 * can fail before or after it was made.
 *
 * @module
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Item, sendFault, toMessage } from './messages-api-answer.js'
import { meter } from './messages-api-cache.js'
import { checkKey, checkRequest, type MessagesRequest, Refused } from './messages-api-rules.js'

/** What becomes of a row, where it is not answered like a single call. */
export interface RowResult {
  type: 'succeeded' | 'errored' | 'expired' | 'canceled'
  message?: unknown
  error?: object
}

/** What happens to the next batch that is created. */
export interface CreateFault {
  /** Whether it is made all the same. */
  made: boolean
  /** This answer; without it the connection is cut. */
  answer?: Item
  /** No answer comes, and the connection stays. */
  hold?: true
}

/** A row as it was submitted. */
export interface Row {
  custom_id: string
  params: MessagesRequest
}

interface Batch {
  readonly id: string
  readonly rows: readonly Row[]
  readonly created: number
  ended: boolean
  results: string[]
}

/** How batches behave. */
export interface BatchesOptions {
  /** Milliseconds until a batch ends; Infinity: not before `end` is called. Default 20. */
  ms?: number
  /** Milliseconds by which the service's clock is behind. Default 0. */
  behind?: number
  /** What becomes of a row; undefined: it is answered. */
  row?: (row: Row) => RowResult | undefined
  /** Lines of the results as they are sent; given and by default they are in reverse order. */
  order?: (lines: string[]) => string[]
}

/** Answers what a request is answered with. */
type Reply = (request: MessagesRequest) => Item | Promise<Item>

/** The batches of a server. */
export class Batches {
  /** Every batch that was made, oldest first. */
  readonly made: Batch[] = []
  /** Requests that are held: no answer comes, or of results the half. */
  held = 0
  /** Holds requests with this path. */
  holding: RegExp | null = null
  /** What happens to the next batches, first in, first out. */
  readonly faults: CreateFault[] = []
  /** Status of the next requests for results, first in, first out; 0 cuts the connection in the middle. */
  readonly resultFaults: number[] = []
  /** Batches whose results are gone. */
  archived = false
  readonly options: BatchesOptions
  readonly #reply: Reply

  constructor(options: BatchesOptions, reply: Reply) {
    this.options = options
    this.#reply = reply
  }

  /** Custom ids of all rows, in the order in which they came. */
  get rows(): Row[] {
    return this.made.flatMap(({ rows }) => rows)
  }

  /** Answers a request below `/v1/messages/batches`. */
  async take(
    { method, url, headers }: { method: string | undefined; url: URL; headers: IncomingHttpHeaders },
    body: unknown,
    response: ServerResponse,
  ): Promise<void> {
    checkKey(headers)
    const [, id, part] = /^\/v1\/messages\/batches(?:\/([^/]+))?(\/results)?$/.exec(url.pathname) ?? []
    if (method === 'POST' && id === undefined) return await this.#create(body, headers, response)
    if (method !== 'GET') throw new Refused(404, 'not_found_error', `${method} ${url.pathname}`)
    if (id === undefined) return this.#list(url, response)
    const isHeld = this.holding?.test(url.pathname) === true
    if (isHeld) this.held++
    if (isHeld && part === undefined) return
    const batch = this.made.find((one) => one.id === id)
    if (batch === undefined) throw new Refused(404, 'not_found_error', `batch ${id} not found`)
    if (part === undefined) return send(response, this.#describe(batch, url.origin))
    await this.#sendResults(batch, response, isHeld)
  }

  /** Ends a batch now. */
  async end(batch: Batch): Promise<void> {
    const lines: string[] = []
    for (const row of batch.rows) {
      lines.push(JSON.stringify({ custom_id: row.custom_id, result: await this.#resultOf(row) }))
    }
    batch.results = lines.reverse()
    batch.ended = true
  }

  async #create(body: unknown, headers: IncomingHttpHeaders, response: ServerResponse): Promise<void> {
    const rows = (body as { requests?: Row[] } | undefined)?.requests
    if (!Array.isArray(rows) || rows.length === 0) throw new Refused(400, 'invalid_request_error', 'requests: required')
    const ids = rows.map(({ custom_id }) => custom_id)
    if (new Set(ids).size < ids.length || ids.some((one) => !/^[a-zA-Z0-9_-]{1,64}$/.test(one))) {
      throw new Refused(400, 'invalid_request_error', 'requests: custom_id must be unique and match the pattern')
    }
    if (!headers['anthropic-version']) throw new Refused(400, 'invalid_request_error', 'anthropic-version: required')
    const fault = this.faults.shift()
    if (fault?.made !== false) this.#make(rows)
    if (fault?.hold) return void this.held++
    if (fault?.answer !== undefined) return sendFault(response, fault.answer)
    if (fault !== undefined) return void response.destroy()
    send(response, this.#describe(this.made.at(-1) as Batch, ''))
  }

  #make(rows: readonly Row[]): void {
    const number = String(this.made.length + 1).padStart(2, '0')
    const batch: Batch = {
      id: `msgbatch_local${number}`,
      rows,
      created: Date.now() - (this.options.behind ?? 0),
      ended: false,
      results: [],
    }
    this.made.push(batch)
    const { ms = 20 } = this.options
    if (ms !== Number.POSITIVE_INFINITY) void sleep(ms, undefined, { ref: false }).then(() => this.end(batch))
  }

  async #resultOf(row: Row): Promise<RowResult> {
    const given = this.options.row?.(row)
    if (given !== undefined) return given
    try {
      const request = checkRequest({ authorization: 'Bearer test-key', 'anthropic-version': 'x' }, row.params)
      const { usage } = meter(request, new Set())
      const message = toMessage(request, usage, await this.#reply(request))
      return { type: 'succeeded', message: { ...message, usage: { ...message.usage, service_tier: 'batch' } } }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { type: 'errored', error: { type: 'error', error: { type: error.type, message: error.message } } }
    }
  }

  /** Two a page, so that a list is more than one page. */
  #list(url: URL, response: ServerResponse): void {
    const all = this.made.toReversed()
    const after = all.findIndex(({ id }) => id === url.searchParams.get('after_id')) + 1
    const page = all.slice(after, after + 2)
    const data = page.map((batch) => this.#describe(batch, url.origin))
    const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null }
    send(response, { data, has_more: after + 2 < all.length, ...ends })
  }

  async #sendResults(batch: Batch, response: ServerResponse, isHeld: boolean): Promise<void> {
    if (!batch.ended) throw new Refused(400, 'invalid_request_error', 'the batch has not ended')
    const status = this.resultFaults.shift()
    if (status !== undefined && status > 0) throw new Refused(status, 'api_error', 'scripted')
    const lines = this.options.order?.(batch.results) ?? batch.results
    const text = `${lines.join('\n')}\n`
    response.writeHead(200, { 'content-type': 'application/x-jsonl' })
    if (status === undefined && !isHeld) return void response.end(text)
    response.write(text.slice(0, text.length / 2))
    if (isHeld) return
    await sleep(50)
    response.destroy()
  }

  #describe({ id, rows, created, ended, results }: Batch, origin: string): object {
    const counts = { processing: ended ? 0 : rows.length, succeeded: 0, errored: 0, canceled: 0, expired: 0 }
    for (const line of results) counts[(JSON.parse(line) as { result: RowResult }).result.type]++
    return {
      ...{ id, type: 'message_batch', processing_status: ended ? 'ended' : 'in_progress', request_counts: counts },
      created_at: new Date(created).toISOString(),
      expires_at: new Date(created + 86_400_000).toISOString(),
      results_url: ended && !this.archived ? `${origin}/v1/messages/batches/${id}/results` : null,
    }
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
