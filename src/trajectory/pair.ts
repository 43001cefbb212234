/**
 * Pairs expected calls with those that were made, one to one.
 *
 * @module
 */
import { diffArrays } from 'diff'

/** Whether the call at an index is as the expected one at another. */
export type Fits = (expected: number, received: number) => boolean

/** Two indexes; null where there is nothing on the other side. */
export interface Pair {
  readonly expected: number | null
  readonly received: number | null
}

/** An alignment that needs more edits than this is not looked for: calls are then paired by their place. */
const MAX_EDITS = 500

/** In order, as few calls as possible left alone. */
export function alignCalls(expected: number, received: number, fits: Fits): Pair[] {
  const changes = diffArrays([...Array(expected).keys()], [...Array(received).keys()], {
    comparator: fits,
    maxEditLength: MAX_EDITS,
  })
  if (changes === undefined) return byPlace(expected, received)
  const at = { expected: 0, received: 0 }
  return changes.flatMap(({ added, removed, count }) =>
    Array.from({ length: count }, () => ({
      expected: added ? null : at.expected++,
      received: removed ? null : at.received++,
    })),
  )
}

function byPlace(expected: number, received: number): Pair[] {
  return Array.from({ length: Math.max(expected, received) }, (_, index) => ({
    expected: index < expected ? index : null,
    received: index < received ? index : null,
  }))
}

/**
 * In any order, as many as possible: an expected call that fits several gives way to one that fits fewer (augmenting paths,
 * Kuhn 1955). In the order of what was received, then what is missing.
 */
export function matchCalls(expected: number, received: number, fits: Fits): Pair[] {
  const takenBy = new Map<number, number>()
  const calls = [...Array(received).keys()]
  const find = (wanted: number, tried: Set<number>): boolean => {
    const free = calls.find((call) => !takenBy.has(call) && fits(wanted, call))
    const taken = free === undefined ? calls.filter((call) => !tried.has(call) && fits(wanted, call)) : []
    const found = free ?? taken.find((call) => !tried.has(call) && find(takenBy.get(call) ?? 0, tried.add(call)))
    if (found !== undefined) takenBy.set(found, wanted)
    return found !== undefined
  }
  const missing = [...Array(expected).keys()].filter((wanted) => !find(wanted, new Set()))
  return [
    ...calls.map((call) => ({ expected: takenBy.get(call) ?? null, received: call })),
    ...missing.map((wanted) => ({ expected: wanted, received: null })),
  ]
}
