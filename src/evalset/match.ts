/**
 * Whether a text or pattern of an eval set stands in what an agent produced.
 *
 * @module
 */
import { foldText, stripHidden } from '../text.js'
import type { Produced } from '../types.js'
import { readPattern, searchPattern } from './pattern.js'

/** A text to search in. Folding takes long, so it is done once for all that is looked for. */
export interface Searchable {
  /** For patterns. */
  readonly text: string
  /** For plain texts. */
  readonly folded: string
}

/**
 * The parts of what was produced that are searched, each on its own: the output, and the added lines of every hunk of
 * its diff. Of a unified diff inside the output, too, only the added lines are searched.
 */
export function listSearchable(produced: Produced): readonly Searchable[] {
  const output = splitDiff(produced.output)
  const diff = produced.diff === undefined ? [] : splitDiff(produced.diff).added
  return [output.prose, ...output.added, ...diff].map((text) => ({ text, folded: foldText(text) }))
}

/**
 * Whether a text stands in one of the parts: white-space-folded and case-sensitive; a text that starts with `re:` is a
 * regular expression and meets the part as it is.
 *
 * @returns null where a pattern took too long to tell.
 */
export function findText(text: string, parts: readonly Searchable[]): boolean | null {
  const pattern = readPattern(text)
  if (pattern !== null) {
    return searchPattern(
      pattern,
      parts.map((part) => part.text),
    )
  }
  const wanted = foldText(text)
  // Nothing to look for stands everywhere and nowhere.
  if (wanted === '') return false
  return parts.some(({ folded }) => folded.includes(wanted))
}

const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/

/** Text outside of diffs, and the added lines of each hunk. */
interface SplitText {
  readonly prose: string
  readonly added: readonly string[]
}

type LineKind = 'prose' | 'header' | 'hunk'

function splitDiff(text: string): SplitText {
  const prose: string[] = []
  const added: string[][] = []
  const lines = stripHidden(text).split('\n')
  let kind: LineKind = 'prose'
  for (const [index, line] of lines.entries()) {
    kind = tellKind(lines, index, kind)
    if (kind === 'prose') prose.push(line)
    if (HUNK.test(line)) added.push([])
    else if (kind === 'hunk' && line.startsWith('+')) added.at(-1)?.push(line.slice(1))
  }
  return { prose: prose.join('\n'), added: added.map((hunk) => hunk.join('\n')) }
}

/** Goes by how lines begin: the counts in hunk headers that models write are often wrong. */
function tellKind(lines: readonly string[], index: number, before: LineKind): LineKind {
  const line = lines[index] ?? ''
  if (HUNK.test(line)) return 'hunk'
  if (startsFile(lines, index)) return 'header'
  if (before === 'hunk') return /^(?:[-+ \\]|$)/.test(line) ? 'hunk' : 'prose'
  return line === '' ? 'prose' : before
}

/** A removed line may begin with `--- ` too; only a file's header has all three lines. */
function startsFile(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (line.startsWith('diff --git ')) return true
  const next = lines[index + 1] ?? ''
  return line.startsWith('--- ') && next.startsWith('+++ ') && HUNK.test(lines[index + 2] ?? '')
}
