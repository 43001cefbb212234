/**
 * Keys of the maps in a YAML document. The parser compares each with all others and writes those that are no texts out as such, once
 * more for every level, so both are done here instead.
 *
 * @module
 */
import { type Document, isAlias, isCollection, isNode, isScalar, visit, type YAMLMap } from 'yaml'

/** A key that cannot be one, and why. */
export interface KeyFault {
  readonly offset: number
  readonly hint: string
}

/** The first key that stands twice in its map, or is a list or a map itself; null where there is none. */
export function findKeyFault(document: Document): KeyFault | null {
  let fault: KeyFault | null = null
  visit(document, {
    Map(_, map) {
      fault = faultIn(map, document)
      return fault === null ? undefined : visit.BREAK
    },
  })
  return fault
}

function faultIn({ items }: YAMLMap, document: Document): KeyFault | null {
  const seen = new Set<string>()
  for (const { key: given } of items) {
    const hint = hintOf(isAlias(given) ? given.resolve(document) : given, seen)
    if (hint !== null) return { offset: isNode(given) ? (given.range?.[0] ?? 0) : 0, hint }
  }
  return null
}

function hintOf(key: unknown, seen: Set<string>): string | null {
  if (isCollection(key)) return 'A key is a text, no list and no map'
  const name = isScalar(key) ? String(key.value) : ''
  if (seen.has(name)) return 'Map keys must be unique'
  seen.add(name)
  return null
}
