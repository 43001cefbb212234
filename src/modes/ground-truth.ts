/**
 * `ground-truth`: a candidate patch against the gold patch. Deterministic; no model is asked.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import { comparePatch, type PatchComparison } from '../patch/compare.js'
import { candidateText, type GoldPatch } from '../patch/input.js'
import { goldFor, type InstanceFields, instanceFields } from './instance.js'
import type { Mode } from './mode.js'

/** Input with both patches as text. */
export interface GroundTruthInput {
  readonly gold: GoldPatch
  readonly candidate: string
  readonly ignore: readonly string[]
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
  /** What the comparison comes to, without a threshold. */
  readonly outcome: PatchComparison['outcome']
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
})

export const groundTruth: Mode<GroundTruthInput, never, GroundTruthFields> = {
  name: 'ground-truth',
  promptVersion: null,

  check(task) {
    const { gold: given, response, ignore, ...named } = parseWith(schema, 'ground-truth', task) as Given
    const gold = goldFor('ground-truth', named, given)
    return { gold, candidate: candidateText(response, gold.instanceId), ignore: ignore ?? [] }
  },

  requests() {
    return []
  },

  read() {
    throw new TypeError('ground-truth asks no model, so there is no reply to read')
  },

  score({ gold, candidate, ignore }) {
    const { patch, problemStatement, testPatch } = gold
    const details = comparePatch(candidate, patch, {
      ignore,
      ...(problemStatement === undefined ? {} : { problemStatement }),
      ...(testPatch === undefined ? {} : { testPatch }),
    })
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
        details,
      },
      judged: true,
      total: details.total,
      bounds: { lower: details.total, upper: details.total },
      unjudged: [],
      warnings: details.repairs,
    }
  },
}

interface Given extends InstanceFields {
  readonly gold?: unknown
  readonly response: unknown
  readonly ignore?: readonly string[]
}
