/**
 * Digests of plain values.
 *
 * @module
 */
import { createHash } from 'node:crypto'

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
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** Digest of a text as content security policies name it: `sha256-` and base64. */
export function integrityOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
