/**
 * Whether a value is plain JSON: all else would reach the judge changed, or not at all.
 *
 * @module
 */
import type { ValuePath } from './read.js'

/** Most levels of objects and lists in one another. The stack of the parsers ends some hundreds later. */
export const MAX_DEPTH = 500

/** The phrase after "expected … to be" for what goes deeper. */
export const NOT_DEEPER: string = `nested at most ${MAX_DEPTH} levels deep`

/** What keeps a value from being plain JSON. */
export interface Stray {
  /** Where it stands; for what is nested too deeply the root. */
  readonly path: ValuePath
  /** The phrase after "expected … to be". */
  readonly expected: string
  readonly received: unknown
}

/**
 * The first thing in a value that is not plain JSON: functions and getters, class instances, circles, numbers that are not
 * finite, more than {@link MAX_DEPTH} levels. Fields that are undefined count as absent. Null where there is none.
 */
export function findStray(value: unknown): Stray | null {
  return search(value, [], [])
}

function search(value: unknown, path: ValuePath, parents: readonly object[]): Stray | null {
  if (value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value)) return null
  if (!isContainer(value)) return { path, expected: `text or plain JSON${explainKind(value)}`, received: value }
  if (parents.includes(value))
    return { path, expected: 'text or plain JSON, which does not hold itself', received: value }
  if (parents.length === MAX_DEPTH) return { path: [], expected: NOT_DEEPER, received: parents[0] }
  for (const [step, inner] of listFields(value)) {
    const found = search(inner, [...path, step], [...parents, value])
    if (found !== null) return found
  }
  return null
}

function listFields(container: object): (readonly [string | number, unknown])[] {
  const isList = Array.isArray(container)
  return Object.keys(container).flatMap((key) => {
    const { get, value } = Object.getOwnPropertyDescriptor(container, key) ?? {}
    const inner: unknown = get ?? value
    return inner === undefined && !isList ? [] : [[isList ? Number(key) : key, inner] as const]
  })
}

/** Shown alone, a bigint looks like a number and a date like a text. */
function explainKind(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return `, which has no ${value}`
  return `, which has no ${typeof value === 'object' ? value?.constructor.name : typeof value}`
}

function isContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  // Each realm has an Object.prototype of its own, and objects come from several under vmThreads.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
