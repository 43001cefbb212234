/**
 * `phase-sm`, `phase-tea`, `phase-dev`, `phase-reviewer`: two teams in one phase of a relay.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import type { Material } from '../prompts/fence.js'
import { describeRubric, layOut } from '../prompts/layout.js'
import { rubrics } from '../rubrics/phases.js'
import { PERSONA_DIMENSIONS } from '../rubrics/unified.js'
import type { PhaseName } from '../scoring/relay.js'
import { pickWinner } from '../scoring/winner.js'
import type { Bounds, Dimension } from '../types.js'
import type { Mode } from './mode.js'
import type { ArithmeticMismatch } from './reply.js'
import type { DimensionScore } from './rubric-reply.js'
import { text } from './solo-input.js'
import * as versus from './versus.js'

/** What a team handed in. */
export interface Team {
  /** The theme that its characters come from; shown only where persona is judged. */
  readonly theme: string
  readonly response: string
}

/** Input of a phase. */
export interface PhaseInput {
  readonly team1: Team
  readonly team2: Team
  /** What both started from. */
  readonly context: string
}

/** One team, judged. */
export interface TeamScore {
  /** By dimension of the phase's rubric. */
  readonly scores: Readonly<Record<string, DimensionScore>>
  /** 0-100, null where a dimension is unjudged. */
  readonly weighted_total: number | null
  /** Ends of the total, 0-100. */
  readonly bounds: Bounds
}

/** Output fields of a phase. The envelope's `total` is that of `team1`. */
export interface PhaseFields {
  /** By team. */
  readonly teams: { readonly team1: TeamScore; readonly team2: TeamScore }
  /** By computed totals; null where what is unjudged leaves it open. */
  readonly winner: 'team1' | 'team2' | 'tie' | null
  /** The judge's comparison. */
  readonly justification: string
  /** The judge named a winner that its own scores contradict. It is never used. */
  readonly winner_mismatch: boolean
  /** A persona dimension was judged. */
  readonly persona_judged: boolean
  /** Numbers that the judge computed and got wrong; never used. */
  readonly arithmetic_mismatch: readonly ArithmeticMismatch[]
}

/** A mode that judges one phase. */
export type PhaseMode = Mode<PhaseInput, versus.VersusReading, PhaseFields>

const WORK: Readonly<Record<PhaseName, string>> = {
  sm: 'a plan for the work, from which a tester goes on',
  tea: 'failing tests, from which a developer goes on',
  dev: 'code that makes the tests pass, which goes on to a reviewer',
  reviewer: 'a review of the code, with a decision',
}
const WINNERS = { first: 'team1', second: 'team2', tie: 'tie' } as const
const QUESTION = `Judge team1 and then team2 on each dimension of the rubric. For each: first the quotes from that team's own response that decide it, then the reasons, then the value. Close with a justification of two to four sentences that compares both, and with the winner: "team1", "team2" or "tie".`

/** All four, by the name of the phase. */
export const phases: Readonly<Record<PhaseName, PhaseMode>> = {
  sm: phaseMode('sm'),
  tea: phaseMode('tea'),
  dev: phaseMode('dev'),
  reviewer: phaseMode('reviewer'),
}

function phaseMode(phase: PhaseName): PhaseMode {
  const name = `phase-${phase}`
  const { dimensions } = rubrics[phase]
  const team = z.strictObject({ theme: text, response: text })
  const schema = z.strictObject({ mode: z.literal(name), team1: team, team2: team, context: text })
  return {
    name,
    promptVersion: `${name}-1`,

    check(task) {
      return parseWith(schema, name, task)
    },

    requests(input) {
      return [
        layOut({
          task: [taskOf(phase), describeRubric(dimensions), ...themeWords(dimensions)].join('\n\n'),
          shared: [{ name: 'context', text: input.context }],
          material: [
            ...teamMaterial('team1', input.team1, dimensions),
            ...teamMaterial('team2', input.team2, dimensions),
          ],
          question: QUESTION,
          schema: versus.versusSchema(versus.TEAMS, dimensions),
          items: 2 * dimensions.length,
          label: name,
        }),
      ]
    },

    read(_input, value) {
      return versus.readVersus(versus.TEAMS, dimensions, value)
    },

    score(input, [answer]) {
      const reading = versus.versusParts(answer, dimensions)
      const team1 = versus.scoreSide('team1', input.team1.response, dimensions, reading.sides[0])
      const team2 = versus.scoreSide('team2', input.team2.response, dimensions, reading.sides[1])
      const winner = pickWinner(team1.bounds, team2.bounds)
      const unjudged = [...team1.unjudged, ...team2.unjudged]
      return {
        fields: {
          teams: { team1: teamScore(team1), team2: teamScore(team2) },
          winner: winner && WINNERS[winner],
          justification: reading.justification,
          winner_mismatch: versus.contradicts(versus.TEAMS, reading.winner, winner),
          persona_judged: judgesPersona(dimensions),
          arithmetic_mismatch: [...team1.mismatches, ...team2.mismatches],
        },
        judged: unjudged.length < 2 * dimensions.length,
        total: team1.total,
        bounds: team1.bounds,
        unjudged,
        warnings: versus.quoteWarnings([team1, team2]),
      }
    },
  }
}

function taskOf(phase: PhaseName): string {
  return `Judge what two teams handed in for one phase of the same work: ${WORK[phase]}. The material "context" is what both started from; "team1_response" and "team2_response" are what they handed in. Judge each on every dimension of this rubric as if it stood alone. Which comes first and which is longer means nothing.`
}

function themeWords(dimensions: readonly Dimension[]): string[] {
  if (!judgesPersona(dimensions)) return []
  return ['The material "team1_theme" and "team2_theme" say which theme the characters of each team come from.']
}

/** Elsewhere the theme would only tell the judge whose work it is. */
function teamMaterial(name: string, { theme, response }: Team, dimensions: readonly Dimension[]): Material[] {
  const persona = judgesPersona(dimensions) ? [{ name: `${name}_theme`, text: theme }] : []
  return [...persona, { name: `${name}_response`, text: response }]
}

function judgesPersona(dimensions: readonly Dimension[]): boolean {
  return dimensions.some(({ name }) => PERSONA_DIMENSIONS.has(name))
}

function teamScore({ scores, total, bounds }: versus.SideScore): TeamScore {
  return { scores, weighted_total: total, bounds }
}
