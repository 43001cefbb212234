/**
 * Digests of plain values.
 *
 * @module
 */
import { hash } from 'node:crypto'

/** JSON with sorted keys: the same value always gives the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** 64 hexadecimal digits of SHA-256, the same for equal values. */
export function digest(value: unknown): string {
  return hash('sha256', canonicalJson(value), 'hex')
}

/** Digests by plain JSON, which is made in a fraction of the time. */
const known = new Map<string, string>()
const MOST_KNOWN = 100

/** The same as {@link digest}, for what is asked about again and again, such as what all cases of a set share. */
export function sharedDigest(value: unknown): string {
  const text = JSON.stringify(value)
  const before = known.get(text)
  if (before !== undefined) return before
  const made = digest(value)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, made)
  return made
}

/** Digest of a text as content security policies name it: `sha256-` and base64. */
export function integrityOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}
