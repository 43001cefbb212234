/**
 * Options of eval sets: what is judged, how, and when it turns red. They hold for all sets, or for one by its name.
 *
 * @module
 */
import { z } from 'zod'
import { type SubjectSource, subjectSourceSchema } from './agent/source.js'
import { wholeNumber } from './check.js'
import { badInput } from './errors.js'
import { checkFraction } from './scoring/decide.js'
import type { GateSettings, PassGate } from './types.js'

/** The gate of eval sets. */
export interface GateOptions {
  /** Dimensions that must not be below the threshold. Default `['task_success']`. */
  blockOn?: string[]
  /** Fraction 0-1 for sets without their own `pass_threshold`. Default 0.75. */
  passThreshold?: number
  /**
   * `case`: tests of cases turn red; `set`: they record and only the closing gate test turns red. Default `case`, and `set` with
   * `pass`.
   */
  on?: 'case' | 'set'
  /** Names of sets or dimensions that report but never block. Default none. */
  advisory?: string[]
  /**
   * `{ at: k, min }`: the mean over the cases of the chance that at least one of k trials passes (`pass@k`) must reach `min`, a
   * fraction 0-1; `{ all: k, min }`: that all of k trials pass (`pass^k`). Decides instead of the aggregate and the means. Default
   * none.
   */
  pass?: PassGate
  /**
   * Compares with the `baseline`. `true`: a significant loss blocks; a list of case ids: that, and that one of these cases turned
   * red. Default none.
   */
  noRegression?: true | string[]
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
  /** How often the agent is run for each case, 1-100: each trial is a test of its own. Default 1. */
  trials?: number
}

const FRACTION = { error: 'a fraction from 0 to 1' }
const MOST_TRIALS = 100
const CASE_IDS = 'true, or a list of case ids'
const fraction = z.number(FRACTION).min(0, FRACTION).max(1, FRACTION)
const passFields = { at: z.number().optional(), all: z.number().optional(), min: fraction }
const passGate = z
  .strictObject(passFields)
  .refine(({ at, all }) => (at === undefined) !== (all === undefined), 'either { at: k, min } or { all: k, min }')
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
      pass: passGate.optional(),
      noRegression: z.union([z.literal(true), z.array(z.string()).min(1, CASE_IDS)], { error: CASE_IDS }).optional(),
    })
    .optional(),
  mode: z.enum(['output', 'trajectory']).optional(),
  trials: wholeNumber(`a whole number from 1 to ${MOST_TRIALS}`, MOST_TRIALS).optional(),
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
    on: gate.on ?? (gate.pass === undefined ? 'case' : 'set'),
    advisory: gate.advisory ?? [],
    ...(gate.pass !== undefined && { pass: gate.pass }),
    ...(gate.noRegression !== undefined && { noRegression: gate.noRegression }),
  }
}

/** The set's own option wins. Names of sets may be those of an object's own members. */
export function trialsOf(feature: string, { sets = {}, trials = 1 }: AllSetOptions): number {
  return (Object.hasOwn(sets, feature) ? sets[feature]?.trials : undefined) ?? trials
}

/** Options of all sets, and those of single ones. */
export interface AllSetOptions extends Omit<SetOptions, 'judgeModel'> {
  readonly sets?: Readonly<Record<string, SetOptions>>
  readonly baseline?: string
}

/**
 * Checks what the options of all sets and those of single ones say together.
 *
 * @throws {@link InputError} when a gate is about more trials than there are, or about a baseline that is not named.
 */
export function checkGates(options: AllSetOptions): void {
  checkThreshold('gate', options.gate)
  for (const [name, { gate }] of Object.entries(options.sets ?? {})) checkThreshold(`sets.${name}.gate`, gate)
  const all: [string, SetOptions][] = [['', {}], ...Object.entries(options.sets ?? {})]
  for (const [name, set] of all) {
    const { pass, noRegression } = { ...options.gate, ...set.gate }
    const suffix = name === '' ? '' : ` of \`sets["${name}"]\``
    const place = (field: string) => `\`gate.${field}\`${suffix}`
    if (pass !== undefined) checkPass(pass, set.trials ?? options.trials ?? 1, place)
    if (noRegression === undefined || options.baseline !== undefined) continue
    throw badInput('vitest-judge options', {
      place: '`baseline`',
      expected: `given, because of ${place('noRegression')}`,
      received: undefined,
      hint: 'Name a results file, or "latest".',
    })
  }
}

function checkThreshold(place: string, { passThreshold }: GateOptions = {}): void {
  if (passThreshold === undefined) return
  checkFraction('vitest-judge options', `${place}.passThreshold`, passThreshold)
}

function checkPass(pass: PassGate, trials: number, place: (field: string) => string): void {
  const [field, k] = 'at' in pass ? ['at', pass.at] : ['all', pass.all]
  if (Number.isInteger(k) && k >= 1 && k <= trials) return
  throw badInput('vitest-judge options', {
    place: place(`pass.${field}`),
    expected: `a whole number from 1 to the number of trials (${trials})`,
    received: k,
    hint: 'Set `trials`, for all sets or for this one.',
  })
}
