/**
 * `vitest-judge batch fetch`: reads the results of batches, and gives them to the run, which records what reads.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, JobFile } from '../batch/job.js'
import { takeLock } from '../batch/lock.js'
import { type BatchRecord, type BatchRecords, waitingKeys } from '../batch/records.js'
import { Replies } from '../batch/replies.js'
import type { BatchService } from '../models/anthropic-batches.js'
import { type BatchCommand, type BatchOutcome, next, services, typedWithBatch } from './batch.js'
import { findLost } from './batch-find.js'
import { readResults } from './batch-results.js'
import { collectCalls } from './batch-run.js'
import { readJob } from './batch-status.js'
import { listFailed, plural } from './batch-text.js'

type Services = (baseURL: string | null) => BatchService

/** Milliseconds between two looks at a batch: at first, and at most. */
const POLL = { first: 1_000, longest: 60_000 }

/**
 * Reads what has ended; with `--wait` until all has. Ends with 0 when every call has its answer.
 *
 * @throws {@link JudgeError} when the service does not answer; what was read before is kept.
 */
export async function fetchCommand(command: BatchCommand): Promise<BatchOutcome> {
  const { file, job, records } = readJob(command)
  const serviceOf = services()
  const release = takeLock(file.folder)
  try {
    const told = await findLost(records, serviceOf, false)
    const replies = new Replies(file.folder)
    const open = await readEnded(records, replies, serviceOf, command.wait ?? false)
    const lost = records.list().filter(({ id }) => id === null)
    const read = records.list().filter(({ fetched_at, settled }) => fetched_at !== null && !settled)
    const lines = [...told, ...read.flatMap(describeBatch), ...open, ...lost.map(describeLost)]
    const settled =
      read.length === 0 ? { left: job.left, lines: [] } : await settle(file, job, { records, read, replies })
    const isDone = settled.left === 0 && open.length === 0 && lost.length === 0
    const end = isDone
      ? [`All answers are in. Now run: ${typedWithBatch(job, file.folder)}`]
      : later(open.length > 0, (settled.left ?? 0) > 0 || lost.length > 0, command)
    return { text: [...lines, ...settled.lines, ...end].join('\n'), code: isDone ? 0 : 1 }
  } finally {
    release()
  }
}

interface Answers {
  readonly records: BatchRecords
  /** Batches whose results the run has not seen. */
  readonly read: readonly BatchRecord[]
  readonly replies: Replies
}

/** Runs the job with its answers, which records those that read, and collects what it still needs. */
async function settle(
  file: JobFile,
  job: Job,
  { records, read, replies }: Answers,
): Promise<{ left: number; lines: string[] }> {
  const { calls, job: ran } = await collectCalls(file, { ...job, left: null })
  const waiting = waitingKeys(records.list())
  const left = calls
    .keys()
    .filter((key) => !waiting.has(key))
    .map((key) => calls.read(key))
    .filter(({ obstacle }) => obstacle === null)
    .map(({ key, again }) => ({ key, again }))
  for (const record of read) records.write({ ...record, settled: true })
  file.write({ ...ran, left: left.length })
  return { left: left.length, lines: describeRun(left, calls.taken(), read, new Set(replies.keys())) }
}

/** @returns What is said of the batches that have not ended. */
async function readEnded(
  records: BatchRecords,
  replies: Replies,
  serviceOf: Services,
  wait: boolean,
): Promise<string[]> {
  for (let pause = POLL.first; ; pause = Math.min(pause * 2, POLL.longest)) {
    const open: string[] = []
    for (const record of records.list()) {
      if (record.fetched_at === null) open.push(...(await readOne(record, records, replies, serviceOf)))
    }
    if (open.length === 0 || !wait) return open
    await sleep(pause)
  }
}

/** @returns A line about a batch that is under way. */
async function readOne(
  record: BatchRecord,
  records: BatchRecords,
  replies: Replies,
  serviceOf: Services,
): Promise<string[]> {
  const { id, number, calls, base_url } = record
  if (id === null) return []
  const service = serviceOf(base_url)
  const info = await service.retrieve(id)
  if (info.processing_status !== 'ended') {
    const { processing } = info.request_counts
    return [`Batch ${number} (${id}): ${processing} of ${plural(calls.length, 'call')} in progress`]
  }
  records.write(await readResults(record, { info, service, replies }))
  return []
}

function describeBatch({ number, id, calls, failed }: BatchRecord): string[] {
  const answered = `Batch ${number} (${id}): ${calls.length - failed.length} of ${plural(calls.length, 'call')} answered`
  return [answered, ...listFailed(failed)]
}

function describeLost({ number }: BatchRecord): string {
  return `Batch ${number}: what it was taken for turned out to be another batch, so it was never submitted`
}

/** What the run made of the answers. */
function describeRun(
  left: readonly { readonly key: string; readonly again: boolean }[],
  taken: ReadonlySet<string>,
  read: readonly BatchRecord[],
  answered: ReadonlySet<string>,
): string[] {
  const unasked = read.flatMap((record) => record.calls).filter(({ key }) => answered.has(key) && !taken.has(key))
  const failed = new Set(read.flatMap((record) => record.failed.map(({ key }) => key)))
  const without = left.filter(({ key }) => failed.has(key)).length
  const again = left.filter((call) => call.again && !failed.has(call.key)).length
  const rest = left.length - again - without
  return [
    ...(unasked.length > 0
      ? [
          `${plural(unasked.length, 'answer')} that no call asks for any more: it is recorded by now, or what is judged was another text this time, as where an agent is called inside a test`,
        ]
      : []),
    ...(without > 0 ? [`${plural(without, 'call')} still without an answer`] : []),
    ...(again > 0 ? [`${plural(again, 'call')} to ask once more, because the reply did not read`] : []),
    ...(rest > 0 ? [`${plural(rest, 'call')} that only these answers led to`] : []),
  ]
}

function later(isOpen: boolean, isLeft: boolean, command: BatchCommand): string[] {
  return [
    ...(isLeft ? [`Another round is needed. Next: ${next('submit', command)}`] : []),
    ...(isOpen ? [`Next: ${next('fetch --wait', command)}`] : []),
  ]
}
