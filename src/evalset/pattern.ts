/**
 * Regular expressions from eval sets, run so that a hostile one cannot hang the run. The one file of the pure folders
 * that needs Node: V8 interrupts a regular expression only inside `vm` with a timeout.
 *
 * @module
 */
import { runInNewContext } from 'node:vm'

/** Milliseconds that one pattern may take. */
const LIMIT = 250

/** `^` and `$` match at lines, since what is searched is mostly code. */
const FLAGS = 'm'

/** The pattern after `re:`, without leading space; null where `text` is plain. */
export function readPattern(text: string): string | null {
  return text.startsWith('re:') ? text.slice(3).trimStart() : null
}

/** What is wrong with the pattern in `text`, in the engine's words; null where it is plain text or compiles. */
export function explainPattern(text: string): string | null {
  const pattern = readPattern(text)
  if (pattern === null) return null
  if (pattern === '') return 'an empty pattern is found everywhere'
  try {
    new RegExp(pattern, FLAGS)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Whether a pattern is found in one of the texts: case-sensitive, `^` and `$` at lines.
 *
 * @returns null where no answer came within 250 ms.
 */
export function searchPattern(pattern: string, texts: readonly string[]): boolean | null {
  const code = 'const search = new RegExp(pattern, flags); texts.some((text) => search.test(text))'
  try {
    return runInNewContext(code, { pattern, flags: FLAGS, texts }, { timeout: LIMIT })
  } catch {
    return null
  }
}
