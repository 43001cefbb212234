/**
 * Pairs expected calls with those that were made, one to one and in any order, as many as possible.
 *
 * Calls are paired by tool. What can be looked up takes little more than one look each, in this sequence, which loses no pair:
 * expected calls with plain arguments take any of the same, for these fit no other such call in a better way; those with functions or
 * the like are matched by augmenting paths (Kuhn 1955); those with any arguments take what is left.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { oneLine } from '../text.js'
import type { Fits, Pair } from './pair.js'

/** A call as it is looked up: `key` is that of its arguments, null where they have none, undefined where any will do. */
export interface Sought {
  readonly tool: string
  readonly key: string | null | undefined
}

/** Expected calls that need comparing times calls made, for one tool. Five hundred of each take about a second. */
const MAX_COMPARISONS = 250_000

/**
 * In the order of what was received, then what is missing.
 *
 * @throws {@link InputError} when one tool's calls need more than {@link MAX_COMPARISONS} comparisons.
 */
export function matchCalls(expected: readonly Sought[], received: readonly Sought[], fits: Fits): Pair[] {
  const takenBy = new Map<number, number>()
  const made = indexesBy(received, ({ tool }) => tool)
  for (const [tool, indexes] of indexesBy(expected, ({ tool }) => tool)) {
    const wanted = indexes.reverse()
    const calls = made.get(tool)?.reverse() ?? []
    const isFree = (call: number) => !takenBy.has(call)
    const keyOf = (index: number) => expected[index]?.key
    const exact = wanted.filter((index) => typeof keyOf(index) === 'string')
    const byKey = exact.length === 0 ? null : indexesBy(received, ({ key }) => key ?? '', calls)
    for (const index of exact) take(index, byKey?.get(keyOf(index) ?? '')?.pop(), takenBy)
    const compared = wanted.filter((index) => keyOf(index) === null)
    if (compared.length > 0) augment(tool, compared, calls.filter(isFree), fits, takenBy)
    const left = calls.filter(isFree).reverse()
    for (const index of wanted.filter((one) => keyOf(one) === undefined)) take(index, left.pop(), takenBy)
  }
  const paired = new Set(takenBy.values())
  return [
    ...received.map((_, call) => ({ expected: takenBy.get(call) ?? null, received: call })),
    ...[...expected.keys()].filter((index) => !paired.has(index)).map((index) => ({ expected: index, received: null })),
  ]
}

function take(wanted: number, call: number | undefined, takenBy: Map<number, number>): void {
  if (call !== undefined) takenBy.set(call, wanted)
}

/** Indexes of a list, or some of them, by a text of each; the last ones first, so that `pop` takes the first. */
function indexesBy<T>(list: readonly T[], textOf: (item: T) => string, some = [...list.keys()]): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const index of some.toReversed()) {
    const text = textOf(list[index] as T)
    const group = groups.get(text)
    if (group === undefined) groups.set(text, [index])
    else group.push(index)
  }
  return groups
}

/** An expected call that fits several gives way to one that fits fewer. */
function augment(
  tool: string,
  wanted: readonly number[],
  calls: readonly number[],
  fits: Fits,
  takenBy: Map<number, number>,
): void {
  if (wanted.length * calls.length > MAX_COMPARISONS) throw tooMany(tool, wanted.length, calls.length)
  const rows = new Map<number, readonly number[]>()
  const rowOf = (index: number) => {
    const row = rows.get(index) ?? calls.filter((call) => fits(index, call))
    rows.set(index, row)
    return row
  }
  let tried = new Set<number>()
  const find = (index: number): boolean => {
    const row = rowOf(index)
    const free = row.find((call) => !takenBy.has(call))
    const found = free ?? row.find((call) => !tried.has(call) && tried.add(call) && find(takenBy.get(call) ?? index))
    if (found !== undefined) takenBy.set(found, index)
    return found !== undefined
  }
  // What was tried in vain leads nowhere later either, until a path was found.
  for (const index of wanted) if (find(index)) tried = new Set()
}

function tooMany(tool: string, wanted: number, calls: number): Error {
  return badInput('toHaveCalledTools', {
    place: `the calls of ${oneLine(tool, 80)} that are compared by a function, a matcher or \`partial\``,
    expected: `at most ${MAX_COMPARISONS} pairs in any order`,
    received: `${wanted} expected and ${calls} made`,
    hint: "Give names or plain arguments with `args: 'exact'`, or the order `strict`.",
  })
}
