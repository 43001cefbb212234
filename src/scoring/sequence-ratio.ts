/**
 * How alike two texts are, as Python's `difflib.SequenceMatcher(None, a, b).ratio()` counts it, its "autojunk" included.
 *
 * @module
 */

/** From this length on, frequent characters of the second text start no match. */
const AUTOJUNK_FROM = 200

/** A stretch of both texts in which matches are looked for; ends are excluded. */
interface Stretch {
  readonly aFrom: number
  readonly aTo: number
  readonly bFrom: number
  readonly bTo: number
}

/**
 * Twice the matching characters over both lengths: the longest common block first, then the same to its left and right.
 *
 * Not symmetric. In a second text of 200 or more characters, those that make up more than 1 % of it extend matches but start
 * none. Source: the documentation of Python's difflib (Ratcliff and Obershelp's "gestalt pattern matching").
 *
 * @param a - Characters (code points).
 * @param b - Characters (code points).
 * @returns 0-1; 1 for two empty texts.
 */
export function sequenceRatio(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1
  const places = placesOf(b)
  const open: Stretch[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }]
  let matching = 0
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const { aFrom, aTo, bFrom, bTo } = stretch
    const { aAt, bAt, size } = longestMatch(a, b, places, stretch)
    if (size === 0) continue
    matching += size
    if (aFrom < aAt && bFrom < bAt) open.push({ aFrom, aTo: aAt, bFrom, bTo: bAt })
    if (aAt + size < aTo && bAt + size < bTo) open.push({ aFrom: aAt + size, aTo, bFrom: bAt + size, bTo })
  }
  return (2 * matching) / (a.length + b.length)
}

/** Where each character stands; frequent ones of a long text are left out. */
function placesOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  b.forEach((character, index) => {
    const known = places.get(character)
    if (known === undefined) places.set(character, [index])
    else known.push(index)
  })
  if (b.length < AUTOJUNK_FROM) return places
  const most = Math.floor(b.length / 100) + 1
  return new Map([...places].filter(([, indices]) => indices.length <= most))
}

/** The longest block that both have; of several the first in `a`, then in `b`. */
function longestMatch(
  a: readonly string[],
  b: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  { aFrom, aTo, bFrom, bTo }: Stretch,
): { aAt: number; bAt: number; size: number } {
  let best = { aAt: aFrom, bAt: bFrom, size: 0 }
  let lengths = new Map<number, number>()
  for (let i = aFrom; i < aTo; i++) {
    const next = new Map<number, number>()
    const here = places.get(a[i] ?? '')?.filter((j) => j >= bFrom && j < bTo) ?? []
    for (const j of here) {
      const size = (lengths.get(j - 1) ?? 0) + 1
      next.set(j, size)
      if (size > best.size) best = { aAt: i - size + 1, bAt: j - size + 1, size }
    }
    lengths = next
  }
  return extend(a, b, best, { aFrom, aTo, bFrom, bTo })
}

/** Frequent characters on both sides of a match belong to it. */
function extend(
  a: readonly string[],
  b: readonly string[],
  match: { aAt: number; bAt: number; size: number },
  { aFrom, aTo, bFrom, bTo }: Stretch,
): { aAt: number; bAt: number; size: number } {
  let { aAt, bAt, size } = match
  while (aAt > aFrom && bAt > bFrom && a[aAt - 1] === b[bAt - 1]) {
    aAt--
    bAt--
    size++
  }
  while (aAt + size < aTo && bAt + size < bTo && a[aAt + size] === b[bAt + size]) size++
  return { aAt, bAt, size }
}
