/**
 * What of a set lies below the threshold, and whether it is the agent's fault.
 *
 * @module
 */
import { showFraction, showScore } from '../score-text.js'
import { type Aggregate, aggregateScores, averageScores, isBelow, toScores } from '../scoring/aggregate.js'
import type { CaseRecord, EvalSet } from '../types.js'
import { blameLow, describeLow, type GateReason, listNames } from './reasons.js'
import type { SetRule } from './rule.js'
import { nameTrial, scoreCases, unitOf } from './trials.js'

/** What lies below the threshold. */
export interface LowParts {
  /** Block-on dimensions whose mean is below the threshold. */
  readonly blocked_by: readonly string[]
  readonly reasons: readonly GateReason[]
  readonly notices: readonly string[]
  /** Nothing that may block was scored. */
  readonly undecided: boolean
}

/**
 * Compares the means over the cases with the threshold: the aggregate, and each block-on dimension. What would reach
 * it if every weak zero were a 1 is for want of a judge.
 *
 * @param cases - Settled: one record a trial.
 */
export function findLow(set: EvalSet, cases: readonly CaseRecord[], rule: SetRule): LowParts {
  const real = compareMeans(set, scoreCases(cases), rule)
  const stillLow = new Set(compareMeans(set, scoreCases(cases.map(raiseWeak)), rule).low.keys())
  return {
    blocked_by: [...real.low.keys()].filter((name) => name !== AGGREGATE),
    reasons: [...real.low].map(([name, text]) => blameLow(`${text}${nameLow(name, cases, rule)}`, !stillLow.has(name))),
    notices: [
      ...(real.spared ? ['the aggregate is below the threshold only because of advisory dimensions'] : []),
      ...(real.unbound ? [ADVISORY_ONLY] : []),
    ],
    undecided: real.undecided,
  }
}

/** The cases that pull a block-on dimension down; nobody's case alone decides about the aggregate. */
function nameLow(name: string, cases: readonly CaseRecord[], { blockOn, threshold }: SetRule): string {
  const dimension = blockOn.find((candidate) => candidate.name === name)
  if (dimension === undefined) return ''
  const low = cases.filter(
    ({ scores: { [name]: score } }) => score !== undefined && isBelow(dimension, score, threshold),
  )
  const of = unitOf(cases) === 'cases' ? cases.length : `${cases.length} trials`
  return ` (low in ${low.length} of ${of}: ${listNames(low.map(nameTrial))})`
}

/** Notice of a set whose aggregate decides nothing. */
export const ADVISORY_ONLY = 'the aggregate is of advisory dimensions only, and decides nothing'

/** Key of the aggregate beside the names of dimensions, which are never empty. */
const AGGREGATE = ''

interface Comparison {
  readonly low: ReadonlyMap<string, string>
  readonly spared: boolean
  readonly undecided: boolean
  /** There is an aggregate, and nothing in it may block. */
  readonly unbound: boolean
}

type Scores = Readonly<Record<string, number>>

function compareMeans(set: EvalSet, cases: readonly Scores[], rule: SetRule): Comparison {
  const { threshold, binding } = rule
  const scores = toScores(averageScores(set.rubric.dimensions, cases))
  const full = aggregateScores(set.rubric, scores, threshold)
  const own = aggregateScores({ ...set.rubric, dimensions: binding }, scores, threshold)
  const low = new Map<string, string>()
  if (isLow(full, own)) low.set(AGGREGATE, describeLowAggregate(full, threshold))
  for (const dimension of rule.blockOn) {
    const score = scores[dimension.name]
    if (score === undefined || !isBelow(dimension, score, threshold)) continue
    low.set(dimension.name, `${describeLow(dimension, score, threshold)} over all cases`)
  }
  const undecided = own.aggregate === null && binding.length > 0
  const spared = full.aggregate !== null && !full.passed && !low.has(AGGREGATE) && !undecided
  return { low, spared, undecided, unbound: undecided && full.aggregate !== null }
}

/** An advisory dimension may lift the aggregate over the threshold, but never keep it below. */
function isLow(full: Aggregate, own: Aggregate): boolean {
  return own.aggregate !== null && !full.passed && !own.passed
}

/** "the aggregate is 0.61, below 0.75": how the reason begins. */
export function describeLowAggregate({ aggregate }: Pick<Aggregate, 'aggregate'>, threshold: number): string {
  return `the aggregate is ${showScore(aggregate ?? 0, threshold)}, below ${showFraction(threshold)}`
}

function raiseWeak(record: CaseRecord): CaseRecord {
  const weak = Object.entries(record.dimensions).filter(([, { score, weak }]) => weak && score !== null)
  return { ...record, scores: { ...record.scores, ...Object.fromEntries(weak.map(([name]) => [name, 1])) } }
}
