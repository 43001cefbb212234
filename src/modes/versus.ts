/**
 * Two sides judged at once on one rubric: what `compare` and the phases have in common.
 *
 * @module
 */
import type { JsonSchema } from '../models/model.js'
import { shownText } from '../prompts/fence.js'
import { weightedTotal } from '../scoring/weighted.js'
import type { Winner } from '../scoring/winner.js'
import { foldText } from '../text.js'
import type { Bounds, Dimension, UnjudgedPart } from '../types.js'
import type { Answer, Reading } from './mode.js'
import * as reply from './reply.js'
import * as rubricReply from './rubric-reply.js'

/** How an answer names its sides. */
export interface Sides {
  /** Field that holds them. */
  readonly field: 'contestants' | 'teams'
  readonly names: readonly [first: string, second: string]
}

/** The contestants of `compare`. */
export const CONTESTANTS: Sides = { field: 'contestants', names: ['A', 'B'] }

/** The teams of a phase. */
export const TEAMS: Sides = { field: 'teams', names: ['team1', 'team2'] }

/** What a reply gave about one side. */
export interface SideReading {
  readonly leaves: rubricReply.RubricLeaves
  readonly weightedTotal: unknown
}

/** What a reply gave. */
export interface VersusReading {
  readonly sides: readonly [SideReading, SideReading]
  /** The judge's own winner, which is compared with ours and never used. */
  readonly winner: unknown
  readonly justification: string
}

/** One side, scored. */
export interface SideScore {
  readonly scores: Readonly<Record<string, rubricReply.DimensionScore>>
  readonly total: number | null
  readonly bounds: Bounds
  readonly unjudged: readonly UnjudgedPart[]
  readonly mismatches: readonly reply.ArithmeticMismatch[]
}

/** Schema of the answer: both sides, then the comparison. */
export function versusSchema({ field, names }: Sides, dimensions: readonly Dimension[]): JsonSchema {
  const side = reply.closedObject({ scores: rubricReply.scoresSchema(dimensions) })
  return reply.closedObject({
    [field]: reply.closedObject({ [names[0]]: side, [names[1]]: side }),
    justification: { type: 'string', description: 'two to four sentences' },
    winner: { type: 'string', enum: [...names, 'tie'] },
  })
}

/** Reads a reply. */
export function readVersus(
  { field, names }: Sides,
  dimensions: readonly Dimension[],
  value: unknown,
): Reading<VersusReading> {
  const answer = reply.objectOf(value)
  const given = reply.objectOf(answer[field])
  const readSide = (name: string): SideReading => {
    const { scores, weighted_total } = reply.objectOf(given[name])
    return { leaves: rubricReply.readScores(dimensions, scores, ` of ${name}`), weightedTotal: weighted_total }
  }
  const sides = [readSide(names[0]), readSide(names[1])] as const
  return {
    parts: { sides, winner: answer.winner, justification: reply.textOf(answer.justification) },
    problems: sides.flatMap(({ leaves }) => rubricReply.problemsOf(leaves)),
  }
}

/** The reading, or one in which everything is unjudged. */
export function versusParts(
  answer: Answer<VersusReading> | undefined,
  dimensions: readonly Dimension[],
): VersusReading {
  if (answer !== undefined && 'parts' in answer) return answer.parts
  const why = answer?.unjudged ?? { reason: 'missing' as const, detail: 'no answer' }
  const side = { leaves: rubricReply.noScores(dimensions, why), weightedTotal: undefined }
  return { sides: [side, side], winner: undefined, justification: '' }
}

/**
 * Scores one side.
 *
 * @param name - As it is told to people; stands before the names of unjudged parts.
 */
export function scoreSide(
  name: string,
  response: string,
  dimensions: readonly Dimension[],
  { leaves, weightedTotal: theirs }: SideReading,
): SideScore {
  const { total, bounds } = weightedTotal(dimensions, rubricReply.valuesOf(leaves))
  return {
    scores: rubricReply.scoredDimensions(dimensions, leaves, foldText(shownText(response))),
    total,
    bounds,
    unjudged: rubricReply.openDimensions(leaves).map((open) => ({ ...open, part: `${name}: ${open.part}` })),
    mismatches: reply.mismatches([[`${name}: weighted_total`, theirs, total]]),
  }
}

/** Whether the judge's own winner contradicts the one that follows from its scores. */
export function contradicts({ names }: Sides, claimed: unknown, winner: Winner | null): boolean {
  const claims = [...names, 'tie'].map((name) => name.toLowerCase())
  const at = claims.indexOf(reply.textOf(claimed).trim().toLowerCase())
  return at >= 0 && winner !== null && at !== ['first', 'second', 'tie'].indexOf(winner)
}

/** What to warn of: quotes that are not in the side's own response. */
export function quoteWarnings(sides: readonly SideScore[]): string[] {
  const evidence = sides.flatMap(({ scores }) => Object.values(scores).flatMap((score) => score.evidence))
  const invented = evidence.filter(({ verified }) => !verified).length
  return invented === 0 ? [] : [`${invented} of the judge's quotes do not stand in the response they are about`]
}
