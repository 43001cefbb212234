/**
 * What the workers of a project are told.
 *
 * @module
 */
import { resolve } from 'node:path'
import type { SetContext, WorkerContext } from '../../matchers/context.js'
import { placeOf, type SubjectPlace, type SubjectSource } from '../agent/source.js'
import type { BrokerOptions } from '../broker/broker.js'
import { seatName } from '../config.js'
import type { NamedJudge } from '../models/asker.js'
import type { JudgeModel } from '../models/model.js'
import type { VitestJudgeOptions } from '../options.js'
import { identityOf } from '../panel.js'
import { gateSettings, type SetOptions } from '../set-options.js'

/** The run's options, with the environment in them. */
export interface RunSettings
  extends Pick<BrokerOptions, 'dryRun' | 'batch' | 'concurrency' | 'recordings' | 'recordingsDir' | 'claude'> {
  /** The environment names the judge, so no set has one of its own. */
  readonly judgeFromEnvironment: boolean
  /** Absolute path that relative ones start from. */
  readonly root: string
  /** Paths of files that reporters write. */
  readonly outputFiles: readonly string[]
}

/**
 * @param own - The project's options.
 * @param broker - Where workers reach the judge.
 */
export function contextOf(own: VitestJudgeOptions, run: RunSettings, broker: WorkerContext['broker']): WorkerContext {
  const { enabled = true, timeout = 600_000, onUnjudged = 'fail', sets = {} } = own
  const { judging = null, samples = 1, escalate, judges, agentModel = null } = own
  return {
    enabled,
    dryRun: run.dryRun,
    batch: run.batch?.folder ?? null,
    onUnjudged,
    broker,
    timeout,
    concurrency: run.concurrency,
    judging,
    sampling: { samples, ...(escalate && { escalate }), ...(judges && { judges: seatsOf(judges) }) },
    agentModel,
    sets: setContextOf({}, own, run),
    ownSets: Object.fromEntries(Object.entries(sets).map(([name, options]) => [name, setContextOf(options, own, run)])),
  }
}

/** Own judges stay in the main process; names that the broker knows stand for them. */
function seatsOf(judges: readonly (JudgeModel | string)[]): NamedJudge[] {
  return judges.map((judge, index) => ({
    name: typeof judge === 'string' ? judge : seatName(index),
    identity: identityOf(judge),
  }))
}

function setContextOf({ judgeModel, ...set }: SetOptions, own: VitestJudgeOptions, run: RunSettings): SetContext {
  const named = judgeModel === undefined || run.judgeFromEnvironment ? null : judgeModel
  return {
    enabled: set.enabled ?? true,
    deterministic: own.judge === 'deterministic',
    mode: set.mode ?? own.mode ?? null,
    gate: gateSettings({ ...own.gate, ...set.gate }),
    trials: set.trials ?? own.trials ?? 1,
    judge: named === null ? null : { name: named, identity: run.claude(named).identity },
    subject: subjectOf(set.subject ?? own.subject, own, run),
    replay: run.recordings === 'replay',
  }
}

function subjectOf(
  source: SubjectSource | undefined,
  { outputDir = '.vitest-judge' }: VitestJudgeOptions,
  { root, recordingsDir, outputFiles }: RunSettings,
): SubjectPlace | null {
  if (source === undefined) return null
  // Results, and reports with the records of tests in them, tell what is expected.
  const written = ['evals', outputDir, ...outputFiles].map((path) => resolve(root, path))
  return placeOf(source, root, [...written, recordingsDir])
}
