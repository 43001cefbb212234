/**
 * What the workers of a project are told.
 *
 * @module
 */
import type { WorkerContext } from '../../matchers/context.js'
import type { BrokerOptions } from '../broker/broker.js'
import { gateSettings, type VitestJudgeOptions } from '../options.js'

/**
 * @param own - The project's options.
 * @param run - The run's, with the environment in them.
 */
export function contextOf(own: VitestJudgeOptions, run: BrokerOptions, broker: WorkerContext['broker']): WorkerContext {
  const { enabled = true, timeout = 600_000, mode = null, gate, onUnjudged = 'fail' } = own
  const { judge, judging = null, samples = 1, escalate, agentModel = null } = own
  return {
    enabled,
    dryRun: run.dryRun,
    onUnjudged,
    broker,
    timeout,
    concurrency: run.concurrency,
    judging,
    sampling: { samples, ...(escalate && { escalate }) },
    agentModel,
    sets: {
      deterministic: judge === 'deterministic',
      mode,
      gate: gateSettings(gate),
      replay: run.recordings === 'replay',
    },
  }
}
