/**
 * Pairs as they are shown.
 *
 * @module
 */
import type { Fits, Pair } from './pair.js'

/** Names of the tools of calls, by index. */
interface ToolOf {
  expected(index: number): string
  received(index: number): string
}

/**
 * Puts a call that was not expected beside a missing one that is only like it, to show them side by side. What is still missing
 * comes behind what was expected before it.
 */
export function joinTwins(pairs: readonly Pair[], toolOf: ToolOf, isAlike: Fits): readonly Pair[] {
  const missing = new Map<string, number[]>()
  for (const { expected, received } of pairs) {
    if (expected === null || received !== null) continue
    const tool = toolOf.expected(expected)
    const others = missing.get(tool)
    if (others === undefined) missing.set(tool, [expected])
    else others.push(expected)
  }
  const joined = pairs.flatMap(({ expected, received }): Pair[] => {
    if (received === null) return []
    if (expected !== null) return [{ expected, received }]
    const others = missing.get(toolOf.received(received)) ?? []
    const place = others.findIndex((other) => isAlike(other, received))
    return [{ expected: place < 0 ? null : (others.splice(place, 1)[0] ?? null), received }]
  })
  return insertMissing(
    joined,
    [...missing.values()].flat().toSorted((a, b) => a - b),
  )
}

/** Each behind the last pair of which the expected one comes before it. */
function insertMissing(pairs: readonly Pair[], missing: readonly number[]): readonly Pair[] {
  const result: Pair[] = []
  const left = [...missing]
  // From the end: what is expected after a pair and everything behind it is settled.
  for (const pair of pairs.toReversed()) {
    const before = pair.expected ?? Number.POSITIVE_INFINITY
    while ((left.at(-1) ?? -1) > before) result.push({ expected: left.pop() ?? null, received: null })
    result.push(pair)
  }
  return [...left.map((expected) => ({ expected, received: null })), ...result.toReversed()]
}
