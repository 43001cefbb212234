/**
 * What was judged, as records keep it, so that a person can disagree with a verdict from the results file alone.
 *
 * @module
 */
import { cutMiddle, showToolCalls } from '../trajectory/shorten.js'
import type { EvalCase, JudgedMaterial, Produced, ToolCall } from '../types.js'

/** Characters that are kept of each text, half from its beginning and half from its end, the note of the gap among them. */
export const MAX_KEPT = 16_000

/** Texts and tool calls as they came; what is undefined was not there. */
export type Judgeable = {
  readonly [K in Exclude<keyof JudgedMaterial, 'tool_calls'>]?: JudgedMaterial[K] | undefined
} & {
  readonly tool_calls?: readonly ToolCall[] | null | undefined
}

/** Every text at most {@link MAX_KEPT} characters long; empty ones and absent ones are left out. */
export function keepMaterial({ tool_calls, ...texts }: Judgeable): JudgedMaterial {
  const shown = { ...texts, ...(tool_calls && { tool_calls: showToolCalls(tool_calls) }) }
  const kept = Object.entries(shown).flatMap(([name, text]) =>
    text === undefined || text === '' ? [] : [[name, cutMiddle(text, MAX_KEPT)]],
  )
  return Object.fromEntries(kept)
}

/** The material of a case; without what the subject gave where it gave nothing. */
export function caseMaterial(evalCase: EvalCase, produced: Partial<Produced> = {}): JudgedMaterial {
  const { input, expected, must_not } = evalCase
  const { output, diff, toolCalls } = produced
  return keepMaterial({
    ...{ input: asText(input), expected, must_not: must_not.join('\n') },
    ...{ output, diff, tool_calls: toolCalls },
  })
}

/** A text as it is, all else as JSON; empty where JSON holds nothing of it. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
