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

/** What of a production is searched. */
export interface Searched {
  /** The output, and the added lines of every hunk of its diff, each on its own. */
  readonly parts: readonly Searchable[]
  /**
   * What stands in a diff and is no part of its form: lines behind a hunk, or without one. Nobody can tell whether it is
   * new, so what must not be there is looked for in it too, and what is expected is not.
   */
  readonly loose: readonly Searchable[]
}

/** Of a unified diff, also inside the output, only the added lines are searched. */
export function listSearchable(produced: Produced): Searched {
  const output = splitDiff(produced.output)
  const diff = splitDiff(produced.diff ?? '')
  const searchable = (text: string): Searchable => ({ text, folded: foldText(text) })
  return {
    parts: [output.prose, ...output.added, ...diff.added].map(searchable),
    loose: [output.loose, diff.loose, diff.prose].map(searchable),
  }
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

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/
const HEADER =
  /^(?:diff --git |index |--- |\+\+\+ |(?:old|new) mode |(?:new|deleted) file mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |Binary files |GIT binary patch)/

/** Text outside of diffs, the added lines of each hunk, and what is neither. */
interface SplitText {
  readonly prose: string
  readonly added: readonly string[]
  readonly loose: string
}

type LineKind = 'prose' | 'header' | 'hunk' | 'loose'

/** Where a line stands: what the one before it was, and how many lines of the hunk its header still promises. */
interface Place {
  readonly kind: LineKind
  readonly left: number
}

function splitDiff(text: string): SplitText {
  const prose: string[] = []
  const loose: string[] = []
  const added: string[][] = []
  const lines = stripHidden(text).split('\n')
  let place: Place = { kind: 'prose', left: 0 }
  for (const [index, line] of lines.entries()) {
    place = nextPlace(lines, index, place)
    if (place.kind === 'prose') prose.push(line)
    if (place.kind === 'loose') loose.push(line)
    if (HUNK.test(line)) added.push([])
    else if (place.kind !== 'prose' && place.kind !== 'header' && line.startsWith('+'))
      added.at(-1)?.push(line.slice(1))
  }
  return { prose: prose.join('\n'), added: added.map((hunk) => hunk.join('\n')), loose: loose.join('\n') }
}

function nextPlace(lines: readonly string[], index: number, { kind, left }: Place): Place {
  const line = lines[index] ?? ''
  const [hunk, removed = '1', added = '1'] = HUNK.exec(line) ?? []
  // A changed line stands once on either side, so there may be fewer lines than the sum, and never more.
  if (hunk !== undefined) return { kind: 'hunk', left: Number(removed) + Number(added) }
  if (startsFile(lines, index)) return { kind: 'header', left: 0 }
  if (kind === 'header') return { kind: HEADER.test(line) ? 'header' : 'prose', left: 0 }
  return kind === 'prose' ? { kind, left: 0 } : inHunk(line, { kind, left })
}

/**
 * Goes by how lines begin, since the counts in headers that models write are often wrong: only an empty line behind as many as
 * were promised ends a hunk, and what follows may be a list in Markdown. An added line counts in any case.
 */
function inHunk(line: string, { kind, left }: Place): Place {
  if (line.startsWith('+')) return { kind: kind === 'loose' ? 'loose' : 'hunk', left: left - 1 }
  if (!/^(?:[- \\]|$)/.test(line)) return { kind: 'prose', left: 0 }
  if (kind === 'loose' || (line === '' && left <= 0)) return { kind: 'loose', left: 0 }
  return { kind: 'hunk', left: left - (line.startsWith(' ') || line === '' ? 2 : 1) }
}

/** A removed line may begin with `--- ` too; only a file's header has all three lines. */
function startsFile(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? ''
  if (line.startsWith('diff --git ')) return true
  const next = lines[index + 1] ?? ''
  return line.startsWith('--- ') && next.startsWith('+++ ') && HUNK.test(lines[index + 2] ?? '')
}
