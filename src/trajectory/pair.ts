/**
 * Pairs expected calls with those that were made, one to one and in order.
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

/**
 * An alignment that needs more edits than this is not looked for. Calls are then paired by their place, unless all of one side are
 * in the other.
 */
const MAX_EDITS = 500

/** In order, as few calls as possible left alone. */
export function alignCalls(expected: number, received: number, fits: Fits): Pair[] {
  const changes = diffArrays([...Array(expected).keys()], [...Array(received).keys()], {
    comparator: fits,
    maxEditLength: MAX_EDITS,
  })
  if (changes === undefined) return within(expected, received, fits) ?? byPlace(expected, received)
  const at = { expected: 0, received: 0 }
  return changes.flatMap(({ added, removed, count }) =>
    Array.from({ length: count }, () => ({
      expected: added ? null : at.expected++,
      received: removed ? null : at.received++,
    })),
  )
}

/** Null unless the calls of one side are all in the other, in their order. */
function within(expected: number, received: number, fits: Fits): Pair[] | null {
  const pairs: Pair[] = []
  const isLonger = expected > received
  const end = Math.min(expected, received)
  let next = 0
  for (let index = 0; index < Math.max(expected, received); index++) {
    const isPair = next < end && (isLonger ? fits(index, next) : fits(next, index))
    const other = isPair ? next++ : null
    pairs.push(isLonger ? { expected: index, received: other } : { expected: other, received: index })
  }
  return next === end ? pairs : null
}

function byPlace(expected: number, received: number): Pair[] {
  return Array.from({ length: Math.max(expected, received) }, (_, index) => ({
    expected: index < expected ? index : null,
    received: index < received ? index : null,
  }))
}
