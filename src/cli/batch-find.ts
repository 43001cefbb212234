/**
 * Finds batches of which it is not known whether the service has them: the command was killed between submitting and writing
 * the id down, or the answer got lost.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type BatchRecord, type BatchRecords, keyOfRow } from '../batch/records.js'
import { CallError, JudgeError } from '../errors.js'
import type { BatchInfo, BatchService } from '../models/anthropic-batches.js'
import { tell } from './batch-text.js'

/**
 * Milliseconds after which a batch that was submitted is in the service's list: where the service has answered, and where nobody
 * knows how far it is.
 */
const LISTED_AFTER = { answered: 10_000, unknown: 60_000 }
const LOOK_EVERY = 5_000

/**
 * The record with the id that the service knows it by; null where the service does not have it.
 *
 * @param sent - Whether the service has answered its submission, however.
 * @throws {@link JudgeError} when several batches might be it; {@link CallError} when the service does not say.
 */
export async function findBatch(
  record: BatchRecord,
  service: BatchService,
  known: ReadonlySet<string>,
  sent: keyof typeof LISTED_AFTER,
): Promise<BatchRecord | null> {
  // A clock that was set back meanwhile makes no longer wait.
  const age = Math.max(0, Date.now() - Date.parse(record.sent_at))
  const start = performance.now()
  const left = () => LISTED_AFTER[sent] - age - (performance.now() - start)
  for (let looks = 1; ; looks++) {
    const found = await look(record, service, known)
    if (found !== null || left() <= 0) return found
    if (looks === 1) {
      tell(
        `It is not known yet whether batch ${record.number} was submitted: looking for it in the service's list for ${Math.ceil(left() / 1_000)} s`,
      )
    }
    await sleep(Math.min(LOOK_EVERY, left()))
  }
}

async function look(
  record: BatchRecord,
  service: BatchService,
  known: ReadonlySet<string>,
): Promise<BatchRecord | null> {
  const others = new Set([...known, ...record.not_this])
  const alike = (await service.since(record.after)).filter(
    (info) => !others.has(info.id) && countRows(info) === record.calls.length,
  )
  const open: string[] = []
  for (const { id, processing_status } of alike) {
    const proof = processing_status === 'ended' ? await prove(record, service, id) : null
    if (proof === true) return { ...record, id }
    if (proof === null) open.push(id)
  }
  const [id, ...more] = open
  if (id === undefined) return null
  if (more.length === 0) return { ...record, id, adopted: true }
  throw new JudgeError(
    `It is not known whether batch ${record.number} was submitted: ${open.join(', ')} have as many rows and were made after it was about to be. Run this again when they have ended, for results tell; or with --resubmit, if none of them is it.`,
  )
}

/** Whether the results are those of the record; null where they tell nothing. */
async function prove(record: BatchRecord, service: BatchService, id: string): Promise<boolean | null> {
  try {
    for await (const row of service.results(id)) {
      if (row !== null) return keyOfRow(record, row.custom_id) !== null
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
  return null
}

function countRows({ request_counts }: BatchInfo): number {
  return Object.values(request_counts).reduce((sum, count) => sum + count, 0)
}

/** Ids of batches that are accounted for. */
export function knownIds(records: readonly BatchRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ id }) => id ?? []))
}

/**
 * Settles every record without an id. With `resubmit` the service is not searched, and what it does not know is given up too.
 *
 * @returns What was found out, for people.
 */
export async function findLost(
  records: BatchRecords,
  serviceOf: (baseURL: string | null) => BatchService,
  resubmit: boolean,
): Promise<string[]> {
  const told: string[] = []
  for (const record of records.list().filter(({ fetched_at }) => fetched_at === null)) {
    const service = serviceOf(record.base_url)
    if (record.id === null) told.push(await settleLost(record, records, resubmit ? null : service))
    else if (resubmit && (await retrieve(service, record.id)) === null) {
      records.remove(record)
      told.push(`Batch ${record.number} (${record.id}) is given up: the service does not know it.`)
    }
  }
  return told
}

/** @param service - Null: it is not asked. */
async function settleLost(record: BatchRecord, records: BatchRecords, service: BatchService | null): Promise<string> {
  const found = service === null ? null : await findBatch(record, service, knownIds(records.list()), 'unknown')
  if (found === null) {
    records.remove(record)
    return `Batch ${record.number} was not submitted${service === null ? ', as --resubmit says' : ''}.`
  }
  records.write(found)
  const proof = found.adopted ? ', as far as its time and size tell' : ''
  return `Batch ${record.number} had been submitted: it is ${found.id}${proof}.`
}

/** The batch; null where the service does not know it. */
export async function retrieve(service: BatchService, id: string): Promise<BatchInfo | null> {
  try {
    return await service.retrieve(id)
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null
    throw error
  }
}
