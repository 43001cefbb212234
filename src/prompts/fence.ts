/**
 * Fences round untrusted text. Only here does text that we did not write enter a prompt.
 *
 * A fence's mark is derived from all the material of its block, so no text can contain its own mark: that would need a
 * fixed point of SHA-256. The same material always gives the same bytes, so prompt caches and recordings hold.
 *
 * @module
 */
import { digest } from '../digest.js'
import { stripHidden } from '../text.js'

/** A text that is judged or judged by, and the name under which the judge is told of it. */
export interface Material {
  /** Our own word, never from data: `response`, `challenge`. */
  readonly name: string
  readonly text: string
}

/** Longest text of one material in characters; the middle of a longer one is left out, and the judge is told. */
export const MAX_MATERIAL = 400_000

/** Also with blanks in it, and with the wide signs that stand for its own. */
const LOOKS_LIKE_A_MARK = /[<\uFF1C\uFE64](\s*[/\uFF0F]?\s*)(material\s*[-\uFF0D]\s*[0-9a-f])/gi

/**
 * The text as the judge sees it: line ends unified, hidden characters taken out, anything like a mark made harmless, the
 * middle cut where it is too long. Quotes are checked against this.
 */
export function shownText(text: string): string {
  const clean = stripHidden(text).replace(LOOKS_LIKE_A_MARK, '‹$1$2')
  if (clean.length <= MAX_MATERIAL) return clean
  const half = MAX_MATERIAL / 2
  const omitted = clean.length - MAX_MATERIAL
  const note = `[... ${omitted} characters left out here by the test framework ...]`
  // Both cuts can leave half a character, which is hidden text too.
  return stripHidden(`${clean.slice(0, half)}\n${note}\n${clean.slice(-half)}`)
}

/** One block of a prompt: every material in its own fence. */
export function fence(materials: readonly Material[]): string {
  const shown = materials.map(({ name, text }) => ({ name, text: shownText(text) }))
  const mark = digest(shown).slice(0, 32)
  return shown.map(({ name, text }) => `<material-${mark} name="${name}">\n${text}\n</material-${mark}>`).join('\n\n')
}
