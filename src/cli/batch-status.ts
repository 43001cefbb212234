/**
 * `vitest-judge batch status`: how far the batches of a job are.
 *
 * @module
 */
import { type Job, JobFile } from '../batch/job.js'
import { type BatchRecord, BatchRecords, invalidKeys } from '../batch/records.js'
import { InputError } from '../errors.js'
import type { BatchInfo, BatchService } from '../models/anthropic-batches.js'
import { type BatchCommand, type BatchOutcome, folderOf, next, nextAgain, services, typed } from './batch.js'
import { retrieve } from './batch-find.js'
import { describeEstimate, describeTime, plural } from './batch-text.js'

/** One batch, as `--json` prints it. */
interface BatchStatus {
  readonly number: number
  readonly id: string | null
  /** `unknown`: whether it was submitted; `gone`: the service does not know it any more; `read`: its results are here. */
  readonly state: 'unknown' | 'gone' | BatchInfo['processing_status'] | 'read'
  readonly calls: number
  readonly counts: BatchInfo['request_counts'] | null
  readonly submitted_at: string
  readonly expires_at: string | null
  readonly failed: number
  /** Estimated, in a batch; null where a price is not known. */
  readonly usd: number | null
}

/**
 * Tells the state of each batch. Ends with 1 while one is under way, and with 0 when none is.
 *
 * @throws {@link InputError} when there is no job in the folder.
 */
export async function statusCommand(command: BatchCommand): Promise<BatchOutcome> {
  const { job, records } = readJob(command)
  const all = records.list()
  const isOpen = all.some(({ fetched_at, id }) => fetched_at === null && id !== null)
  const serviceOf = isOpen ? services() : null
  const states = await Promise.all(all.map((record) => statusOf(record, serviceOf)))
  const code = Number(states.some(({ state }) => state !== 'ended' && state !== 'read'))
  if (command.json) return { text: JSON.stringify({ run: typed(job), batches: states }, null, 2), code }
  const lines = states.map((state, index) => describe(state, all[index] as BatchRecord))
  return {
    text: [`Batches of \`${typed(job)}\``, ...lines, ...nextStep(states, { job, all }, command)].join('\n'),
    code,
  }
}

/** @throws {@link InputError} */
export function readJob(command: BatchCommand): { file: JobFile; job: Job; records: BatchRecords } {
  const file = new JobFile(folderOf(command))
  const job = file.read()
  if (job !== null) return { file, job, records: new BatchRecords(file.folder) }
  throw new InputError(`There is no batch in ${file.folder}. Begin with \`${next('submit', command)}\`.`)
}

async function statusOf(
  { number, id, calls, intended_at, fetched_at, failed, estimate, base_url }: BatchRecord,
  serviceOf: ((baseURL: string | null) => BatchService) | null,
): Promise<BatchStatus> {
  const isAsked = fetched_at === null && id !== null && serviceOf !== null
  const info = isAsked ? await retrieve(serviceOf(base_url), id) : null
  return {
    number,
    id,
    state: fetched_at === null ? (info?.processing_status ?? (isAsked ? 'gone' : 'unknown')) : 'read',
    calls: calls.length,
    counts: info?.request_counts ?? null,
    submitted_at: info?.created_at ?? intended_at,
    expires_at: info?.expires_at ?? null,
    failed: failed.length,
    usd: estimate.usd,
  }
}

const STATES = {
  unknown: 'not known whether it was submitted',
  gone: 'not known to the service any more',
  in_progress: 'in progress',
  canceling: 'being canceled',
  ended: 'ended',
  read: 'read',
} as const

function describe(
  { number, id, state, calls, counts, submitted_at, expires_at, failed }: BatchStatus,
  { estimate }: BatchRecord,
): string {
  const now = Date.now()
  const parts = [
    `${id ?? 'no id'}: ${STATES[state]}`,
    counts === null ? plural(calls, 'call') : describeCounts(counts, calls),
    ...(failed > 0 ? [`${failed} without an answer`] : []),
    `${describeTime(now - Date.parse(submitted_at))} ago`,
    ...(expires_at !== null && state === 'in_progress'
      ? [`expires in ${describeTime(Date.parse(expires_at) - now)}`]
      : []),
    describeEstimate(estimate),
  ]
  return `  ${number}  ${parts.join(', ')}`
}

function describeCounts(counts: BatchInfo['request_counts'], calls: number): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0)
  return `${plural(calls, 'call')} (${some.map(([name, count]) => `${count} ${name}`).join(', ')})`
}

function nextStep(
  states: readonly BatchStatus[],
  { job, all }: { readonly job: Job; readonly all: readonly BatchRecord[] },
  command: BatchCommand,
): string[] {
  if (states.some(({ state }) => state === 'gone')) return [`Next: ${next('submit --resubmit', command)}`]
  if (states.some(({ state }) => state === 'unknown')) return [`Next: ${next('submit', command)}, which finds out`]
  if (states.some(({ state }) => state !== 'read')) return [`Next: ${next('fetch --wait', command)}`]
  if (job.left === 0) return ['All answers are in.']
  const isRefused = job.left !== null && job.left === invalidKeys(all).size
  return [`Next: ${isRefused ? nextAgain(command) : next('submit', command)}`]
}
