/**
 * Rows of the heat map.
 *
 * @module
 */
import { oneLine } from '../text.js'
import type { Verdict } from '../types.js'
import type { Row, Trial } from './report-data.js'

/** A name as rows are called: on one line, at most 160 characters, and never blank. */
export function keyOf(name: string): string {
  return oneLine(name, 160) || '(nothing to see)'
}

/** Names as rows are found by, with a number where two would be the same. */
export function nameKeys(names: readonly string[]): readonly string[] {
  const taken = new Map<string, number>()
  return names.map((name) => {
    const key = keyOf(name)
    const count = (taken.get(key) ?? 0) + 1
    taken.set(key, count)
    return count === 1 ? key : `${key} #${count}`
  })
}

/** What has the same key together, in the order in which the keys first come. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** The row of these trials: failed where one is, else unjudged where one is. */
export function makeRow(key: string, labels: readonly string[], trials: readonly Trial[]): Row {
  const ends = trials.map(({ status }) => status)
  return {
    key,
    labels: labels.map((label) => oneLine(label, 80)),
    status: worst(ends),
    flickers: ends.includes('pass') && ends.includes('fail'),
    change: null,
    trials,
  }
}

function worst(ends: readonly Verdict[]): Verdict {
  return ends.includes('fail') ? 'fail' : ends.includes('unjudged') ? 'unjudged' : 'pass'
}
