/**
 * Compares the arguments of calls, which are plain JSON.
 *
 * @module
 */
import { badInput, show } from '../errors.js'
import { oneLine } from '../text.js'
import { fieldsOf } from './format.js'

/** Arguments are flat; deeper ones, and those that hold themselves, would exhaust the call stack. */
export const DEEPEST = 500
/** Differences that are told of one call. */
const MOST = 3

/**
 * Where arguments differ, each as `items[0].id: expected 7, received 8`; none when they are as expected. Objects hold the
 * same fields in any order; fields that are undefined count as absent. What is expected may hold Vitest's asymmetric matchers,
 * such as `expect.any(String)`.
 *
 * @param partial - Objects may have more fields than expected, at every depth; lists may not have more items.
 */
export function argumentDifferences(expected: unknown, received: unknown, partial: boolean): string[] {
  const found: string[] = []
  compare(expected, received, '', { partial, found, depth: 0 })
  return found
}

interface Search {
  readonly depth: number
  readonly partial: boolean
  readonly found: string[]
}

function compare(expected: unknown, received: unknown, path: string, outer: Search): void {
  if (outer.found.length >= MOST || expected === received) return
  const search = goDeeper(outer, received)
  const { asymmetricMatch } = fieldsOf(expected)
  if (typeof asymmetricMatch === 'function') {
    if (!asymmetricMatch.call(expected, received)) differ(nameOf(expected), received, path, search)
  } else if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    for (const [index, item] of expected.entries()) compare(item, received[index], `${path}[${index}]`, search)
  } else if (isObject(expected) && isObject(received)) compareFields(expected, received, path, search)
  else differ(showValue(expected), received, path, search)
}

function goDeeper(search: Search, received: unknown): Search {
  const depth = search.depth + 1
  if (depth <= DEEPEST) return { ...search, depth }
  const expected = `nested at most ${DEEPEST} levels deep`
  throw badInput('toHaveCalledTools', { place: 'the arguments', expected, received })
}

function compareFields(expected: object, received: object, path: string, search: Search): void {
  const names = [...Object.keys(expected), ...(search.partial ? [] : Object.keys(received))]
  const own = (fields: object, name: string) => (Object.hasOwn(fields, name) ? fieldsOf(fields)[name] : undefined)
  for (const name of new Set(names)) {
    compare(own(expected, name), own(received, name), path === '' ? name : `${path}.${name}`, search)
  }
}

function differ(expected: string, received: unknown, path: string, { found }: Search): void {
  const place = path === '' ? 'arguments' : oneLine(path, 80)
  found.push(`${place}: expected ${expected}, received ${showValue(received)}`)
}

function showValue(value: unknown): string {
  return value === undefined ? 'nothing' : show(value, 60)
}

/** Arguments as they are shown: JSON on one line, uncut. */
export function showArguments(args: unknown): string {
  if (args === undefined) return ''
  if (typeof args === 'function') return '(by a function)'
  const plain = (_: string, value: unknown) => (isMatcher(value) ? nameOf(value) : value)
  try {
    return JSON.stringify(args, plain) ?? String(args)
  } catch {
    return show(args)
  }
}

function isMatcher(value: unknown): boolean {
  return typeof fieldsOf(value)['asymmetricMatch'] === 'function'
}

/** `Any<String>`, as Vitest names its own. */
function nameOf(matcher: unknown): string {
  const { toAsymmetricMatcher } = fieldsOf(matcher)
  return oneLine(String(typeof toAsymmetricMatcher === 'function' ? toAsymmetricMatcher.call(matcher) : matcher), 60)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
