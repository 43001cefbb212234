/**
 * Which calls of a run are to be submitted, and which are somewhere already.
 *
 * @module
 */
import type { Call, Calls } from '../batch/calls.js'
import type { PlannedRow } from '../batch/plan.js'
import { type BatchRecord, invalidKeys, waitingKeys } from '../batch/records.js'
import { JudgeError } from '../errors.js'
import type { BatchService } from '../models/anthropic-batches.js'
import { type BatchCommand, next } from './batch.js'
import { retrieve } from './batch-find.js'

/**
 * Calls of batches that have ended and were not read.
 *
 * @throws {@link JudgeError} for a batch that the service does not know any more: nothing will ever come of it.
 */
export async function findEnded(
  records: readonly BatchRecord[],
  serviceOf: (baseURL: string | null) => BatchService,
  command: BatchCommand,
): Promise<ReadonlySet<string>> {
  const ended: string[] = []
  for (const { number, id, base_url, calls } of records.filter(({ fetched_at }) => fetched_at === null)) {
    if (id === null) continue
    const info = await retrieve(serviceOf(base_url), id)
    if (info === null) {
      throw new JudgeError(
        `The service does not know batch ${number} (${id}) any more. To give it up and submit its calls again: ${next('submit --resubmit', command)}`,
      )
    }
    if (info.processing_status === 'ended') ended.push(...calls.map(({ key }) => key))
  }
  return new Set(ended)
}

/** The calls of a run, by what becomes of them. */
export interface Plan {
  readonly rows: readonly PlannedRow[]
  /** In batches that are in progress, and in those that have ended and are still to be read. */
  readonly waiting: number
  readonly ended: number
  readonly invalid: number
  /** Calls to judges that cannot be asked in a batch. */
  readonly others: readonly PlannedRow[]
}

/** @param again - Also what the service has refused. */
export function planRows(
  calls: Calls,
  records: readonly BatchRecord[],
  ended: ReadonlySet<string>,
  again: boolean,
): Plan {
  const waiting = waitingKeys(records)
  const invalid = again ? new Set<string>() : invalidKeys(records)
  const keys = calls.keys()
  const free = keys.filter((key) => !waiting.has(key) && !invalid.has(key)).map((key) => withoutBody(calls.read(key)))
  return {
    rows: free.filter(({ obstacle }) => obstacle === null),
    others: free.filter(({ obstacle }) => obstacle !== null),
    waiting: keys.filter((key) => waiting.has(key) && !ended.has(key)).length,
    ended: keys.filter((key) => ended.has(key)).length,
    invalid: keys.filter((key) => invalid.has(key)).length,
  }
}

function withoutBody({ body, ...call }: Call): PlannedRow {
  return { ...call, bytes: Buffer.byteLength(JSON.stringify(body)) + 100 }
}
