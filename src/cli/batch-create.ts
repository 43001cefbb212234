/**
 * Submits one batch, and never twice.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Calls, sumEstimates } from '../batch/calls.js'
import type { PlannedRow } from '../batch/plan.js'
import { type BatchRecord, type BatchRecords, rowId } from '../batch/records.js'
import { CallError, JudgeError } from '../errors.js'
import type { BatchRow, BatchService } from '../models/anthropic-batches.js'
import { findBatch, knownIds } from './batch-find.js'
import { tell } from './batch-text.js'

const MAX_ATTEMPTS = 4
/** Milliseconds between attempts where the service does not say, and at most. */
const WAIT = { usual: 2_000, longest: 60_000 }

/**
 * Writes down what is about to be submitted, submits it, and writes down its id.
 *
 * @throws {@link JudgeError} when the service does not take it, or does not say whether it has.
 */
export async function createBatch(
  records: BatchRecords,
  calls: Calls,
  rows: readonly PlannedRow[],
  serviceOf: (baseURL: string | null) => BatchService,
): Promise<BatchRecord> {
  const service = serviceOf(rows[0]?.base_url ?? null)
  const record = intend(records.list(), rows, await newestOf(service))
  const bodies = rows.map(
    ({ key }): BatchRow => ({ custom_id: rowId(record, key), params: calls.read(key).body ?? {} }),
  )
  const made = await submit(record, bodies, service, records)
  records.write(made)
  return made
}

function intend(all: readonly BatchRecord[], rows: readonly PlannedRow[], after: string | null): BatchRecord {
  return {
    number: Math.max(0, ...all.map(({ number }) => number)) + 1,
    mark: randomBytes(8).toString('hex'),
    intended_at: new Date().toISOString(),
    sent_at: new Date().toISOString(),
    after,
    base_url: rows[0]?.base_url ?? null,
    calls: rows.map(({ key, label }) => ({ key, label })),
    estimate: sumEstimates(rows.map(({ estimate }) => estimate)),
    ...{ id: null, adopted: false, not_this: [], fetched_at: null, failed: [], broken: 0, settled: false },
  }
}

async function newestOf(service: BatchService): Promise<string | null> {
  try {
    return await service.newest()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new JudgeError(
      `The next batch was not submitted, for if it got lost it could not be found in the service's list: ${error.message}`,
      {
        cause: error,
      },
    )
  }
}

async function submit(
  record: BatchRecord,
  rows: readonly BatchRow[],
  service: BatchService,
  records: BatchRecords,
): Promise<BatchRecord> {
  for (let tries = 1; ; tries++) {
    const sent = { ...record, sent_at: new Date().toISOString() }
    records.write(sent)
    try {
      const { id } = await service.create(rows)
      return { ...record, id }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const found = await findOrExplain(sent, service, records, error)
      if (found !== null) return found
      const pause = pauseAfter(error, tries) ?? giveUp(record, records, error)
      tell(`${error.message}. Trying again in ${Math.ceil(pause / 1_000)} s (${tries + 1} of ${MAX_ATTEMPTS})`)
      await sleep(pause)
    }
  }
}

/** Milliseconds until the next attempt; null where there is none. */
function pauseAfter({ reason, retryAfterMs }: CallError, tries: number): number | null {
  const mayPass = reason === 'overloaded' || reason === 'transient' || reason === 'aborted'
  return mayPass && tries < MAX_ATTEMPTS ? Math.min(retryAfterMs ?? WAIT.usual * tries, WAIT.longest) : null
}

function giveUp(record: BatchRecord, records: BatchRecords, cause: CallError): never {
  records.remove(record)
  throw new JudgeError(`Batch ${record.number} was not submitted: ${cause.message}`, { cause })
}

/** Of all else it is not known whether a batch was made. */
function isRefused({ status = 0 }: CallError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 409
}

/** By the service itself: of what lies behind a gateway that gave up nobody knows how far it is. */
function isAnswered({ status }: CallError): boolean {
  return status !== undefined && ![408, 502, 504].includes(status)
}

/** The batch, where it was made all the same. */
async function findOrExplain(
  record: BatchRecord,
  service: BatchService,
  records: BatchRecords,
  failed: CallError,
): Promise<BatchRecord | null> {
  if (isRefused(failed)) return null
  try {
    return await findBatch(record, service, knownIds(records.list()), isAnswered(failed) ? 'answered' : 'unknown')
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    throw new JudgeError(
      `It is not known whether batch ${record.number} was submitted: ${failed.message}; and ${error.message}. Run this again: it is looked for first, and nothing is submitted twice.`,
      { cause: error },
    )
  }
}
