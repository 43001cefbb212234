/**
 * Reads the results of a batch, in whatever order they come.
 *
 * @module
 */
import { type BatchRecord, type FailedRow, keyOfRow } from '../batch/records.js'
import type { Replies } from '../batch/replies.js'
import { CallError } from '../errors.js'
import type { BatchInfo, BatchService, ResultRow } from '../models/anthropic-batches.js'
import { readMessage } from '../models/anthropic-message.js'
import { oneLine } from '../text.js'
import { plural } from './batch-text.js'

interface Source {
  readonly info: BatchInfo
  readonly service: BatchService
  readonly replies: Replies
}

/**
 * Keeps every answer as soon as it is read, so that a kill loses nothing. Lines that cannot be read are read once more, for the
 * way may have broken them; what has no answer then has none.
 *
 * @returns The record with what failed; without its id where the batch turns out to be another one.
 * @throws {@link CallError} when the results do not come whole.
 */
export async function readResults(record: BatchRecord, source: Source): Promise<BatchRecord> {
  const { id, results_url } = source.info
  const fetched_at = new Date().toISOString()
  const read = results_url === null ? null : await readUnlessGone(record, source)
  if (read === null) {
    const detail = `the results of ${id} are gone; the service keeps them for 29 days`
    const lost = record.calls.filter(({ key }) => source.replies.find(key) === undefined)
    return { ...record, fetched_at, failed: lost.map((call) => ({ ...call, kind: 'missing', detail })) }
  }
  const { failed, open, strays, broken } = read
  if (record.adopted && strays > 0 && open.size === record.calls.length) {
    return { ...record, id: null, adopted: false, not_this: [...record.not_this, id] }
  }
  const but = broken === 0 ? '' : `, but ${plural(broken, 'line')} that cannot be read`
  const detail = `the results of ${id} do not have it${but}`
  const missing = [...open].map(([key, label]): FailedRow => ({ key, label, kind: 'missing', detail }))
  return { ...record, adopted: false, fetched_at, broken, failed: [...failed, ...missing] }
}

interface ReadRows {
  readonly failed: readonly FailedRow[]
  /** Calls of which there was no row, with their labels. */
  readonly open: ReadonlyMap<string, string>
  /** Rows of no call, and lines that are no rows. */
  readonly strays: number
  readonly broken: number
}

/** Null where the service has the batch, and not its results. */
async function readUnlessGone(record: BatchRecord, source: Source): Promise<ReadRows | null> {
  try {
    const read = await readRows(record, source)
    return read.broken > 0 && read.open.size > 0 ? await readRows(record, source) : read
  } catch (error) {
    if (error instanceof CallError && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}

async function readRows(record: BatchRecord, { info: { id }, service, replies }: Source): Promise<ReadRows> {
  const open = new Map(record.calls.map(({ key, label }) => [key, label]))
  const failed: FailedRow[] = []
  let [strays, broken] = [0, 0]
  for await (const row of service.results(id)) {
    const key = keyOfRow(record, row?.custom_id) ?? ''
    const label = open.get(key)
    if (row === null) broken++
    else if (label === undefined) strays++
    else {
      const failure = failureOf(row, id)
      if (failure === null) replies.keep(key, id, row.result?.message)
      else failed.push({ key, label, ...failure })
    }
    open.delete(key)
  }
  return { failed, open, strays, broken }
}

/** Why a row is no answer; null where it is one. */
function failureOf({ custom_id, result }: ResultRow, id: string): Pick<FailedRow, 'kind' | 'detail'> | null {
  const { type, message, error } = result ?? {}
  if (type === 'expired' || type === 'canceled') return { kind: type, detail: '' }
  if (type !== 'succeeded') {
    const { type: name = String(type), message: words = '' } = error?.error ?? {}
    const detail = oneLine(words === '' ? name : `${name}: ${words}`, 300)
    return { kind: name === 'invalid_request_error' ? 'invalid' : 'errored', detail }
  }
  try {
    readMessage(message, '', `row ${custom_id} of the results of ${id} came`)
    return null
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault
    return { kind: 'errored', detail: fault.message }
  }
}
