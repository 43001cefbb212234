/**
 * What a `.gitignore` says of the folder of evals. Of its lines about one path the last one counts.
 *
 * @module
 */

/** The line that it should have. */
export const IGNORED = 'evals/results/'

/** What is to be done with it. */
export type IgnoreState =
  | { readonly kind: 'present' }
  | { readonly kind: 'absent' }
  /** A line that a person has to decide about. */
  | { readonly kind: 'hidden' | 'taken back'; readonly line: string }

const RESULTS = /^!?(?:\*\*\/|\/)?(?:evals\/)?results(?:\/\**)?$/
const FOLDER = /^!?(?:\*\*\/|\/)?evals(?:\/\**)?$/

/** A part of the folder that is not ignored. */
const PART = /^!(?:\*\*\/|\/)?evals\/[^*]/

/** Reads its lines. */
export function readIgnore(text: string): IgnoreState {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd())
  const folder = lines.findLast((line) => FOLDER.test(line))
  const results = lines.findLast((line) => RESULTS.test(line))
  if (folder !== undefined && !folder.startsWith('!')) {
    const showsSome = lines.some((line) => PART.test(line) && !RESULTS.test(line))
    if (!showsSome) return { kind: 'hidden', line: folder }
  } else if (results === undefined) return { kind: 'absent' }
  return results?.startsWith('!') ? { kind: 'taken back', line: results } : { kind: 'present' }
}
