/**
 * What people can label in each mode, and what the judge says of the same.
 *
 * @module
 */
import type { CompareInput } from '../modes/compare.js'
import type { CompareFields } from '../modes/compare-score.js'
import type { EvalCaseFields, EvalCaseInput } from '../modes/eval-case.js'
import type { SoloBehaviorsFields, SoloBehavioursInput } from '../modes/solo-behaviours.js'
import type { SoloIssuesFields, SoloIssuesInput } from '../modes/solo-issues.js'
import type { SoloRubricFields, SoloRubricInput } from '../modes/solo-rubric.js'
import { decide, SLACK } from '../scoring/decide.js'
import type { Rating } from '../scoring/kappa.js'
import { DEFAULT_SCALE, share } from '../scoring/weighted.js'
import type { Bounds, Dimension } from '../types.js'

/** A judgement of a task that was judged at all, with its mode's fields. */
export type Fields = Readonly<Record<string, unknown>> & { readonly total: number | null; readonly bounds: Bounds }

/** One thing that people can label. */
export interface Measure {
  /** Under which labels are gathered: `verdict`, `correctness`, `found`. */
  readonly names: { readonly boolean?: string; readonly number?: string; readonly string?: string }
  /** Ends of the numbers that fit. */
  readonly scale?: { readonly min: number; readonly max: number }
  /** Words that fit, and what each is gathered as. */
  readonly words?: Readonly<Record<string, string>>
  /** Whether a number passes. */
  passes(value: number): boolean
  /** What the judge says in the form of the label; null where it is unjudged. */
  read(fields: Fields, form: 'boolean' | 'number' | 'string'): Rating | null
}

/** All that people can label in one task. */
export interface Measures {
  /** Null where only parts can be labelled. */
  readonly whole: Measure | null
  readonly parts: Readonly<Record<string, Measure>>
}

/** @param input - As the mode's check gave it. */
export function measuresOf(mode: string, input: unknown, threshold: number): Measures {
  const whole = scoreMeasure(threshold)
  const task = input as Readonly<Record<string, unknown>>
  switch (mode) {
    case 'evalset':
      return casesOf(input as EvalCaseInput, threshold)
    case 'compare':
      return { whole: contestMeasure(input as CompareInput), parts: {} }
    case 'coherence':
      return { whole: wordMeasure('rating', ['excellent', 'good', 'poor'], ({ rating }) => rating), parts: {} }
    case 'ground-truth':
      return { whole: outcomeMeasure(whole), parts: {} }
    default:
      if (mode.startsWith('phase-')) {
        return { whole: wordMeasure('winner', ['team1', 'team2', 'tie'], ({ winner }) => winner), parts: {} }
      }
      if ('dimensions' in task) return { whole, parts: dimensionsOf(input as SoloRubricInput, threshold) }
      return { whole, parts: 'baseline' in task ? listed(input as SoloIssuesInput | SoloBehavioursInput) : {} }
  }
}

/** The total, 0-100, and whether it reaches the threshold. */
function scoreMeasure(threshold: number): Measure {
  return {
    names: { boolean: 'verdict', number: 'score' },
    scale: { min: 0, max: 100 },
    passes: (value) => value / 100 >= threshold - SLACK,
    read: ({ total, bounds }, form) => {
      if (form === 'number') return total
      const verdict = decide({ lower: bounds.lower / 100, upper: bounds.upper / 100 }, threshold)
      return verdict === 'unjudged' ? null : verdict === 'pass'
    },
  }
}

/** A patch matches by its outcome. */
function outcomeMeasure(score: Measure): Measure {
  const read = ({ outcome }: Fields) => (outcome === 'match' ? true : outcome === 'mismatch' ? false : null)
  return { ...score, read: (fields, form) => (form === 'number' ? score.read(fields, form) : read(fields)) }
}

function wordMeasure(name: string, words: readonly string[], read: (fields: Fields) => unknown): Measure {
  return {
    names: { string: name },
    words: Object.fromEntries(words.map((word) => [word, word])),
    passes: () => false,
    read: (fields) => (read(fields) as string | null) ?? null,
  }
}

/** Winners are gathered by their place in the task, because names differ from line to line. */
function contestMeasure({ contestants: [first, second] }: CompareInput): Measure {
  const words = { first: 'first', second: 'second', [first.spec]: 'first', [second.spec]: 'second', tie: 'tie' }
  return {
    ...wordMeasure('winner', [], () => null),
    words,
    read: (fields) => {
      const { winner } = fields as unknown as CompareFields
      return winner === null ? null : (words[winner] ?? null)
    },
  }
}

function dimensionsOf({ dimensions }: SoloRubricInput, threshold: number): Measures['parts'] {
  return Object.fromEntries(
    dimensions.map((dimension) => {
      const read = (fields: Fields) => (fields as unknown as SoloRubricFields).scores[dimension.name]?.value ?? null
      return [dimension.name, valueMeasure(dimension, threshold, read)]
    }),
  )
}

/** A bare label of a case is about `task_success`, which is what turns its test red. */
function casesOf({ dimensions }: EvalCaseInput, threshold: number): Measures {
  const parts = Object.fromEntries(
    dimensions.map(({ name, weight, invert }) => {
      const dimension = { name, weight, invert, scale: { min: 0, max: 1 } }
      const scoreOf = (fields: Fields) => (fields as unknown as EvalCaseFields).dimensions[name]?.score ?? null
      return [name, valueMeasure(dimension, threshold, scoreOf)]
    }),
  )
  return { whole: parts.task_success ?? null, parts }
}

function valueMeasure(dimension: Dimension, threshold: number, read: (fields: Fields) => number | null): Measure {
  const { name, scale = DEFAULT_SCALE } = dimension
  const passes = (value: number) => share(dimension, value) >= threshold - SLACK
  return {
    names: { boolean: name, number: name },
    ...{ scale, passes },
    read: (fields, form) => {
      const value = read(fields)
      return value === null || form === 'number' ? value : passes(value)
    },
  }
}

/** Lists differ from line to line, so all their entries are one measure. */
function listed(input: SoloIssuesInput | SoloBehavioursInput): Measures['parts'] {
  const name = 'strict' in input ? 'found' : 'demonstrated'
  return Object.fromEntries(
    [...input.baseline, ...('strict' in input ? [] : input.bonus)].map(({ id }) => [
      id,
      {
        names: { boolean: name },
        passes: () => false,
        read: (fields) => findingOf(fields as unknown as SoloIssuesFields & SoloBehaviorsFields, id),
      },
    ]),
  )
}

function findingOf(fields: Partial<SoloIssuesFields & SoloBehaviorsFields>, id: string): boolean | null {
  const found = fields.baseline_findings?.find((finding) => finding.id === id)
  if (found !== undefined) return found.found
  const shown = [...(fields.baseline_behaviors ?? []), ...(fields.bonus_behaviors ?? [])]
  return shown.find((finding) => finding.id === id)?.demonstrated ?? null
}
