/**
 * The aggregate of an eval set's rubric: scores from 0 to 1, weighted, inverted dimensions subtracted or complemented.
 *
 * @module
 */
import type { Category, EvalSet, SetDimension } from '../types.js'
import { SLACK } from './decide.js'
import { normalise } from './weighted.js'

/** What the aggregate needs to know of a rubric. */
export interface AggregateRubric {
  readonly dimensions: readonly Pick<SetDimension, 'name' | 'weight' | 'invert'>[]
  readonly invert_mode: EvalSet['rubric']['invert_mode']
}

/** Whether every dimension entered the aggregate, some, or none. */
export type AggregateBasis = 'full' | 'scored' | 'unscored'

/** The aggregate and all that a reader needs to judge it by. */
export interface Aggregate {
  /** From 0 to 1; null when nothing was scored. */
  readonly aggregate: number | null
  /** How much of the rubric entered. */
  readonly aggregate_basis: AggregateBasis
  /** Before clamping; below 0 where subtracted dimensions weigh more. */
  readonly aggregate_raw: number | null
  /** What a perfect run of the scored dimensions reaches: below 1 where inverted dimensions are subtracted. */
  readonly aggregate_max: number | null
  /** Share of the rubric's weight that was scored, from 0 to 1. */
  readonly scored_weight: number
  /** The aggregate reaches the threshold. */
  readonly passed: boolean
}

/**
 * How good a score is, from 0 to 1, higher is better: the score, or `1 - score` for an inverted dimension.
 */
export function toQuality(dimension: Pick<SetDimension, 'invert'>, score: number): number {
  return dimension.invert ? 1 - score : score
}

/** Whether a score falls short of a threshold, both 0-1; for inverted dimensions `1 - score` is compared. */
export function isBelow(dimension: Pick<SetDimension, 'invert'>, score: number, threshold: number): boolean {
  return toQuality(dimension, score) < threshold - SLACK
}

/**
 * The aggregate over the dimensions that have a score (spec/eval-sets.md, "Aggregate").
 *
 * Weights are normalised to 1 over the whole rubric, then again over what was scored. `subtract` takes
 * `weight * score` of inverted dimensions away, `complement` adds `weight * (1 - score)`; the sum is clamped to 0-1.
 *
 * @param scores - By dimension, 0-1; a dimension without a score is left out, never 0.
 * @param threshold - Fraction 0-1 that passes, with a slack of 1e-9.
 */
export function aggregateScores(
  rubric: AggregateRubric,
  scores: Readonly<Record<string, number>>,
  threshold: number,
): Aggregate {
  const shares = normalise(rubric.dimensions.map((dimension) => dimension.weight))
  const parts = rubric.dimensions.flatMap((dimension, index) => {
    const score = ownScore(scores, dimension.name)
    return score === undefined ? [] : [{ dimension, score, share: shares[index] ?? 0 }]
  })
  if (parts.length === 0) return UNSCORED
  const weights = normalise(parts.map((part) => part.dimension.weight))
  const subtract = rubric.invert_mode === 'subtract'
  let raw = 0
  let max = 0
  for (const [index, { dimension, score }] of parts.entries()) {
    const weight = weights[index] ?? 0
    const subtracted = dimension.invert && subtract
    raw += subtracted ? -weight * score : weight * toQuality(dimension, score)
    max += subtracted ? 0 : weight
  }
  const full = parts.length === rubric.dimensions.length
  const aggregate = clamp(raw)
  return {
    aggregate,
    aggregate_basis: full ? 'full' : 'scored',
    aggregate_raw: raw,
    aggregate_max: clamp(max),
    scored_weight: full ? 1 : clamp(sum(parts.map((part) => part.share))),
    passed: aggregate >= threshold - SLACK,
  }
}

const UNSCORED: Aggregate = {
  aggregate: null,
  aggregate_basis: 'unscored',
  aggregate_raw: null,
  aggregate_max: null,
  scored_weight: 0,
  passed: false,
}

/** Mean of one dimension over the cases where it was scored. */
export interface DimensionMean {
  /** 0-1, in the dimension's own direction; null when scored nowhere. */
  readonly mean: number | null
  /** In how many cases it was scored. */
  readonly scored: number
}

/**
 * Mean of every dimension over the cases where it was scored.
 *
 * @param cases - Scores of each case, by dimension, 0-1.
 */
export function averageScores(
  dimensions: readonly Pick<SetDimension, 'name'>[],
  cases: readonly Readonly<Record<string, number>>[],
): Record<string, DimensionMean> {
  return Object.fromEntries(
    dimensions.map(({ name }) => {
      const scores = cases.flatMap((scored) => ownScore(scored, name) ?? [])
      return [name, { mean: scores.length === 0 ? null : sum(scores) / scores.length, scored: scores.length }]
    }),
  )
}

/** The means as scores: dimensions that were scored nowhere are left out. */
export function toScores(means: Readonly<Record<string, DimensionMean>>): Record<string, number> {
  return Object.fromEntries(Object.entries(means).flatMap(([name, { mean }]) => (mean === null ? [] : [[name, mean]])))
}

/**
 * Weighted mean quality of each category, 0-1, over its scored dimensions; null where none was scored. Inverted
 * dimensions count as `1 - score` whatever the rubric's `invert_mode`, so that 1 is always the best.
 */
export function averageCategories(
  dimensions: readonly SetDimension[],
  scores: Readonly<Record<string, number>>,
): Record<Category, number | null> {
  const average = (category: Category): number | null => {
    const own = dimensions.filter((dimension) => dimension.category === category)
    return aggregateScores({ dimensions: own, invert_mode: 'complement' }, scores, 0).aggregate
  }
  return { artifact: average('artifact'), process: average('process') }
}

/** A dimension may be called as something that every object has. */
function ownScore(scores: Readonly<Record<string, number>>, name: string): number | undefined {
  return Object.hasOwn(scores, name) ? scores[name] : undefined
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
