/**
 * `swebench`: a free-text response against an instance's gold patch and problem statement. Deterministic; no model is asked.
 *
 * @module
 */
import { z } from 'zod'
import { parseWith } from '../check.js'
import type { GoldPatch } from '../patch/input.js'
import { answerText, responseText } from '../received.js'
import { type SwebenchResult, scoreSwebench } from '../scoring/swebench.js'
import { readGoldFacts } from '../scoring/swebench-gold.js'
import { goldFor, type InstanceFields, instanceFields } from './instance.js'
import type { Mode } from './mode.js'

/** Input with the instance's gold patch. */
export interface SwebenchInput {
  readonly gold: GoldPatch
  readonly response: string
}

/** Output fields of `swebench`. */
export interface SwebenchFields {
  /** Points by part and criterion. */
  readonly scores: SwebenchResult['scores']
  /** What was counted, in words. */
  readonly details: SwebenchResult['details']
  /** Paths that the gold patch changes. */
  readonly ground_truth_files: readonly string[]
  /** Of the row. */
  readonly instance_id?: string
}

const schema = z.strictObject({ mode: z.literal('swebench'), ...instanceFields, response: z.unknown() })

export const swebench: Mode<SwebenchInput, never, SwebenchFields> = {
  name: 'swebench',
  promptVersion: null,

  check(task) {
    const { response, ...named } = parseWith(schema, 'swebench', task) as InstanceFields & { response: unknown }
    return { gold: goldFor('swebench', named), response: responseText('swebench', response, answerText) }
  },

  requests() {
    return []
  },

  read() {
    throw new TypeError('swebench asks no model, so there is no reply to read')
  },

  score({ gold: { patch, problemStatement, instanceId }, response }) {
    const facts = readGoldFacts(patch, problemStatement ?? '')
    const { scores, total, details } = scoreSwebench(response, facts)
    return {
      fields: {
        scores,
        details,
        ground_truth_files: facts.files,
        ...(instanceId === undefined ? {} : { instance_id: instanceId }),
      },
      judged: true,
      total,
      bounds: { lower: total, upper: total },
      unjudged: [],
      warnings: [],
    }
  },
}
