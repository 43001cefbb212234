/**
 * Several samples of one question, and a stronger judge for what they leave uncertain.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from './check.js'
import { isModelName } from './models/claude-models.js'
import type { JudgeModel, JudgeRequest } from './models/model.js'
import type { Asking } from './modes/free-text.js'
import type { Answer, Mode } from './modes/mode.js'
import { type Combined, combineSamples } from './modes/samples.js'
import { judgesField } from './panel.js'
import { type Answered, askQuestion, type Talk } from './question.js'
import { listVotes, panelAlpha } from './scoring/panel.js'
import { foldText } from './text.js'
import type { PanelJudge, SampledQuestion, Sampling } from './types.js'

/** When to ask a stronger judge. */
export interface Escalation {
  /** Whom: a tier (`tier-best`) or a model id of Claude. */
  readonly to: string
  /** What is uncertain; at least one of the two. */
  readonly when: {
    /** Samples that are further apart than this share of the scale, 0-1. Needs `samples` above 1. */
    readonly spread?: number
    /** Unjudged parts leave the verdict open. Default false. */
    readonly bounds?: boolean
  }
}

/** How often to ask, and whom else. */
export interface SamplingOptions {
  /** How often each question is asked, from 1. Default 1. */
  readonly samples?: number
  /** Ask a stronger judge about what is uncertain. Default: never. */
  readonly escalate?: Escalation
  /**
   * A panel: all of them are asked, and the median of values and the majority of yes or no counts, as with samples. Judges of
   * your own, tiers or model ids of Claude; at least two. Default: one judge.
   */
  readonly judges?: readonly (JudgeModel | string)[]
}

const fraction = z
  .number({ error: 'a fraction from 0 to 1' })
  .min(0, 'a fraction from 0 to 1')
  .max(1, 'a fraction from 0 to 1')
const COUNT = 'a whole number from 1'

/** The fields of {@link SamplingOptions} as zod schemas. */
export const samplingFields: Record<keyof SamplingOptions, z.ZodType> = {
  samples: z.int({ error: COUNT }).min(1, COUNT).optional(),
  escalate: z
    .strictObject({
      to: z.string().refine(isModelName, 'a tier (tier-best) or a model id'),
      when: z
        .strictObject({ spread: fraction.optional(), bounds: z.boolean().optional() })
        .refine((when) => Object.keys(when).length > 0, '`spread`, `bounds` or both'),
    })
    .optional(),
  judges: judgesField.optional(),
}

const samplingSchema = z.object(samplingFields)

/** @throws {@link InputError} that names the option. */
export function checkSampling<T extends SamplingOptions>(what: string, options: T): T {
  if (Object.keys(options).length === 0) return options
  return parseWith(samplingSchema, what, options) as T
}

/** One question with all its samples. */
export interface Sampled<R> {
  readonly answer: Answer<R>
  readonly clean: boolean
  /** Made only where it is kept, which that of a single answer is not. */
  readonly record: () => SampledQuestion
  /** A stronger judge was asked too. */
  readonly escalated: boolean
  /** Places on which the samples tie. */
  readonly ties: readonly string[]
}

/** Asks each judge one question as often as is wanted, each sample for itself. */
export async function askSamples<I, R, F>(
  mode: Mode<I, R, F>,
  asking: Asking<I>,
  talks: readonly Talk[],
  samples: number,
): Promise<Sampled<R>> {
  const { request } = asking
  const all = await Promise.all(
    talks.flatMap((talk) =>
      Array.from({ length: samples }, (_, sample) =>
        askQuestion(mode, { ...asking, request: { ...request, sample } }, talk),
      ),
    ),
  )
  const [first, ...others] = all
  if (first === undefined) throw new RangeError('a question is asked at least once')
  if (others.length === 0) {
    const { answer, clean } = first
    return { answer, clean, record: () => recordOf(request, combine(all, request)), escalated: false, ties: [] }
  }
  const combined = combine(all, request)
  const sampled = { record: () => recordOf(request, combined), escalated: false, ties: combined.ties }
  const answered = all.filter(({ value }) => value !== undefined).length
  const failed = all.find(({ answer }) => 'unjudged' in answer)
  // Half of the samples are no majority, whatever they say.
  if (answered * 2 <= all.length && failed !== undefined) return { ...sampled, answer: failed.answer, clean: false }
  const { parts, problems } = mode.read(asking.input, combined.value, asking.index)
  return { ...sampled, answer: { parts }, clean: problems.length === 0 }
}

/** Asks the stronger judge where the samples are uncertain. Its answer counts, where it gives one. */
export async function escalate<I, R, F>(
  mode: Mode<I, R, F>,
  asking: Asking<I>,
  sampled: Sampled<R>,
  { to, because, talk }: { to: string; because: 'spread' | 'bounds'; talk: Talk },
): Promise<Sampled<R>> {
  const stronger = await askQuestion(mode, asking, { ...talk, model: to })
  const answered = stronger.value !== undefined
  const { votes } = combine([stronger], asking.request)
  const record = { ...sampled.record(), escalated: { to, because, answered, votes } }
  const both = { ...sampled, record: () => record, escalated: true }
  return answered ? { ...both, answer: stronger.answer, clean: stronger.clean, ties: [] } : both
}

/** Why a stronger judge is asked; null where it is not. */
export function reasonToEscalate<R>(
  { answer, clean, record }: Sampled<R>,
  { spread, bounds = false }: Escalation['when'],
  isOpen: boolean,
): 'spread' | 'bounds' | null {
  // A dry run counts the calls that are sure, and nobody can say which would follow.
  if ('unjudged' in answer && answer.unjudged.reason === 'dry_run') return null
  if (spread !== undefined && record().spread > spread) return 'spread'
  return bounds && isOpen && !clean ? 'bounds' : null
}

/**
 * What a judgement keeps of its samples; null where each question was asked once and of one judge only.
 *
 * @param panel - Null for one judge.
 */
export function describeSampling<R>(
  samples: number,
  sampled: readonly Sampled<R>[],
  panel: readonly PanelJudge[] | null,
): Sampling | null {
  if (panel === null && samples === 1 && !sampled.some(({ escalated }) => escalated)) return null
  const questions = sampled.map(({ record }) => record())
  const spread = Math.max(0, ...questions.map((question) => question.spread))
  if (panel === null) return { samples, spread, questions }
  return { samples, spread, questions, panel: { judges: panel, alpha: panelAlpha(listVotes(questions), panel.length) } }
}

function recordOf({ label }: JudgeRequest, { votes, spread }: Combined): SampledQuestion {
  return { question: label, votes, spread }
}

function combine<R>(answered: readonly Answered<R>[], { system, user, schema }: JudgeRequest): Combined {
  const shown = answered.length === 1 ? '' : foldText([...system, ...user].map(({ text }) => text).join('\n'))
  return combineSamples(
    answered.map(({ value }) => value),
    schema,
    shown,
  )
}
