/**
 * How well a judge agrees with people, as it is stored and as it stands beside later scores.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { digest } from '../digest.js'
import { InputError } from '../errors.js'
import type { Agreement } from '../scoring/agreement.js'
import type { Figure, Share } from '../scoring/figures.js'
import type { Rating } from '../scoring/kappa.js'
import { hideCommand, oneLine } from '../text.js'
import type { RunResults } from './results.js'

/** Folder of the stored calibrations, from the root. */
export const CALIBRATIONS = 'evals/calibration'

/** Where a judgement comes from: only what is equal in all of these is the same judge. */
export interface JudgedBy {
  /** Name of the mode. */
  readonly mode: string
  /** Null where no model was asked. */
  readonly model: string | null
  /** Everything else that can change an answer. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly prompt_version: string | null
  /** Digest of the user's own rubric; null where the mode takes none. */
  readonly rubric_key: string | null
}

/** One thing that people labelled, with all figures. */
export interface CalibratedMeasure extends Agreement {
  /** `verdict`, `score`, `winner`, `rating`, `found`, `demonstrated`, or the name of a dimension. */
  readonly measure: string
  /** Of what the labels are. */
  readonly form: 'boolean' | 'number' | 'string'
  readonly judged_by: JudgedBy
  /** Fraction 0-1 from which a score passes. */
  readonly threshold: number
  /** How often both orders of a comparison named the same winner (Wilson); null where nothing was compared in both. */
  readonly order_consistency: Share | null
}

/** One label and what the judge said of the same. */
export interface CalibratedItem {
  /** The line's own id, or `line 3`. */
  readonly id: string
  readonly measure: string
  /** The dimension or entry that was labelled; null for the whole. */
  readonly part: string | null
  /** By rater. */
  readonly labels: Readonly<Record<string, Rating>>
  /** Null where it is unjudged. */
  readonly judge: Rating | null
  /** Why it is unjudged. */
  readonly reason?: string
}

/** What a calibration came to. */
export interface Calibration {
  readonly version: 1
  /** ISO 8601, UTC. */
  readonly calibrated: string
  /** Name of the file with the labels. */
  readonly labels: string
  readonly measures: readonly CalibratedMeasure[]
  readonly items: readonly CalibratedItem[]
  /** Keys of the recordings that it rests on. */
  readonly recordings: readonly string[]
}

const rating = z.union([z.number(), z.boolean(), z.string()])
const figure = z.looseObject({ value: z.number(), lower: z.number(), upper: z.number() })
const schema = z.looseObject({
  version: z.literal(1),
  calibrated: z.string(),
  labels: z.string(),
  measures: z.array(
    z.looseObject({
      measure: z.string(),
      judged_by: z.object({
        mode: z.string(),
        model: z.string().nullable(),
        settings: z.record(z.string(), z.unknown()),
        prompt_version: z.string().nullable(),
        rubric_key: z.string().nullable(),
      }),
      items: z.number(),
      kappa: figure.nullable(),
      agreement: figure.nullable(),
    }),
  ),
  items: z.array(
    z.looseObject({
      id: z.string(),
      measure: z.string(),
      part: z.string().nullable(),
      labels: z.record(z.string(), rating),
      judge: rating.nullable(),
    }),
  ),
  recordings: z.array(z.string()),
}) as unknown as z.ZodType<Calibration>

/**
 * Reads a stored calibration.
 *
 * @param file - As messages shall show it.
 * @throws {@link InputError} naming the field that is wrong.
 */
export function readCalibration(text: string, file: string): Calibration {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new InputError(`${file}: expected JSON, but ${(error as Error).message}. Calibrate again.`)
  }
  return parseWith(schema, file, value)
}

/** Equal only for judgements of one judge by one rubric and prompt. */
export function judgeKey(by: JudgedBy): string {
  return digest([by.mode, by.model, by.settings, by.prompt_version, by.rubric_key])
}

/** A measure's name at the beginning of a line: dimensions are named by users. */
export function nameMeasure(name: string): string {
  return hideCommand(oneLine(name, 80))
}

/** `.62 (.41 to .79)`; a dash where the labels say nothing about it. */
export function showFigure(figure: Figure | null): string {
  if (figure === null) return '—'
  return `${showDecimals(figure.value)} (${showDecimals(figure.lower)} to ${showDecimals(figure.upper)})`
}

/** Two decimals without a leading zero, as agreement is usually printed: `.62`, `-.09`, `1.00`. */
function showDecimals(value: number): string {
  return value
    .toFixed(2)
    .replace(/^-?0(?=\.)/, (start) => start.replace('0', ''))
    .replace(/^-(?=\.00$)/, '')
}

/**
 * One line for each calibration of a judge that gave scores of this run, the latest for each measure.
 *
 * @param stored - In any order.
 */
export function calibrationNotices(results: RunResults, stored: readonly Calibration[]): string[] {
  const judges = new Set(judgesOf(results).map(judgeKey))
  const latest = new Map<string, string>()
  for (const { calibrated, measures } of stored.toSorted((a, b) => (a.calibrated < b.calibrated ? -1 : 1))) {
    for (const measure of measures) {
      const key = judgeKey(measure.judged_by)
      if (measure.judged_by.model === null || !judges.has(key)) continue
      latest.set(`${key} ${measure.measure} ${measure.form}`, describe(measure, calibrated))
    }
  }
  return [...latest.values()]
}

function describe({ measure, kappa, items }: CalibratedMeasure, calibrated: string): string {
  const count = `${items} ${items === 1 ? 'label' : 'labels'}`
  return `${nameMeasure(measure)}: judge against people: kappa ${showFigure(kappa)}, ${count}, ${calibrated.slice(0, 10)}`
}

function judgesOf({ sets, checks }: RunResults): JudgedBy[] {
  const cases = sets.flatMap((set) => set.cases.map((one) => ({ ...one, mode: 'evalset' })))
  const judgements = checks.map(({ judgement }) => judgement as unknown as JudgedBy)
  return [...cases, ...judgements].map(({ mode, model, settings = {}, prompt_version, ...rest }) => ({
    ...{ mode, model, settings, prompt_version },
    rubric_key: (rest as Partial<JudgedBy>).rubric_key ?? null,
  }))
}
