/**
 * Reads the results of a batch, in whatever order they come.
 *
 * @module
 */
import { type BatchRecord, type FailedRow, keyOfRow } from '../batch/records.js'
import type { Replies } from '../batch/replies.js'
import { CallError, JudgeError } from '../errors.js'
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
 * Keeps every answer as soon as it is read, so that a kill loses nothing.
 *
 * @returns The record with what failed; without its id where the batch turns out to be another one.
 * @throws {@link JudgeError} when the results are not whole.
 */
export async function readResults(record: BatchRecord, { info, service, replies }: Source): Promise<BatchRecord> {
  const { id } = info
  const fetched_at = new Date().toISOString()
  if (info.results_url === null) {
    const detail = `the results of ${id} are gone; the service keeps them for 29 days`
    const lost = record.calls.filter(({ key }) => replies.find(key) === undefined)
    return { ...record, fetched_at, failed: lost.map((call) => ({ ...call, kind: 'missing', detail })) }
  }
  const { failed, open, strays, broken } = await readRows(record, id, { service, replies })
  if (broken > 0) {
    throw new JudgeError(
      `Of the results of ${id} ${plural(broken, 'line')} cannot be read. The others are kept; fetch again.`,
    )
  }
  if (record.adopted && strays > 0 && open.size === record.calls.length) {
    return { ...record, id: null, adopted: false, not_this: [...record.not_this, id] }
  }
  const detail = `the results of ${id} do not have it`
  const missing = [...open].map(([key, label]): FailedRow => ({ key, label, kind: 'missing', detail }))
  return { ...record, adopted: false, fetched_at, failed: [...failed, ...missing] }
}

interface ReadRows {
  readonly failed: readonly FailedRow[]
  /** Calls of which there was no row, with their labels. */
  readonly open: ReadonlyMap<string, string>
  /** Rows of no call, and lines that are no rows. */
  readonly strays: number
  readonly broken: number
}

async function readRows(
  record: BatchRecord,
  id: string,
  { service, replies }: Pick<Source, 'service' | 'replies'>,
): Promise<ReadRows> {
  const open = new Map(record.calls.map(({ key, label }) => [key, label]))
  const failed: FailedRow[] = []
  let [strays, broken] = [0, 0]
  for await (const row of service.results(id)) {
    const key = keyOfRow(record, row?.custom_id) ?? ''
    const label = open.get(key)
    if (row === null) broken++
    else if (label === undefined) strays++
    else {
      const failure = failureOf(row)
      if (failure === null) replies.keep(key, id, row.result?.message)
      else failed.push({ key, label, ...failure })
    }
    open.delete(key)
  }
  return { failed, open, strays, broken }
}

/** Why a row is no answer; null where it is one. */
function failureOf({ result }: ResultRow): Pick<FailedRow, 'kind' | 'detail'> | null {
  const { type, message, error } = result ?? {}
  if (type === 'expired' || type === 'canceled') return { kind: type, detail: '' }
  if (type !== 'succeeded') {
    const { type: name = String(type), message: words = '' } = error?.error ?? {}
    const detail = oneLine(words === '' ? name : `${name}: ${words}`, 300)
    return { kind: name === 'invalid_request_error' ? 'invalid' : 'errored', detail }
  }
  try {
    readMessage(message, '')
    return null
  } catch (fault) {
    if (!(fault instanceof CallError)) throw fault
    return { kind: 'errored', detail: fault.message }
  }
}
