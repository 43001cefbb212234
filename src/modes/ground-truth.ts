/**
 * `ground-truth`: a candidate patch against the gold patch. Deterministic; no model is asked. With `equivalence: 'judge'` one
 * is, about what the text leaves open: see equivalence.ts.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { comparePatch, type PatchComparison } from '../patch/compare.js'
import { candidateText, type GoldPatch } from '../patch/input.js'
import type { Evidence } from '../types.js'
import { goldFor, type InstanceFields, instanceFields } from './instance.js'
import type { Mode, Scored } from './mode.js'

/** Input with both patches as text. */
export interface GroundTruthInput {
  readonly gold: GoldPatch
  readonly candidate: string
  readonly ignore: readonly string[]
}

/** What the judge said of two patches that their text leaves open. */
export interface Equivalence {
  /** Null when unjudged; why stands in the judgement's `unjudged`. The score is there all the same. */
  readonly verdict: 'equivalent' | 'different' | 'cannot tell' | null
  /** The judge's reasons. */
  readonly reasoning: string
  /** Quotes from the gold patch. */
  readonly gold_evidence: readonly Evidence[]
  /** Quotes from the candidate. */
  readonly candidate_evidence: readonly Evidence[]
}

/** Output fields of `ground-truth`. */
export interface GroundTruthFields {
  /** Points of the four parts, before penalties. */
  readonly scores: {
    /** 0-20 */
    readonly file_identification: number
    /** 0-20 */
    readonly location_identification: number
    /** 0-40 */
    readonly fix_logic_match: number
    /** 0-20 */
    readonly completeness: number
  }
  /** What it comes to, without a threshold: by the comparison, and where that is inconclusive perhaps by the judge. */
  readonly outcome: PatchComparison['outcome']
  /** Who says so. What the comparison itself came to stands in `details`. */
  readonly by: 'comparison' | 'model'
  /** With `equivalence: 'judge'` and an inconclusive comparison only: the judge's answer. */
  readonly equivalence?: Equivalence
  /** The whole comparison with its evidence. */
  readonly details: PatchComparison
}

const schema = z.strictObject({
  mode: z.literal('ground-truth'),
  /** Gold patch as a unified diff, or a SWE-bench row. */
  gold: z.unknown().optional(),
  ...instanceFields,
  /** Unified diff, SWE-bench prediction, or a response that holds a diff. */
  response: z.unknown(),
  ignore: z.array(z.string()).optional(),
  equivalence: z.literal('judge', { error: '"judge"' }).optional(),
})

export const groundTruth: Mode<GroundTruthInput, never, GroundTruthFields> = {
  name: 'ground-truth',
  promptVersion: null,

  check(task) {
    const { gold: given, response, ignore, equivalence: _, ...named } = parseWith(schema, 'ground-truth', task) as Given
    const gold = goldFor('ground-truth', named, given)
    return { gold, candidate: candidateText(response, gold.instanceId), ignore: ignore ?? [] }
  },

  requests() {
    return []
  },

  read() {
    throw new TypeError('ground-truth asks no model, so there is no reply to read')
  },

  score(input) {
    return scoreComparison(compareInput(input))
  },
}

/** Compares the patches of an input. */
export function compareInput({ gold, candidate, ignore }: GroundTruthInput): PatchComparison {
  const { patch, problemStatement, testPatch } = gold
  return comparePatch(candidate, patch, {
    ignore,
    ...(problemStatement === undefined ? {} : { problemStatement }),
    ...(testPatch === undefined ? {} : { testPatch }),
  })
}

/** The output fields of a comparison. */
export function scoreComparison(details: PatchComparison): Scored<GroundTruthFields> {
  const { files, locations, fixLogic, completeness } = details.parts
  return {
    fields: {
      scores: {
        file_identification: files,
        location_identification: locations,
        fix_logic_match: fixLogic,
        completeness,
      },
      outcome: details.outcome,
      by: 'comparison',
      details,
    },
    judged: true,
    total: details.total,
    bounds: { lower: details.total, upper: details.total },
    unjudged: [],
    warnings: details.repairs,
  }
}

interface Given extends InstanceFields {
  readonly gold?: unknown
  readonly response: unknown
  readonly ignore?: readonly string[]
  readonly equivalence?: 'judge'
}
