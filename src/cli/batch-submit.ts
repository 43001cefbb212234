/**
 * `vitest-judge batch submit`: collects what a run would ask, and submits it.
 *
 * @module
 */
import { type Call, type Calls, type Estimate, type Limits, sumEstimates } from '../batch/calls.js'
import { type Job, JobFile } from '../batch/job.js'
import { takeLock } from '../batch/lock.js'
import { groupRows, type PlannedRow } from '../batch/plan.js'
import { type BatchRecord, BatchRecords, invalidKeys, waitingKeys } from '../batch/records.js'
import { badInput, JudgeError } from '../errors.js'
import { oneLine } from '../text.js'
import {
  type BatchCommand,
  type BatchOutcome,
  folderOf,
  next,
  runOf,
  services,
  typed,
  typedWithBatch,
} from './batch.js'
import { createBatch } from './batch-create.js'
import { findLost } from './batch-find.js'
import { type Collected, collectCalls } from './batch-run.js'
import { describeEstimate, plural } from './batch-text.js'

/**
 * Submits every call that has no answer and is not under way.
 *
 * @throws {@link JudgeError} when nothing is submitted, with the reason.
 */
export async function submitCommand(command: BatchCommand): Promise<BatchOutcome> {
  const limit = readLimit(command['max-usd'])
  const wanted = runOf(command)
  const serviceOf = services()
  const file = new JobFile(folderOf(command))
  file.prepare()
  const release = takeLock(file.folder)
  try {
    const records = new BatchRecords(file.folder)
    const lost = await findLost(records, serviceOf, command.resubmit ?? false)
    const { job, notices } = openJob(file, records.list(), wanted, command)
    const collected = await collectCalls(file, job)
    const plan = planRows(collected.calls, records.list(), command.again ?? false)
    checkBudget(plan.rows, collected.calls.budget() ?? {}, limit)
    const submitted: BatchRecord[] = []
    for (const rows of groupRows(plan.rows)) {
      submitted.push(await createBatch(records, collected.calls, rows, serviceOf))
    }
    const isDone = submitted.length === 0 && plan.waiting === 0 && plan.invalid === 0
    if (isDone) file.write({ ...collected.job, left: 0 })
    return {
      text: [...lost, ...notices, ...describe(submitted, plan, collected, { command, file, isDone })].join('\n'),
      code: isDone ? collected.code : Number(submitted.length + plan.waiting === 0),
    }
  } finally {
    release()
  }
}

/** The job that goes on, or a new one. */
function openJob(
  file: JobFile,
  records: readonly BatchRecord[],
  wanted: Pick<Job, 'program' | 'args'> | null,
  command: BatchCommand,
): { job: Omit<Job, 'format' | 'collected'>; notices: string[] } {
  const old = file.read()
  const isUnderWay = records.some(({ fetched_at }) => fetched_at === null)
  if (command.new && isUnderWay) {
    throw new JudgeError(`There are batches under way that --new would lose. Run \`${next('fetch', command)}\` first.`)
  }
  const isDone = old?.left === 0 && records.every(({ settled }) => settled)
  const isOther = old !== null && wanted !== null && typed(wanted) !== typed(old)
  // A run of which nothing was ever submitted binds nobody.
  if (old === null || isDone || command.new || (isOther && records.length === 0)) {
    file.clear()
    const run = wanted ?? { program: 'vitest', args: ['evals/'] }
    return { job: { ...run, started_at: new Date().toISOString(), left: null }, notices: [] }
  }
  if (isOther) {
    throw new JudgeError(
      `The batch in ${file.folder} is that of \`${typed(old)}\` and not done. Bring it to its end with \`${next('fetch', command)}\`, or start over with --new.`,
    )
  }
  if (records.length === 0) return { job: old, notices: [] }
  const since = old.started_at.slice(0, 16).replace('T', ' ')
  return {
    job: old,
    notices: [`Goes on with the batch of ${since}: what was produced then is judged, not anew (--new starts over).`],
  }
}

interface Plan {
  readonly rows: readonly PlannedRow[]
  readonly waiting: number
  readonly invalid: number
  /** Calls to judges that cannot be asked in a batch. */
  readonly others: readonly PlannedRow[]
}

function planRows(calls: Calls, records: readonly BatchRecord[], again: boolean): Plan {
  const waiting = waitingKeys(records)
  const invalid = again ? new Set<string>() : invalidKeys(records)
  const keys = calls.keys()
  const free = keys.filter((key) => !waiting.has(key) && !invalid.has(key)).map((key) => withoutBody(calls.read(key)))
  return {
    rows: free.filter(({ obstacle }) => obstacle === null),
    others: free.filter(({ obstacle }) => obstacle !== null),
    waiting: keys.filter((key) => waiting.has(key)).length,
    invalid: keys.filter((key) => invalid.has(key)).length,
  }
}

function withoutBody({ body, ...call }: Call): PlannedRow {
  return { ...call, bytes: Buffer.byteLength(JSON.stringify(body)) + 100 }
}

function readLimit(given: string | undefined): Limits {
  if (given === undefined) return {}
  const usd = given.trim() === '' ? Number.NaN : Number(given)
  if (Number.isFinite(usd) && usd > 0) return { usd }
  throw badInput('batch submit', { place: '`--max-usd`', expected: 'a number above 0', received: given })
}

/** @throws {@link JudgeError} before anything is submitted. */
function checkBudget(rows: readonly PlannedRow[], budget: Limits, limit: Limits): void {
  const estimate = sumEstimates(rows.map((row) => row.estimate))
  const tokens = estimate.input + estimate.output
  const isOver =
    rows.length > 0 &&
    (isAbove(estimate, limit.usd) || isAbove(estimate, budget.usd) || tokens > (budget.tokens ?? Infinity))
  if (!isOver) return
  const most = [
    limit.usd === undefined ? null : `--max-usd ${limit.usd}`,
    budget.usd === undefined ? null : `\`budget.usd\` ${budget.usd}`,
    budget.tokens === undefined ? null : `\`budget.tokens\` ${budget.tokens.toLocaleString('en-US')}`,
  ].filter((one) => one !== null)
  throw new JudgeError(
    `${plural(rows.length, 'call')} with ${describeEstimate(estimate)} do not fit ${most.join(' and ')}. Nothing was submitted.`,
  )
}

/** A price that is not known fits no limit. */
function isAbove({ usd }: Estimate, most: number | undefined): boolean {
  return most !== undefined && (usd === null || usd > most)
}

function describe(
  submitted: readonly BatchRecord[],
  { waiting, invalid, others }: Plan,
  { job, code }: Collected,
  { command, file, isDone }: { command: BatchCommand; file: JobFile; isDone: boolean },
): string[] {
  const obstacles = oneLine([...new Set(others.map(({ obstacle }) => obstacle))].join('; '), 300)
  return [
    ...submitted.map(
      ({ number, id, calls, estimate }) =>
        `Batch ${number} submitted: ${id}, ${plural(calls.length, 'call')}, ${describeEstimate(estimate)}`,
    ),
    ...(waiting > 0 ? [`${plural(waiting, 'call')} under way already, not submitted again`] : []),
    ...(invalid > 0
      ? [`${plural(invalid, 'call')} not submitted, because the service refused the same before (--again submits all)`]
      : []),
    ...(others.length > 0 ? [`${plural(others.length, 'call')} left to the run itself: ${obstacles}`] : []),
    ...(code === 0 || job.program === 'judge'
      ? []
      : [`\`${typed(job)}\` ended with ${code}: what failed above is not in the batch`]),
    ...(isDone ? [`Nothing to submit: every call has its answer. Run: ${typedWithBatch(job, file.folder)}`] : []),
    ...(submitted.length + waiting > 0 ? [`Next: ${next('fetch --wait', command)}`] : []),
  ]
}
