/**
 * Tool calls as the judge sees them, one a line as JSON, and what is left out of long ones.
 *
 * 1. Arguments, result and error of a call keep {@link MAX_FIELD} characters each, half from the beginning and half from the
 *    end. Of long arguments the long texts in them are cut first, so that names and short values stay.
 * 2. All calls together keep {@link MAX_CALLS} characters. Whole calls are left out: the first and the last stay, then those that
 *    failed, in at most half of the room, then others from both ends by turns. What stays keeps its order.
 *
 * Every gap says how many characters or calls are missing. What is short enough stays byte for byte.
 *
 * @module
 */
import type { ToolCall } from '../types.js'

/** Characters of one field of a call. */
export const MAX_FIELD = 4_000
/** Characters of all calls together, the notes of gaps apart. */
export const MAX_CALLS = 60_000
/** Characters of a text in long arguments. */
const MAX_VALUE = 1_000

/** The text with its middle left out where it has more than `limit` characters, which the note about it counts among. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text
  const note = (count: number) => `\n[... ${count} characters left out here by the test framework ...]\n`
  const half = Math.floor((limit - note(text.length).length) / 2)
  // Cuts inside a surrogate pair would leave half a character.
  const start = text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(half - 1)) ? half - 1 : half)
  const end = text.slice(/[\uDC00-\uDFFF]/.test(text.charAt(text.length - half)) ? 1 - half : -half)
  return `${start}${note(text.length - start.length - end.length)}${end}`
}

/** All calls as text, shortened by the rule above. */
export function showToolCalls(calls: readonly ToolCall[]): string {
  const lines = calls.map((call) => JSON.stringify(shortenCall(call)))
  const kept = chooseCalls(calls, lines)
  if (kept.size === lines.length) return lines.join('\n')
  const shown = [`[... ${lines.length - kept.size} of ${lines.length} calls left out below by the test framework ...]`]
  let gap = 0
  const closeGap = () => {
    if (gap > 0) shown.push(`[... ${gap} ${gap === 1 ? 'call' : 'calls'} left out here by the test framework ...]`)
    gap = 0
  }
  for (const [index, line] of lines.entries()) {
    if (!kept.has(index)) gap += 1
    else {
      closeGap()
      shown.push(line)
    }
  }
  closeGap()
  return shown.join('\n')
}

function shortenCall(call: ToolCall): object {
  return Object.fromEntries(Object.entries(call).map(([name, value]) => [name, shortenField(value)]))
}

function shortenField(value: unknown): unknown {
  if (typeof value === 'string') return cutMiddle(value, MAX_FIELD)
  if ((JSON.stringify(value) ?? '').length <= MAX_FIELD) return value
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? cutMiddle(inner, MAX_VALUE) : inner))
  return text.length <= MAX_FIELD ? JSON.parse(text) : cutMiddle(text, MAX_FIELD)
}

function chooseCalls(calls: readonly ToolCall[], lines: readonly string[]): ReadonlySet<number> {
  const order = [...lines.keys()]
  const sizeOf = (index: number) => (lines[index] ?? '').length + 1
  const sizeOfAll = (indexes: Iterable<number>) => [...indexes].reduce((sum, index) => sum + sizeOf(index), 0)
  if (sizeOfAll(order) <= MAX_CALLS) return new Set(order)
  const kept = new Set([0, lines.length - 1])
  let room = MAX_CALLS - sizeOfAll(kept)
  const keep = (indexes: readonly number[], spare: number) => {
    for (const index of fromBothEnds(indexes).filter((one) => !kept.has(one))) {
      if (room - sizeOf(index) < spare) return
      room -= sizeOf(index)
      kept.add(index)
    }
  }
  const failed = order.filter((index) => calls[index]?.error !== undefined)
  keep(failed, MAX_CALLS / 2)
  keep(order, 0)
  return kept
}

/** First, last, second, last but one, and so on. */
function fromBothEnds(indexes: readonly number[]): number[] {
  return indexes.map((_, place) => indexes.at(place % 2 === 0 ? place / 2 : -(place + 1) / 2) ?? 0)
}
