/**
 * The findings in what a test gives to a matcher.
 *
 * @module
 */
import { extractFindings } from '../src/findings/extract.js'
import { responseText } from '../src/received.js'
import type { Finding } from '../src/types.js'

/** Findings as given, or those of a text. */
export function readFindings(what: string, received: unknown): readonly Finding[] {
  if (typeof received === 'string') return extractFindings(responseText(what, received))
  if (Array.isArray(received) && received.every((item) => typeof (item as Finding | null)?.text === 'string'))
    return received
  const found = extractFindings(received)
  return found.length > 0 ? found : extractFindings(responseText(what, received))
}
