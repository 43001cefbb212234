/**
 * Holds a run against limits.
 *
 * @module
 */
import type { Verdict } from '../types.js'
import type { Run } from './trajectory.js'
import { countUnread } from './unread.js'

/** Most that a run may take. Each is 0 or more; those that are left out are not looked at. */
export interface TrajectoryLimits {
  /** Answers of the model. */
  readonly steps?: number
  /** Tool calls, failed ones among them. */
  readonly calls?: number
  /** Seconds, as the log reports them, else from its first to its last timestamp. */
  readonly seconds?: number
  /** Input and output tokens, those from caches among them. */
  readonly tokens?: number
  /** Cost in USD, as the log reports it. */
  readonly usd?: number
}

/** Names of the limits, in the order in which they are shown. */
export const LIMITS: readonly (keyof TrajectoryLimits)[] = ['steps', 'calls', 'seconds', 'tokens', 'usd']

/** One limit and what came. */
export interface CheckedLimit {
  readonly name: keyof TrajectoryLimits
  readonly limit: number
  /** Null: the log does not tell. */
  readonly value: number | null
  /** `unjudged` where the value is not known, or is within the limit and entries were not understood: it may be more. */
  readonly verdict: Verdict
}

/** Checks every limit that is given. */
export function checkLimits(run: Run, limits: TrajectoryLimits): readonly CheckedLimit[] {
  const isAtLeast = countUnread(run.unknown) > 0
  return LIMITS.flatMap((name) => {
    const limit = limits[name]
    if (limit === undefined) return []
    const value = measure(run, name)
    const within = isAtLeast ? 'unjudged' : 'pass'
    return [{ name, limit, value, verdict: value === null ? 'unjudged' : value <= limit ? within : 'fail' }]
  })
}

function measure({ steps, toolCalls, usage = {} }: Run, name: keyof TrajectoryLimits): number | null {
  const { input_tokens, output_tokens, seconds, cost_usd } = usage
  const tokens = input_tokens === undefined || output_tokens === undefined ? null : input_tokens + output_tokens
  const values = { steps, calls: toolCalls?.length ?? null, seconds: seconds ?? null, tokens, usd: cost_usd ?? null }
  return values[name]
}
