/**
 * Input that the variants of `solo` share, and the material they show.
 *
 * @module
 */
import { z } from 'zod'
import type { Material } from '../prompts/fence.js'
import { isBlank } from '../text.js'

/** A text with something to see in it. */
export const text: z.ZodType<string> = z.string().refine((value) => !isBlank(value), 'a text that is not empty')

/** An expert's answer with its score, a fixed point of the scale. */
export interface GoldStandard {
  readonly response: string
  /** 0-100 */
  readonly score: number
  readonly notes?: string | undefined
}

/** What every variant of `solo` takes. */
export interface SoloInput {
  /** Name of the agent under test; kept in records, never shown to the judge. */
  readonly spec?: string | undefined
  /** Who the agent was asked to be. Without it no persona is judged. */
  readonly character?: string | undefined
  /** What the agent was asked to do. */
  readonly challenge?: string | undefined
  /** What the agent answered. */
  readonly response: string
  /** Code that the challenge is about. */
  readonly code?: string | undefined
  readonly gold_standard?: GoldStandard | undefined
}

/** Fields of {@link SoloInput} as zod schemas. */
export const soloFields: Record<'mode' | keyof SoloInput, z.ZodType> = {
  mode: z.literal('solo'),
  spec: text.optional(),
  character: text.optional(),
  challenge: text.optional(),
  response: text,
  code: z.string().optional(),
  gold_standard: z
    .strictObject({
      response: text,
      score: z
        .number({ error: 'a number from 0 to 100' })
        .min(0, 'a number from 0 to 100')
        .max(100, 'a number from 0 to 100'),
      notes: z.string().optional(),
    })
    .optional(),
}

/** Whether a list or an object of lists holds nothing, which counts as not given. */
export function isEmptyList(list: unknown): boolean {
  if (list === undefined || list === null) return true
  return typeof list === 'object' && Object.values(list).flat().length === 0
}

/** Material that all responses to one challenge share, and what to say about it. */
export function sharedMaterial(input: SoloInput): { material: Material[]; words: string[] } {
  const material: Material[] = []
  const words: string[] = []
  const add = (name: string, value: string | undefined, about: string) => {
    if (value === undefined || value.trim() === '') return
    material.push({ name, text: value })
    words.push(`The material "${name}" ${about}`)
  }
  add('challenge', input.challenge, 'is what the agent was asked to do.')
  add('character', input.character, 'is who the agent was asked to be.')
  add('code', input.code, 'is the code that the challenge is about.')
  const gold = input.gold_standard
  add(
    'expert_answer',
    gold?.response,
    `is an expert's answer worth ${gold?.score} of 100: a fixed point of the scale, not the only way. Another sound route to the goal loses nothing for being another.`,
  )
  add('expert_notes', gold?.notes, "are notes on the expert's answer.")
  return { material, words }
}
