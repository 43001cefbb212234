/**
 * Runs the cases and the closing gate of an eval set. The modules that are made of eval sets call it.
 *
 * @module
 */
import './augment.js'
import { describe, inject, type TestContext, test } from 'vitest'
import { badInput, InputError, JudgeError, UnjudgedError } from '../src/errors.js'
import { ALL_SKIPPED, countPlanned, gateSet } from '../src/evalset/gate.js'
import { judgeCase } from '../src/evalset/outcome.js'
import { readCode } from '../src/evalset/reasons.js'
import { resolveGate } from '../src/evalset/rule.js'
import type { SetDescriptor } from '../src/report/descriptor.js'
import { caseMeta } from '../src/report/eval-meta.js'
import { caseMaterial } from '../src/report/material.js'
import { oneLine } from '../src/text.js'
import type { CaseRecord, EvalCase, EvalSet, Produced, UnjudgedReason } from '../src/types.js'
import { type SetContext, settingsOf, type WorkerContext } from './context.js'
import type { Attempt } from './eval-set-judge.js'
import { caseMessage, gateMessage } from './eval-set-message.js'
import {
  type Agent,
  type AgentTook,
  asError,
  isCancelled,
  runSubject,
  type Subject,
  subjectAt,
} from './eval-set-subject.js'
import { once } from './once.js'
import { pointBelow, withoutOwnFrames } from './places.js'
import { attemptOf, describeSet, leavePeerMeta, leaveRecord } from './records.js'
import { signalOf } from './running.js'

/** The module beside a set; its default export produces what is judged. */
export interface SubjectModule {
  readonly default?: unknown
}

// The modules themselves find no package under vmThreads and vmForks: they are no files.
export { describe, test }

const judges = once(() => import('./eval-set-judge.js'))

interface SetParts {
  readonly set: EvalSet
  readonly file: string
  readonly subject: Subject
  readonly agent: Agent
  readonly given: WorkerContext | null
  readonly lines: readonly number[]
}

/** A set during one run of its file. */
class OpenSet {
  readonly #set: EvalSet
  readonly #file: string
  readonly #subject: Subject
  readonly #agent: Agent
  readonly #given: WorkerContext | null
  /** Of the cases, in the set's file. */
  readonly #lines: readonly number[]
  readonly #records: CaseRecord[] = []
  /** The same for each of the tests, which may be many. */
  #descriptor: SetDescriptor | undefined

  constructor({ set, file, subject, agent, given, lines }: SetParts) {
    this.#set = set
    this.#file = file
    this.#subject = subject
    this.#agent = agent
    this.#given = given
    this.#lines = lines
  }

  /** How to judge, as the plugin was told. */
  get #judging(): Pick<WorkerContext, 'judging' | 'sampling'> {
    const { judging = null, sampling = {} } = this.#given ?? {}
    return { judging, sampling }
  }

  get #settings(): SetContext {
    if (this.#given !== null) return settingsOf(this.#given, this.#set.feature)
    throw new InputError(`${this.#file}: eval sets need the plugin of vitest-judge in the Vitest config.`)
  }

  /** The test of one case: produce, judge, record, and fail when a dimension that blocks is low or unjudged. */
  async runCase(context: TestContext, index: number, trial?: number): Promise<void> {
    const evalCase = this.#set.cases[index]
    if (evalCase === undefined) throw new RangeError(`${this.#file} has no case ${index}`)
    if (!this.#settings.enabled) context.skip(OFF)
    if (!this.#given?.dryRun) this.#describe(context)
    const line = this.#lines[index]
    const attempt = {
      ...(line !== undefined && { line }),
      ...(trial !== undefined && { trial }),
      ...attemptOf(context.task),
    }
    const { record, error, produced } = await this.#judge(evalCase, signalOf(context), attempt)
    const unasked = Object.values(record.dimensions).some((dimension) => readCode(dimension) === 'dry_run')
    if (unasked) context.skip('dry run: the judge was not asked')
    this.#records.push(record)
    leaveRecord(context.task, 'cases', record)
    const outcome = judgeCase(this.#set, record, this.#settings.gate)
    const { agentModel = null } = this.#given ?? {}
    const parts = { set: this.#set, record, outcome: outcome.outcome, produced: produced ?? null, agentModel }
    leavePeerMeta(context.task, () => caseMeta(parts))
    if (!outcome.blocks) return
    if (error !== undefined) throw withoutOwnFrames(error, this.runCase)
    if (outcome.outcome === 'pass') return
    const message = caseMessage(this.#set, record, outcome, resolveGate(this.#set, this.#settings.gate).threshold)
    throw pointBelow(outcome.outcome === 'fail' ? new JudgeError(message) : new UnjudgedError(message), this.runCase)
  }

  /** The closing test: the set as a whole, over the cases that ran. */
  runGate(context: TestContext): void {
    if (this.#given?.dryRun) context.skip('dry run')
    const { enabled, gate, replay, trials } = this.#settings
    if (!enabled) context.skip(OFF)
    const planned = countPlanned(this.#set, trials)
    if (planned === 0) context.skip(ALL_SKIPPED)
    this.#describe(context)
    const decided = gateSet(this.#set, this.#records, gate, { replay, planned, trials })
    if (!decided.passed) throw pointBelow(new JudgeError(gateMessage(this.#set, decided, trials)), this.runGate)
  }

  /** Whatever happens, there is a record. */
  async #judge(
    evalCase: EvalCase,
    signal: AbortSignal,
    attempt: Attempt,
  ): Promise<{ record: CaseRecord; error?: Error; produced?: Produced }> {
    const { failedRecord, judgedRecord } = await judges()
    const fail = (reason: UnjudgedReason, thrown: unknown, took: AgentTook, given?: Produced) => {
      const error = asError(thrown)
      const record = failedRecord(this.#set, evalCase, reason, oneLine(error.message, 2_000), attempt)
      return { record: { ...record, ...took, material: caseMaterial(evalCase, given) }, error }
    }
    const { trial = 1 } = attempt
    const { batch = null, dryRun = false } = this.#given ?? {}
    // A case that moved to another line is the same case.
    const { line: _, ...which } = attempt
    const keeping = { folder: batch, dryRun, agent: this.#agent, run: { file: this.#file, case: evalCase, ...which } }
    const what = `${this.#file} > ${evalCase.id}`
    const ran = await runSubject(this.#subject, evalCase, { signal, trial }, what, keeping)
    if (!('produced' in ran)) return fail(isCancelled(signal) ? 'aborted' : 'subject_failed', ran.thrown, ran.agent)
    const { produced, agent } = ran
    const how = { settings: this.#settings, ...this.#judging, attempt, signal }
    try {
      const record = await judgedRecord({ set: this.#set, case: evalCase, produced, ...how })
      return { record: { ...record, ...agent, material: caseMaterial(evalCase, produced) }, produced }
    } catch (error) {
      return signal.aborted
        ? fail('aborted', new JudgeError('the test ended before the judge answered'), agent, produced)
        : fail('fatal', error, agent, produced)
    }
  }

  #describe({ task }: TestContext): void {
    this.#descriptor ??= this.#makeDescriptor()
    describeSet(task, this.#descriptor)
  }

  #makeDescriptor(): SetDescriptor {
    const { gate, mode, replay, trials } = this.#settings
    const planned = countPlanned(this.#set, trials)
    const agentModel = this.#given?.agentModel ?? null
    return {
      ...{ set: { ...this.#set, cases: [] }, file: this.#file, gate, mode, replay, planned },
      ...(trials > 1 && { trials }),
      ...(agentModel !== null && { agentModel }),
    }
  }
}

const OFF = 'the set is off (enabled: false)'

/** Of `vitest list`, which calls none. */
function noSubject(): never {
  throw new JudgeError('no subject is named in the options of vitestJudge()')
}

export type { OpenSet }

/**
 * Opens a set for one run of its file.
 *
 * @param lines - Lines of the cases in the file.
 * @param digest - Of the subject's module; null where there is none.
 * @throws {@link InputError} when the subject has no default function, or the gate names a dimension that the set does not have.
 */
export async function openSet(
  set: EvalSet,
  file: string,
  subject: SubjectModule | null,
  lines: readonly number[],
  digest: string | null,
): Promise<OpenSet> {
  // `vitest list` of Vitest 4 comes here without a run, so without the plugin's word.
  const given = inject('vitestJudge') ?? null
  const settings = given === null ? null : settingsOf(given, set.feature)
  if (settings !== null) {
    resolveGate(set, settings.gate)
    // Loaded in the first case, it would take of that one's time, and a test that ends meanwhile would leave no record.
    await judges()
  }
  const place = settings?.subject ?? null
  const agent = { module: digest, place: subject === null ? place : null, model: given?.agentModel ?? null }
  const open = (produces: Subject) => new OpenSet({ set, file, subject: produces, agent, given, lines })
  if (subject === null) return open(place === null ? noSubject : await subjectAt(place))
  if (typeof subject.default === 'function') return open(subject.default as Subject)
  throw badInput(file, {
    place: 'the default export of its subject',
    expected: 'a function (case) => output',
    received: subject.default,
  })
}
