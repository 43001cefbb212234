/**
 * From what the judge of a comparison answered to totals and a winner.
 *
 * @module
 */
import { mean } from '../scoring/mean.js'
import { averageTotals, pickWinner, settleOrders, type Winner } from '../scoring/winner.js'
import type { Bounds } from '../types.js'
import type { CompareInput } from './compare.js'
import type { Answer, Scored } from './mode.js'
import type { ArithmeticMismatch } from './reply.js'
import type { DimensionScore } from './rubric-reply.js'
import {
  CONTESTANTS,
  contradicts,
  quoteWarnings,
  type SideScore,
  scoreSide,
  type VersusReading,
  versusParts,
} from './versus.js'

/** One contestant, judged. */
export interface ContestantScore {
  /** By dimension; values are means over both orders. */
  readonly scores: Readonly<Record<string, DimensionScore>>
  /** 0-100, mean over both orders; null where a dimension is unjudged. */
  readonly weighted_total: number | null
  /** Ends of the total, 0-100. */
  readonly bounds: Bounds
}

/** What one order came to. */
export interface ComparedOrder {
  /** Names in the order in which the judge saw them, as A and B. */
  readonly order: readonly [a: string, b: string]
  /** Totals in the same order, 0-100. */
  readonly totals: readonly [number | null, number | null]
  /** A name, `tie`, or null where it is open. */
  readonly winner: string | null
}

/** Output fields of `compare`. The envelope's `total` is that of the first contestant. */
export interface CompareFields {
  /** By `spec`; the second of two equal ones is `spec#2`. */
  readonly contestants: Readonly<Record<string, ContestantScore>>
  /** The `spec` that wins in every order, else `tie`; null where what is unjudged leaves it open. */
  readonly winner: string | null
  /** The judge's comparison, one for each order. */
  readonly justification: string
  /** Whether both orders name the same winner; null with one order, or where an order is open. */
  readonly position_consistent: boolean | null
  /** In some order the judge named a winner that its own scores contradict. It is never used. */
  readonly winner_mismatch: boolean
  /** Every order by itself. */
  readonly orders: readonly ComparedOrder[]
  /** Both had a character, so that persona was judged. */
  readonly persona_judged: boolean
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
}

/** One order, with its sides turned back into that of the contestants. */
interface JudgedOrder {
  readonly sides: readonly [SideScore, SideScore]
  readonly winner: Winner | null
  readonly mismatch: boolean
  readonly justification: string
}

/** All output fields, and the first contestant's total with its bounds. */
export function scoreCompare(input: CompareInput, answers: readonly Answer<VersusReading>[]): Scored<CompareFields> {
  const names = [input.contestants[0].spec, input.contestants[1].spec] as const
  const orders = input.orders.map((order, index) => judgeOrder(input, order, answers[index]))
  const { winner, consistent } = settleOrders(orders.map((order) => order.winner))
  const first = joinSides(orders.map(({ sides }) => sides[0]))
  const second = joinSides(orders.map(({ sides }) => sides[1]))
  const all = orders.flatMap(({ sides }) => sides)
  const unjudged = all.flatMap((side) => side.unjudged)
  return {
    fields: {
      contestants: { [names[0]]: first, [names[1]]: second },
      winner: nameOf(winner, names),
      justification: orders.map(({ justification }) => justification).join('\n\n'),
      position_consistent: consistent,
      winner_mismatch: orders.some(({ mismatch }) => mismatch),
      orders: orders.map((order, index) => describeOrder(order, input.orders[index] ?? [0, 1], names)),
      persona_judged: input.contestants.every(({ character }) => character !== undefined),
      arithmetic_mismatch: all.flatMap((side) => side.mismatches),
    },
    judged: unjudged.length < all.length * input.dimensions.length,
    total: first.weighted_total,
    bounds: first.bounds,
    unjudged,
    warnings: [...quoteWarnings(all), ...personaWarning(input)],
  }
}

function judgeOrder(
  input: CompareInput,
  [a, b]: readonly [0 | 1, 0 | 1],
  answer: Answer<VersusReading> | undefined,
): JudgedOrder {
  const reading = versusParts(answer, input.dimensions)
  const score = (index: 0 | 1, side: 0 | 1) => {
    const { spec, response } = input.contestants[index]
    return scoreSide(spec, response, input.dimensions, reading.sides[side])
  }
  const [sideA, sideB] = [score(a, 0), score(b, 1)]
  const sides = a === 0 ? ([sideA, sideB] as const) : ([sideB, sideA] as const)
  return {
    sides,
    winner: pickWinner(sides[0].bounds, sides[1].bounds),
    mismatch: contradicts(CONTESTANTS, reading.winner, pickWinner(sideA.bounds, sideB.bounds)),
    justification: reading.justification,
  }
}

function joinSides(sides: readonly SideScore[]): ContestantScore {
  const { total, bounds } = averageTotals(sides)
  const names = Object.keys(sides[0]?.scores ?? {})
  const scores = names.map((name) => [name, joinScores(sides.flatMap((side) => side.scores[name] ?? []))])
  return { scores: Object.fromEntries(scores), weighted_total: total, bounds }
}

function joinScores(scores: readonly DimensionScore[]): DimensionScore {
  return {
    value: meanOfAll(scores.map(({ value }) => value)),
    share: meanOfAll(scores.map(({ share }) => share)),
    reasoning: scores.map(({ reasoning }) => reasoning).join('\n\n'),
    evidence: scores.flatMap(({ evidence }) => evidence),
  }
}

/** Null where one of them is. */
function meanOfAll(values: readonly (number | null)[]): number | null {
  const known = values.flatMap((value) => value ?? [])
  return known.length === values.length ? mean(known) : null
}

function describeOrder(
  { sides, winner }: JudgedOrder,
  [a, b]: readonly [0 | 1, 0 | 1],
  names: readonly [string, string],
): ComparedOrder {
  return { order: [names[a], names[b]], totals: [sides[a].total, sides[b].total], winner: nameOf(winner, names) }
}

function nameOf(winner: Winner | null, [first, second]: readonly [string, string]): string | null {
  return winner === 'first' ? first : winner === 'second' ? second : winner
}

function personaWarning({ contestants }: CompareInput): string[] {
  const characters = contestants.filter(({ character }) => character !== undefined).length
  return characters === 1 ? ['persona is judged for neither, because only one contestant has a character'] : []
}
