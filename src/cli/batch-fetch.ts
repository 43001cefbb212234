/**
 * `vitest-judge batch fetch`: reads the results of batches, and gives them to the run, which records what reads.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../batch/calls.js'
import type { Job, JobFile } from '../batch/job.js'
import { takeLock } from '../batch/lock.js'
import { type BatchRecord, type BatchRecords, invalidKeys, waitingKeys } from '../batch/records.js'
import { Replies } from '../batch/replies.js'
import { CallError } from '../errors.js'
import type { BatchService } from '../models/anthropic-batches.js'
import { type BatchCommand, type BatchOutcome, next, nextAgain, services, typedWithBatch } from './batch.js'
import { findLost } from './batch-find.js'
import { readResults } from './batch-results.js'
import { collectCalls } from './batch-run.js'
import { readJob } from './batch-status.js'
import { describeStopped, listFailed, plural, tell } from './batch-text.js'

type Services = (baseURL: string | null) => BatchService

/** Milliseconds between two looks at a batch: at first, and at most. */
const POLL = { first: 1_000, longest: 60_000 }

/**
 * Reads what has ended; with `--wait` until all has. Ends with 0 when every call has its answer. What cannot be read now holds up
 * nothing else.
 */
export async function fetchCommand(command: BatchCommand): Promise<BatchOutcome> {
  const { file, job, records } = readJob(command)
  const serviceOf = services()
  const release = takeLock(file.folder)
  try {
    const told = await findLost(records, serviceOf, false)
    const replies = new Replies(file.folder)
    const before = replies.keys().length
    const { open, faults } = await readEnded({ records, replies, serviceOf, command })
    const lost = records.list().filter(({ id }) => id === null)
    const read = records.list().filter(({ fetched_at, settled }) => fetched_at !== null && !settled)
    const lines = [...told, ...read.flatMap(describeBatch), ...open, ...lost.map(describeLost)]
    const isAllRead = open.length + faults + lost.length === 0
    const isNew = read.length > 0 || replies.keys().length > before
    const settled = isNew || isAllRead ? await settle(file, job, { records, read, replies }) : NOTHING
    const isDone = isAllRead && settled.left.length === 0
    const end = isDone
      ? [`${settled.stopped ?? 'All answers are in'}. Now run: ${typedWithBatch(job, file.folder)}`]
      : nextStep(open.length + faults > 0, settled.left, invalidKeys(records.list()), command)
    return {
      text: [...lines, ...settled.lines, ...end].join('\n'),
      code: Number(!isDone || settled.stopped !== null),
    }
  } finally {
    release()
  }
}

/** What the run made of the answers. */
interface Settled {
  /** Calls that it still needs. */
  readonly left: readonly LeftCall[]
  /** What failed in it before a judge was asked, as a sentence without its end. */
  readonly stopped: string | null
  readonly lines: readonly string[]
}

type LeftCall = Pick<Call, 'key' | 'label' | 'again'>

const NOTHING: Settled = { left: [], stopped: null, lines: [] }

interface Answers {
  readonly records: BatchRecords
  /** Batches whose results the run has not seen. */
  readonly read: readonly BatchRecord[]
  readonly replies: Replies
}

/** Runs the job with its answers, which records those that read, and collects what it still needs. */
async function settle(file: JobFile, job: Job, { records, read, replies }: Answers): Promise<Settled> {
  const { calls, job: ran } = await collectCalls(file, { ...job, left: null })
  const waiting = waitingKeys(records.list())
  const left = calls
    .keys()
    .filter((key) => !waiting.has(key))
    .map((key) => calls.read(key))
    .filter(({ obstacle }) => obstacle === null)
    .map(({ key, label, again }): LeftCall => ({ key, label, again }))
  const answered = new Set(replies.keys())
  const taken = calls.taken()
  const unasked = read.flatMap((record) => record.calls).filter(({ key }) => answered.has(key) && !taken.has(key))
  const stopped = describeStopped(calls.stopped())
  // Those that failed may have been the ones to ask for the answers, and will be once they are mended.
  if (stopped === null || unasked.length === 0) {
    for (const record of read) records.write({ ...record, settled: true })
    file.write({ ...ran, left: left.length })
  }
  return { left, stopped, lines: describeRun(left, unasked, read) }
}

/** What there is to read, and with what. */
interface Reading {
  readonly records: BatchRecords
  readonly replies: Replies
  readonly serviceOf: Services
  readonly command: BatchCommand
}

/** @returns What is said of the batches that have not ended, and how many could not be read. */
async function readEnded(reading: Reading): Promise<{ open: string[]; faults: number }> {
  const faulty = new Set<number>()
  const isOpen = ({ fetched_at, id, number }: BatchRecord) => fetched_at === null && id !== null && !faulty.has(number)
  for (let pause = POLL.first; ; pause = Math.min(pause * 2, POLL.longest)) {
    const open: string[] = []
    for (const record of reading.records.list().filter(isOpen)) {
      const line = await readOrTell(record, reading)
      if (line === null) faulty.add(record.number)
      else open.push(...line)
    }
    if (open.length === 0 || !reading.command.wait) return { open, faults: faulty.size }
    await sleep(pause)
  }
}

/** Null where it cannot be read, which is told at once. */
async function readOrTell(record: BatchRecord, reading: Reading): Promise<string[] | null> {
  try {
    return await readOne(record, record.id ?? '', reading)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    tell(`Batch ${record.number} (${record.id}): ${error.message}${wayOut(error, reading.command)}`)
    return null
  }
}

function wayOut({ status }: CallError, command: BatchCommand): string {
  return status === 404 ? `. To give it up and submit its calls again: ${next('submit --resubmit', command)}` : ''
}

/** @returns A line about a batch that is under way. */
async function readOne(record: BatchRecord, id: string, { records, replies, serviceOf }: Reading): Promise<string[]> {
  const { number, calls, base_url } = record
  const service = serviceOf(base_url)
  const info = await service.retrieve(id)
  if (info.processing_status !== 'ended') {
    const { processing } = info.request_counts
    return [`Batch ${number} (${id}): ${processing} of ${plural(calls.length, 'call')} in progress`]
  }
  records.write(await readResults(record, { info, service, replies }))
  return []
}

function describeBatch({ number, id, calls, failed, broken }: BatchRecord): string[] {
  const answered = `Batch ${number} (${id}): ${calls.length - failed.length} of ${plural(calls.length, 'call')} answered`
  const but = broken > 0 ? `, and ${plural(broken, 'line')} of its results cannot be read` : ''
  return [`${answered}${but}`, ...listFailed(failed)]
}

function describeLost({ number }: BatchRecord): string {
  return `Batch ${number}: what it was taken for turned out to be another batch, so it was never submitted`
}

/** What the run made of the answers. */
function describeRun(
  left: readonly LeftCall[],
  unasked: readonly Pick<Call, 'label'>[],
  read: readonly BatchRecord[],
): string[] {
  const failed = new Set(read.flatMap((record) => record.failed.map(({ key }) => key)))
  const labels = new Set(unasked.map(({ label }) => label))
  const kindOf = ({ key, label, again }: LeftCall) =>
    failed.has(key) ? 'failed' : again ? 'again' : labels.has(label) ? 'changed' : 'more'
  const count = (kind: ReturnType<typeof kindOf>) => left.filter((call) => kindOf(call) === kind).length
  const counts = [
    [
      unasked.length,
      'answer',
      'that no call asks for any more: recorded by now, or the question has changed or is gone',
    ],
    [count('failed'), 'call', 'still without an answer'],
    [count('again'), 'call', 'to ask once more, because the reply did not read'],
    [count('changed'), 'call', `with another question than was answered: ${WHAT_CHANGES}`],
    [count('more'), 'call', 'that these answers led to, or that came since'],
  ] as const
  return counts.flatMap(([number, noun, what]) => (number > 0 ? [`${plural(number, noun)} ${what}`] : []))
}

const WHAT_CHANGES =
  'what is judged, as where an agent is called inside a test, what is expected, the rubric or the judge has changed'

/** One step, which works: what the service refused is submitted only when that is said. */
function nextStep(
  isOpen: boolean,
  left: readonly LeftCall[],
  invalid: ReadonlySet<string>,
  command: BatchCommand,
): string[] {
  if (isOpen) return [`Next: ${next('fetch --wait', command)}`]
  const isRefused = left.length > 0 && left.every(({ key }) => invalid.has(key))
  if (isRefused) return [`Another round is needed. Next: ${nextAgain(command)}`]
  return [`Another round is needed. Next: ${next('submit', command)}`]
}
