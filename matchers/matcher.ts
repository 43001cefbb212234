/**
 * What every matcher does besides judging: find its test, keep its promise, leave a record, pass, fail or throw.
 *
 * @module
 */
import './augment.js'
import { inject, type MatcherState, type RunnerTestCase } from 'vitest'
import type { ConductOptions } from '../src/judge.js'
import type { Asker } from '../src/models/asker.js'
import type { Judging } from '../src/modes/judging.js'
import type { Judgeable } from '../src/report/material.js'
import type { Bounds, CheckRecord, Verdict } from '../src/types.js'
import { type Below, CallSite, misuse } from './call-site.js'
import { once } from './once.js'
import { attemptOf, checksOf, leavePeerMeta, leaveRecord } from './records.js'
import { type Call, type Running, running, signalOf, tests } from './running.js'
import { WatchedPromise } from './watched-promise.js'

/** What a matcher came to. Fractions are 0-1. */
export interface Outcome {
  readonly verdict: Verdict
  readonly thresholds: Readonly<Record<string, number>>
  /** The thresholds are limits that must not be passed. */
  readonly at_most?: true
  readonly values: Readonly<Record<string, number | null>>
  /** Ends of the first of `values`, where they are known. */
  readonly bounds: Bounds | null
  /** Why it is unjudged, or failed without being judged. */
  readonly reason?: string
  readonly judgement: object
  /** What was judged, uncut. */
  readonly material?: Judgeable
  /** The whole message; made only when it is needed. */
  message(negated: boolean): string
}

/** What a matcher may use. */
export interface MatcherContext {
  /** For the conductor: the test's signal and name, and how often to ask. */
  readonly options: ConductOptions
  /** As the plugin was told; undefined: as each way to judge has it. */
  readonly judging: Judging | undefined
  /** The way to the judge; loads what it needs on the first call. */
  asker(): Promise<Asker>
}

/** `task` is there at run time since Vitest 4.0 but missing from the type. */
type State = MatcherState & { readonly task?: RunnerTestCase }
type Result = { pass: boolean; message: () => string }

/** A matcher as `expect.extend` takes it. */
export type Matcher<A extends unknown[]> = (this: MatcherState, received: unknown, ...args: A) => Promise<Result>

/** The judging part of a matcher. */
type JudgingPart<A extends unknown[]> = (received: unknown, args: A, context: MatcherContext) => Promise<Outcome>

/**
 * Makes a matcher out of its judging part.
 *
 * @param load - Called by the first call of the matcher.
 */
export function defineMatcher<A extends unknown[]>(name: string, load: () => Promise<JudgingPart<A>>): Matcher<A> {
  const judging = once(load)
  return function matcher(this: State, received, ...args) {
    refuseMisuse(name, this, matcher)
    const called = new CallSite(matcher)
    const store = running.getStore()
    if (store === undefined) refuseOutside(name, matcher)
    const task = store?.task ?? this.task
    if (this.soft && store && this.task !== store.task) {
      store.softMisuse.push({ matcher: name, called })
      return Promise.resolve({ pass: !this.isNot, message: () => '' })
    }
    if (inject('vitestJudge')?.enabled === false) task?.context.skip('vitest-judge is switched off (enabled: false)')
    const judge = async (context: MatcherContext) => (await judging())(received, args, context)
    const asserted = { matcher: name, negated: Boolean(this.isNot), task, called, received }
    const result = run(asserted, judge).catch((error) => {
      throw called.point(error)
    })
    // After its test a failure can only be reported as an unhandled rejection, so it must stay one.
    return store && !store.ended ? watch(store, { matcher: name, called }, result, this) : result
  }
}

/** Vitest puts one promise before whoever waits, and one more for `expect.soft`. */
function watch<T>(
  store: Running,
  { matcher, called }: Pick<Call, 'matcher' | 'called'>,
  result: Promise<T>,
  { soft, promise }: State,
): Promise<T> {
  const settle = () => {
    call.settled = true
  }
  const call: Call = { matcher, called, end: result.then(settle, settle), settled: false, awaited: false }
  store.calls.push(call)
  return WatchedPromise.over(result, soft && promise === '' ? 2 : 1, {
    onAwaited() {
      call.awaited = true
    },
    onError: (error) => called.point(error),
  })
}

/** Ways to call a matcher that would give a verdict nobody waits for. */
function refuseMisuse(name: string, { poll, promise }: State, below: Below): void {
  const right = `"await expect(value).${name}(...)"`
  if (poll) {
    throw misuse(
      `${name} cannot be used with expect.poll: every poll would ask the judge again. Await the value first, then write ${right}.`,
      below,
    )
  }
  // Only in an assertion Vitest fills `promise`. Inside another value it would take the pending verdict for a failed one.
  if (promise === undefined) {
    throw misuse(
      `expect.${name}(...) cannot be used inside another value, because its verdict has to be awaited. Write ${right}.`,
      below,
    )
  }
}

/** Outside tests Vitest still names the last one, which has been reported: the verdict would be paid for and kept nowhere. */
function refuseOutside(name: string, below: Below): void {
  if (tests.running !== 0) return
  throw misuse(
    `expect(...).${name}(...) was called outside a test, where its verdict would be paid for and kept nowhere. Call it in a test, or in beforeEach or afterEach; to judge once for several tests, keep what is judged in beforeAll and judge it in a test of its own.`,
    below,
  )
}

/** One call, as its record tells it. */
interface Asserted {
  readonly matcher: string
  readonly negated: boolean
  readonly task: RunnerTestCase | undefined
  readonly called: CallSite
  readonly received: unknown
}

const askers = once(() => import('./asker.js'))
const materials = once(() => import('../src/report/material.js'))
const peers = once(() => import('../src/report/eval-meta.js'))

async function run(asserted: Asserted, judge: (context: MatcherContext) => Promise<Outcome>): Promise<Result> {
  const { task } = asserted
  const signal = task && signalOf(task.context)
  const asker = async () => (await askers()).theAsker()
  const { sampling, judging } = inject('vitestJudge') ?? {}
  const options = { ...sampling, ...(signal && { signal }), ...(task && { label: task.fullTestName }) }
  const leave = () => leaveUnjudged(asserted, signal?.reason)
  signal?.throwIfAborted()
  // At once, wherever the judging is: after the end of a test its records are read no more.
  signal?.addEventListener('abort', leave, { once: true })
  try {
    const outcome = await judge({ asker, options, judging: judging ?? undefined })
    signal?.throwIfAborted()
    return await conclude(asserted, outcome)
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

function leaveUnjudged(asserted: Asserted, cause: unknown): void {
  const { matcher, negated, task } = asserted
  const reason = `the test ended first: ${cause instanceof Error ? cause.message : String(cause)}`
  const nothing = { thresholds: {}, values: {}, bounds: null, judgement: {}, ...placeOf(asserted) }
  leaveRecord(task, 'checks', { matcher, verdict: 'unjudged', negated, passed: false, reason, ...nothing })
}

/** Which attempt it belongs to, and which line called it. */
function placeOf({ task, called }: Asserted): Pick<CheckRecord, 'line' | 'retry' | 'repeat'> {
  const line = task && called.lineIn(task.file)
  return { ...(line !== undefined && { line }), ...attemptOf(task) }
}

/** Leaves the record; without a verdict throws, or skips the test where the user chose that. */
async function conclude(asserted: Asserted, outcome: Outcome): Promise<Result> {
  const { matcher, negated, task } = asserted
  const { message, material: judged, ...record } = outcome
  const passed = outcome.verdict === (negated ? 'fail' : 'pass')
  const open = outcome.verdict === 'unjudged'
  const { dryRun = false, onUnjudged = 'fail', agentModel = null } = inject('vitestJudge') ?? {}
  if (open && dryRun) task?.context.skip('dry run: the judge was not asked')
  const judgement = { ...record.judgement, ...(agentModel !== null && { agent_model: agentModel }) }
  const { keepMaterial } = await materials()
  const material = judged && { material: keepMaterial(judged) }
  leaveRecord(task, 'checks', { matcher, negated, passed, ...record, judgement, ...material, ...placeOf(asserted) })
  await tellPeers(asserted)
  if (!open) return { pass: outcome.verdict === 'pass', message: () => message(negated) }
  if (onUnjudged === 'skip') task?.context.skip(`unjudged: ${outcome.reason}`)
  const { UnjudgedError } = await import('../src/errors.js')
  throw new UnjudgedError(message(negated))
}

/** The calls of this attempt so far, for readers that know vitest-evals. */
async function tellPeers({ task, received }: Asserted): Promise<void> {
  const { checkMeta } = await peers()
  const { retry, repeat } = attemptOf(task)
  const checks = checksOf(task).filter((check) => check.retry === retry && check.repeat === repeat)
  leavePeerMeta(task, (before) => checkMeta(checks, received, before))
}
