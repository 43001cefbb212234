/**
 * Options of eval sets: what is judged, how, and when it turns red. They hold for all sets, or for one by its name.
 *
 * @module
 */
import { z } from 'zod'
import { type SubjectSource, subjectSourceSchema } from './agent/source.js'
import type { GateSettings } from './types.js'

/** The gate of eval sets. */
export interface GateOptions {
  /** Dimensions that must not be below the threshold. Default `['task_success']`. */
  blockOn?: string[]
  /** Fraction 0-1 for sets without their own `pass_threshold`. Default 0.75. */
  passThreshold?: number
  /** `case`: tests of cases turn red; `set`: they record and only the closing gate test turns red. Default `case`. */
  on?: 'case' | 'set'
  /** Names of sets or dimensions that report but never block. Default none. */
  advisory?: string[]
}

/** Options of one eval set. */
export interface SetOptions {
  /** False: the set's tests are skipped and nothing of it is judged. Default true. */
  enabled?: boolean
  /** What is judged. Default: what the module beside the set gives, `NAME.subject.ts`. */
  subject?: SubjectSource
  /** When cases and sets turn red. */
  gate?: GateOptions
  /** Claude by a tier or a model id, for this set only; the variable `VITEST_JUDGE_MODEL` wins. Default: the run's judge. */
  judgeModel?: string
  /**
   * `output` scores the artifact dimensions of eval sets only, `trajectory` all. Default: `trajectory` for cases whose subject
   * returns `toolCalls`, else `output`.
   */
  mode?: 'output' | 'trajectory'
}

const names = z.array(z.string()).optional()

/** Fields that hold for all sets or for one, as zod schemas. */
export const setFields: Record<keyof Omit<SetOptions, 'judgeModel'>, z.ZodType> = {
  enabled: z.boolean().optional(),
  subject: subjectSourceSchema.optional(),
  gate: z
    .strictObject({
      blockOn: names,
      passThreshold: z.number().optional(),
      on: z.enum(['case', 'set']).optional(),
      advisory: names,
    })
    .optional(),
  mode: z.enum(['output', 'trajectory']).optional(),
}

/** The options of one set. */
export const setOptionsSchema: z.ZodType<SetOptions> = z.strictObject({
  ...setFields,
  judgeModel: z.string().min(1, 'a tier or a model id').optional(),
}) as z.ZodType<SetOptions>

/** The gate with its defaults. */
export function gateSettings(gate: GateOptions = {}): GateSettings {
  return {
    blockOn: gate.blockOn ?? ['task_success'],
    blockOnIsOwn: gate.blockOn !== undefined,
    passThreshold: gate.passThreshold ?? 0.75,
    on: gate.on ?? 'case',
    advisory: gate.advisory ?? [],
  }
}
