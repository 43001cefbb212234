/**
 * Options as users give them, and their checks.
 *
 * @module
 */
import { z } from 'zod'
import type { SubjectSource } from './agent/source.js'
import type { Budget } from './broker/ledger.js'
import type { RecordingsMode } from './broker/recordings.js'
import { milliseconds, parseWith, wholeNumber } from './check.js'
import { badInput } from './errors.js'
import type { ModelPrice } from './models/claude-models.js'
import { isJudgeModel, type JudgeModel } from './models/model.js'
import { type Judging, judgingField } from './modes/judging.js'
import { judgesField, refuseBoth } from './panel.js'
import { type Escalation, samplingFields } from './sampling.js'
import { checkGates, type SetOptions, setFields, setOptionsSchema } from './set-options.js'

/** How to reach a judge. The plugin and {@link createJudge} take these. */
export interface JudgeOptions {
  /**
   * `model`: Claude, by `judgeModel`. `deterministic`: no model at all; eval sets use their fallback, matchers that need a
   * model are unjudged. Or a judge of your own. Default `model`.
   */
  judge?: 'model' | 'deterministic' | JudgeModel
  /**
   * A panel instead of one judge: all are asked, and the median of values and the majority of yes or no counts. Judges of your
   * own, tiers or model ids of Claude; at least two.
   */
  judges?: readonly (JudgeModel | string)[]
  /** A tier (`tier-fast`, `tier-balanced`, `tier-best`) or a model id. Default `tier-fast`; `VITEST_JUDGE_MODEL` wins. */
  judgeModel?: string
  /** Default `ANTHROPIC_API_KEY`, also from `.env` files as Vite reads them. */
  apiKey?: string
  /** Default `ANTHROPIC_BASE_URL`, else the service's public address. */
  baseURL?: string
  /** Most calls at once in the whole run, from 1. Default 6; `VITEST_JUDGE_CONCURRENCY` wins. */
  concurrency?: number
  /** Milliseconds for one call, from its slot to the end of its reply. Default 120000. */
  deadline?: number
  /**
   * `auto`: use a recording, or ask and record. `replay`: never ask. `record`: ask again and record. `off`: neither read nor
   * write. Default `auto`; `VITEST_JUDGE_RECORDINGS` wins.
   */
  recordings?: RecordingsMode
  /** Folder of the recordings. Default `evals/recordings` below the root. */
  recordingsDir?: string
  /** Keep the prompts in recordings too, in which what was judged can be read. Default false. */
  recordPrompts?: boolean
  /** The most that a run may spend on judging, in USD or tokens. What does not fit is unjudged. Default: no limit. */
  budget?: Budget
  /** Prices in USD per million tokens by model id, before those of the built-in table. */
  prices?: Record<string, ModelPrice>
  /** Milliseconds for which the service may be overloaded (529) without a break before the run is given up. Default 300000. */
  maxOutage?: number
}

/** Options of the plugin. */
export interface VitestJudgeOptions extends JudgeOptions, Omit<SetOptions, 'judgeModel'> {
  /** False: no evals are run and nothing is judged. Default true. */
  enabled?: boolean
  /** `asked`: evals run only when Vitest was given a path; `always`: with every run. Default `asked`. */
  evals?: 'asked' | 'always'
  /**
   * `together`: one request for all dimensions. `apart`: one each, in isolation. Default: `together` for rubrics, `apart` for
   * eval sets.
   */
  judging?: Judging
  /** How often each question is asked; the median or the majority counts. From 1. Default 1. */
  samples?: number
  /** Ask a stronger judge about what samples or unjudged parts leave uncertain. Default: never. */
  escalate?: Escalation
  /** Name of the model under test. Where the judge is of the same family, the run says so. Default: not known. */
  agentModel?: string
  /** What is judged where a set has no module beside it. Default: such a set is an error. */
  subject?: SubjectSource
  /** Options of single eval sets, by the set's `feature`; what is not given there is as for all. */
  sets?: Record<string, SetOptions>
  /** Folder of the results files. Default `evals/results` where `evals/` exists, else `.vitest-judge/results`. */
  outputDir?: string
  /** Write each run's results as an HTML page too, beside the results file. Default false. */
  report?: boolean
  /**
   * Results that this run is compared with: a results file, its path from the root, or `latest`, the newest whole one in
   * `outputDir` that has all that this run judged, or most of it. Default none.
   */
  baseline?: string
  /**
   * What becomes of a matcher without a verdict. `fail`: it throws. `skip`: its test is skipped with the reason; the gate of the
   * run is closed all the same. Default `fail`.
   */
  onUnjudged?: 'fail' | 'skip'
  /** Milliseconds for one test of an eval file, the judge's queue included. Default 600000. */
  timeout?: number
}

const own = z.custom<JudgeModel>(isJudgeModel)
/** For the option and for its variable in the environment. */
export const recordingsMode: z.ZodType<RecordingsMode> = z.enum(['auto', 'replay', 'record', 'off'])

const amount = z
  .number({ error: 'a number above 0' })
  .refine((value) => value > 0 && Number.isFinite(value), 'a number above 0')
const rate = z.number({ error: 'USD per million tokens' }).refine((value) => value >= 0, 'USD per million tokens')
const rates = { input: rate, output: rate, cacheWrite5m: rate, cacheWrite1h: rate, cacheRead: rate }

function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value) && new URL(value).password === ''
}

const judgeFields = {
  judge: z
    .union([z.enum(['model', 'deterministic']), own], {
      error: '"model", "deterministic" or a judge of your own with `id`, `settings` and `judge`',
    })
    .optional(),
  judges: judgesField.optional(),
  judgeModel: z.string().min(1, 'a tier or a model id').optional(),
  apiKey: z.string().optional(),
  baseURL: z
    .string()
    .refine(isAddress, 'an address that begins with http:// or https://, without a password in it')
    .optional(),
  concurrency: wholeNumber('a whole number from 1', Number.MAX_SAFE_INTEGER).optional(),
  deadline: milliseconds.optional(),
  recordings: recordingsMode.optional(),
  recordingsDir: z.string().min(1, 'a folder').optional(),
  recordPrompts: z.boolean().optional(),
  budget: z.strictObject({ usd: amount.optional(), tokens: amount.optional() }).optional(),
  prices: z
    .record(z.string(), z.strictObject({ ...rates, long: z.strictObject({ above: amount, ...rates }).optional() }))
    .optional(),
  maxOutage: milliseconds.optional(),
}

/** Names of {@link JudgeOptions}: what all projects of a run have in common. */
export const JUDGE_OPTIONS: readonly (keyof JudgeOptions)[] = Object.keys(judgeFields) as (keyof JudgeOptions)[]

const pluginFields = {
  ...samplingFields,
  judging: judgingField.optional(),
  agentModel: z.string().min(1, 'a name').optional(),
  ...setFields,
  sets: z.record(z.string(), setOptionsSchema).optional(),
  evals: z.enum(['asked', 'always']).optional(),
  outputDir: z.string().min(1, 'a folder').optional(),
  report: z.boolean().optional(),
  baseline: z.string().min(1, '"latest", or a results file').optional(),
  timeout: milliseconds.optional(),
  onUnjudged: z.enum(['fail', 'skip']).optional(),
}

/** @throws {@link InputError} that names the option. */
export function checkJudgeOptions(options: unknown): JudgeOptions {
  const checked = parseWith(z.strictObject(judgeFields), 'vitest-judge options', options) as JudgeOptions
  refuseBoth('vitest-judge options', checked)
  return checked
}

/** @throws {@link InputError} that names the option. */
export function checkPluginOptions(options: unknown): VitestJudgeOptions {
  const schema = z.strictObject({ ...judgeFields, ...pluginFields })
  const checked = parseWith(schema, 'vitest-judge options', options) as VitestJudgeOptions
  refuseBoth('vitest-judge options', checked)
  const ownModel = Object.entries(checked.sets ?? {}).find(([, { judgeModel }]) => judgeModel !== undefined)
  if (ownModel !== undefined && (checked.judge ?? 'model') !== 'model') {
    throw badInput('vitest-judge options', {
      place: `the \`judgeModel\` of \`sets["${ownModel[0]}"]\``,
      expected: 'absent, because `judge` is a judge of your own or deterministic',
      received: ownModel[1].judgeModel,
    })
  }
  checkGates(checked)
  return checked
}
