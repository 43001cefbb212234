/**
 * The shape of an eval set's file. Every message is the phrase after "expected … to be".
 *
 * @module
 */
import { z } from 'zod'
import type { CaseRun, Category, EvalCase, InvertMode } from '../types.js'
import { findStray } from './plain.js'

/** A dimension as the file has it. */
export interface RawDimension {
  readonly name: string
  readonly weight: number
  readonly invert: boolean
  readonly category?: Category | undefined
  readonly measures?: string | undefined
}

/** A case as the file has it. */
export interface RawCase extends Omit<EvalCase, 'run'>, Readonly<Record<CaseRun, boolean>> {}

/** An eval set as the file has it. */
export interface RawSet {
  readonly version: 1
  readonly feature: string
  readonly draft: boolean
  readonly rubric?:
    | {
        readonly dimensions: readonly RawDimension[]
        readonly pass_threshold: number | null
        readonly invert_mode: InvertMode
      }
    | undefined
  readonly cases: readonly RawCase[]
}

/** An object with these fields and no others; its message names them all. */
function closed<T extends z.ZodRawShape>(shape: T): z.ZodObject<T, z.core.$strict> {
  const fields = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `one of ${fields}` : `an object with ${fields}`),
  })
}

const filled = (what: string) => z.string({ error: what }).refine((text) => text.trim() !== '', { error: what })

const WEIGHT = { error: 'a number above 0, at most 1e9' }

const FRACTION = { error: 'a fraction from 0 to 1' }

const flag = z.boolean({ error: 'true or false' }).default(false)

const NAME = 'at most 64 letters, digits, spaces, _ - . / without space at its ends'

const dimensionSchema = closed({
  name: z
    .string({ error: NAME })
    .regex(/^(?! )[\p{L}\p{M}\p{N} _./-]{1,64}(?<! )$/u, { error: NAME })
    .refine((name) => !(name in {}), { error: 'a name that JavaScript objects do not have already' }),
  weight: z.number(WEIGHT).positive(WEIGHT).max(1e9, WEIGHT),
  invert: flag,
  category: z.enum(['artifact', 'process'], { error: '"artifact" or "process"' }).optional(),
  measures: filled('text that says what it measures').optional(),
})

const CASES = 'a list of at least one case'
const DIMENSIONS = 'a list of at least one dimension'
const LINE = 'at most 200 characters without control characters, and not empty'

/** Names of sets and cases are names of tests, which stand on one line. */
const line = filled(LINE)
  .max(200, { error: LINE })
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, { error: LINE })

const caseSchema = closed({
  id: line,
  input: z.unknown().superRefine(checkInput),
  expected: z.string({ error: 'text' }).default(''),
  labels: z.array(filled('text, not empty'), { error: 'a list of labels' }).default([]),
  must_not: z.array(filled('text, not empty'), { error: 'a list of texts' }).default([]),
  only: flag,
  skip: flag,
  todo: flag,
})

/** Checks the shape; what spans several fields is checked in parse.ts. */
export const setSchema: z.ZodType<RawSet> = closed({
  version: z.literal(1, { error: '1' }),
  feature: line,
  draft: flag,
  rubric: closed({
    dimensions: z.array(dimensionSchema, { error: DIMENSIONS }).min(1, { error: DIMENSIONS }),
    pass_threshold: z.number(FRACTION).min(0, FRACTION).max(1, FRACTION).nullable().default(null),
    invert_mode: z.enum(['subtract', 'complement'], { error: '"subtract" or "complement"' }).default('subtract'),
  }).optional(),
  cases: z.array(caseSchema, { error: CASES }).min(1, { error: CASES }),
  $schema: z.string({ error: 'the address of a JSON Schema' }).optional(),
})

/** Of YAML, which knows numbers that JSON does not, and aliases that point at their own parent. */
function checkInput(value: unknown, { addIssue }: z.RefinementCtx): void {
  const stray = findStray(value)
  if (stray !== null) addIssue({ code: 'custom', message: stray.expected, path: [...stray.path] })
}
