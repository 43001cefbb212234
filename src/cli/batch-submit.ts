/**
 * `vitest-judge batch submit`: collects what a run would ask, and submits it.
 *
 * @module
 */
import { type Estimate, type Limits, sumEstimates } from '../batch/calls.js'
import { type Job, JobFile } from '../batch/job.js'
import { takeLock } from '../batch/lock.js'
import { groupRows, type PlannedRow } from '../batch/plan.js'
import { type BatchRecord, BatchRecords } from '../batch/records.js'
import { badInput, JudgeError } from '../errors.js'
import { oneLine } from '../text.js'
import {
  type BatchCommand,
  type BatchOutcome,
  folderOf,
  next,
  nextAgain,
  runOf,
  services,
  typed,
  typedWithBatch,
} from './batch.js'
import { createBatch } from './batch-create.js'
import { findLost } from './batch-find.js'
import { findEnded, type Plan, planRows } from './batch-plan.js'
import { type Collected, collectCalls } from './batch-run.js'
import { describeEstimate, describeStopped, plural } from './batch-text.js'

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
    const ended = await findEnded(records.list(), serviceOf, command)
    const collected = await collectCalls(file, job)
    const plan = planRows(collected.calls, records.list(), ended, command.again ?? false)
    checkBudget(plan.rows, collected.calls.budget() ?? {}, limit)
    const submitted: BatchRecord[] = []
    for (const rows of groupRows(plan.rows)) {
      submitted.push(await createBatch(records, collected.calls, rows, serviceOf))
    }
    const stopped = describeStopped(collected.calls.stopped())
    const isNothing = submitted.length + plan.waiting + plan.ended + plan.invalid === 0
    const isDone = isNothing && stopped === null
    if (isDone) file.write({ ...collected.job, left: 0 })
    return {
      text: [...lost, ...notices, ...describe(submitted, plan, collected, { command, file, isNothing, stopped })].join(
        '\n',
      ),
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
  { waiting, ended, invalid, others }: Plan,
  { job, code }: Collected,
  { command, file, isNothing, stopped }: Told,
): string[] {
  const obstacles = oneLine([...new Set(others.map(({ obstacle }) => obstacle))].join('; '), 300)
  const isVitest = job.program === 'vitest'
  return [
    ...submitted.map(
      ({ number, id, calls, estimate }) =>
        `Batch ${number} submitted: ${id}, ${plural(calls.length, 'call')}, ${describeEstimate(estimate)}`,
    ),
    ...(waiting > 0 ? [`${plural(waiting, 'call')} under way already, not submitted again`] : []),
    ...(ended > 0
      ? [`${plural(ended, 'call')} of a batch that has ended and is still to be read, not submitted again`]
      : []),
    ...(invalid > 0
      ? [`${plural(invalid, 'call')} not submitted, because the service refused the same before (--again submits all)`]
      : []),
    ...(others.length > 0 ? [`${plural(others.length, 'call')} left to the run itself: ${obstacles}`] : []),
    ...(stopped === null ? [] : [stopped]),
    ...(code !== 0 && stopped === null && isVitest ? [`\`${typed(job)}\` ended with ${code}: see above`] : []),
    ...(isNothing ? [describeNothing(stopped, typedWithBatch(job, file.folder))] : []),
    ...(submitted.length + waiting + ended > 0 ? [`Next: ${next('fetch --wait', command)}`] : []),
    ...(submitted.length + waiting + ended === 0 && invalid > 0 ? [`Next: ${nextAgain(command)}`] : []),
  ]
}

function describeNothing(stopped: string | null, run: string): string {
  if (stopped !== null) return 'Nothing to submit. Mend what failed, and submit again'
  return `Nothing to submit: every call has its answer. Run: ${run}`
}

interface Told {
  readonly command: BatchCommand
  readonly file: JobFile
  /** There was nothing to submit. */
  readonly isNothing: boolean
  readonly stopped: string | null
}
