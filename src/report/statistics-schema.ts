/**
 * The parts of the results file's schema that are statistics: trials, intervals, comparison with the baseline.
 *
 * @module
 */
import { z } from 'zod'
import type { SetTrials } from '../evalset/pass.js'
import type { GroupComparison, RunComparison } from './compare-runs.js'
import type { GitState } from './results.js'
import type { SetStatistics } from './statistics.js'

const FRACTION = 'a fraction from 0 to 1'

/** A score, rate or threshold. */
export const fraction: z.ZodType<number> = z.number().min(0, FRACTION).max(1, FRACTION)

/** What was under test. */
export const git: z.ZodType<GitState> = z.object({
  commit: z.string(),
  branch: z.string().nullable(),
  dirty: z.boolean().nullable(),
  folder: z.exactOptional(z.string()),
})

const interval = z.object({ lower: z.number(), upper: z.number() }).nullable()

/** Pass rate and intervals of a set. */
export const statistics: z.ZodType<SetStatistics> = z.object({
  cases: z.number(),
  pass_rate: fraction.nullable(),
  intervals: z
    .object({ pass_rate: interval, aggregate: interval, dimensions: z.record(z.string(), interval) })
    .nullable(),
})

const rates = { pass_at: z.array(fraction.nullable()), pass_all: z.array(fraction.nullable()) }

/** The trials of a set. */
export const trials: z.ZodType<SetTrials> = z.object({
  trials: z.number(),
  gate: z.exactOptional(
    z.union([z.object({ min: fraction, at: z.number() }), z.object({ min: fraction, all: z.number() })]),
  ),
  flickering: z.array(z.string()),
  cases: z.array(
    z.object({ case: z.string(), passed: z.number(), failed: z.number(), unjudged: z.number(), ...rates }),
  ),
  ...rates,
})

const names = z.array(z.string())

const group: z.ZodType<GroupComparison> = z.object({
  kind: z.enum(['set', 'checks']),
  name: z.string(),
  file: z.exactOptional(z.string()),
  verdict: z.enum(['better', 'worse', 'no detectable difference', 'refused', 'nothing to compare']),
  pairs: z.number(),
  difference: z.number().nullable(),
  interval,
  chance: z.object({ scores: fraction.nullable(), passed: fraction.nullable() }),
  p_value: fraction.nullable(),
  improved: names,
  worse: names,
  unchanged: z.number(),
  turned_green: names,
  turned_red: names,
  no_verdict: z.exactOptional(z.object({ now: names, before: names, both: names })),
  new: names,
  gone: names,
  incomparable: names,
  notes: names,
})

/** How a run differs from its baseline. */
export const comparison: z.ZodType<RunComparison> = z.object({
  baseline: z.string(),
  started: z.string(),
  git: z.exactOptional(git),
  forced: z.boolean(),
  groups: z.array(group),
  notes: names,
})
