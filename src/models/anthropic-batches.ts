/**
 * The Message Batches API. Nothing is submitted by a second attempt of this module's own: whether a failed `create` made a
 * batch is for its caller to find out.
 *
 * @module
 */
import type Anthropic from '@anthropic-ai/sdk'
import { CallError } from '../errors.js'
import { oneLine } from '../text.js'
import { newClient } from './anthropic.js'
import { QUOTED, toCallError } from './anthropic-errors.js'

/** A row of a batch to submit. */
export interface BatchRow {
  readonly custom_id: string
  /** What a single call would send. */
  readonly params: object
}

/** A batch as the service describes it. */
export interface BatchInfo {
  readonly id: string
  readonly processing_status: 'in_progress' | 'canceling' | 'ended'
  readonly request_counts: Readonly<Record<'processing' | 'succeeded' | 'errored' | 'canceled' | 'expired', number>>
  /** ISO 8601. */
  readonly created_at: string
  /** ISO 8601; what is not processed by then is not processed any more. */
  readonly expires_at: string
  /** Null before the end, and after the 29 days for which results are kept. */
  readonly results_url: string | null
}

/** A row of the results; nothing of it is sure. */
export interface ResultRow {
  readonly custom_id?: unknown
  readonly result?: {
    readonly type?: unknown
    readonly message?: unknown
    readonly error?: { readonly error?: { readonly type?: string; readonly message?: string } | null } | null
  } | null
}

/** What is done with batches. Each function throws a {@link CallError}. */
export interface BatchService {
  create(rows: readonly BatchRow[]): Promise<BatchInfo>
  retrieve(id: string): Promise<BatchInfo>
  /** Id of the newest one; null where there is none. */
  newest(): Promise<string | null>
  /** Those made after another one, newest first; all where that is null. By the service's order, for clocks differ. */
  since(id: string | null): Promise<readonly BatchInfo[]>
  /** The results of a batch that has ended, in any order. Null stands for a line that is no JSON. */
  results(id: string): AsyncIterable<ResultRow | null>
}

const PATH = '/v1/messages/batches'
/** Milliseconds: for the upload of a large batch, and for a silence within its results. */
const LIMITS = { create: 900_000, ask: 60_000, silence: 60_000 }
/** Of what may be asked as often as is wanted. */
const RETRIES = 3

/** The service at an address. */
export function batchService({ apiKey, baseURL }: { apiKey: string; baseURL: string | null }): BatchService {
  let shared: Promise<Anthropic> | undefined
  const call = async <T>(what: string, limit: number, run: (client: Anthropic, signal: AbortSignal) => Promise<T>) => {
    shared ??= newClient({ apiKey, ...(baseURL !== null && { baseURL }) })
    const signal = AbortSignal.timeout(limit)
    try {
      return await run(await shared, signal)
    } catch (error) {
      if (error instanceof CallError) throw error
      throw toCallError(error, signal, { key: apiKey, call: what })
    }
  }
  return {
    create: (rows) =>
      call(`POST ${PATH}`, LIMITS.create, async (client, signal) => {
        const options = { signal, maxRetries: 0, timeout: LIMITS.create }
        return checkInfo(await client.post(PATH, { body: { requests: rows }, ...options }), `POST ${PATH}`)
      }),
    retrieve: (id) =>
      call(`GET ${PATH}/${id}`, LIMITS.ask, async (client, signal) => {
        const info = await client.messages.batches.retrieve(id, {}, { signal, maxRetries: RETRIES })
        return checkInfo(info, `GET ${PATH}/${id}`)
      }),
    newest: () =>
      call(`GET ${PATH}`, LIMITS.ask, async (client, signal) => {
        const { data } = await client.messages.batches.list({ limit: 1 }, { signal, maxRetries: RETRIES })
        return data?.[0] === undefined ? null : checkInfo(data[0], `GET ${PATH}`).id
      }),
    since: (id) => call(`GET ${PATH}`, LIMITS.ask, (client, signal) => listSince(client, id, signal)),
    async *results(id) {
      shared ??= newClient({ apiKey, ...(baseURL !== null && { baseURL }) })
      // By its path, for the address in `results_url` may lead past the gateway, or with the key to anywhere.
      yield* readRows(await shared, `${PATH}/${encodeURIComponent(id)}/results`, apiKey)
    },
  }
}

const ID = /^[\w-]{1,128}$/

/** A proxy's page with status 200 is no batch. */
function checkInfo(value: unknown, what: string): BatchInfo {
  const { id, processing_status, request_counts, created_at } = (value ?? {}) as Partial<BatchInfo>
  const isInfo =
    ID.test(String(id)) &&
    typeof processing_status === 'string' &&
    Object.values(request_counts ?? {}).some(Number.isInteger) &&
    !Number.isNaN(Date.parse(String(created_at)))
  if (isInfo) return value as BatchInfo
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  throw new CallError('transient', `${what} answered with no batch: ${oneLine(text, QUOTED)}`)
}

async function listSince(client: Anthropic, id: string | null, signal: AbortSignal): Promise<BatchInfo[]> {
  const found: BatchInfo[] = []
  for await (const batch of client.messages.batches.list({ limit: 100 }, { signal, maxRetries: RETRIES })) {
    const info = checkInfo(batch, `GET ${PATH}`)
    if (info.id === id) break
    found.push(info)
  }
  return found
}

async function* readRows(client: Anthropic, path: string, apiKey: string): AsyncIterable<ResultRow | null> {
  const ending = new AbortController()
  const silence = setTimeout(() => ending.abort(), LIMITS.silence)
  try {
    const options = { maxRetries: RETRIES, signal: ending.signal, timeout: LIMITS.silence }
    const { body } = await client.get(path, options).asResponse()
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of body ?? []) {
      silence.refresh()
      const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines.flatMap(readRow)
    }
    yield* readRow(rest)
  } catch (error) {
    throw toCallError(error, ending.signal, { key: apiKey, call: `GET ${path}` })
  } finally {
    clearTimeout(silence)
    ending.abort()
  }
}

/** Nothing for an empty line. */
function readRow(line: string): (ResultRow | null)[] {
  if (line.trim() === '') return []
  try {
    const row: unknown = JSON.parse(line)
    return [typeof row === 'object' ? row : null]
  } catch {
    return [null]
  }
}
