/**
 * Finds the change in whatever an agent handed in, and writes it as one unified diff for the reader.
 *
 * @module
 */
import { fencedBlocks, fileBlocks } from './fences.js'
import { searchReplaceBlocks } from './search-replace.js'

/** The form of a candidate: the change itself, or a response that holds it. */
export type CandidateKind = 'patch' | 'fenced-diff' | 'search-replace' | 'fenced-files' | 'none'

/** The change in a candidate. */
export interface CandidateReading {
  /** Unified diff for the tolerant reader; empty for `none`. */
  readonly patch: string
  readonly kind: CandidateKind
  /** What was taken for what, in words. */
  readonly repairs: readonly string[]
}

const FILE_START = /^ ?(?:diff --git |--- \S.*\n\+\+\+ \S)/m

/**
 * Tells the form of a candidate and takes the change out of it. A text that starts as a diff is a diff; in other texts
 * fenced diffs come before bare ones, then search/replace blocks, then whole files in fences. Never throws.
 */
export function readCandidate(text: string): CandidateReading {
  const plain = text.replaceAll('\r\n', '\n')
  if (FILE_START.exec(plain)?.index === plain.length - plain.trimStart().length) return patchOf(text)
  return (
    fencedDiff(plain) ?? (FILE_START.test(plain) ? patchOf(text) : null) ?? edits(plain) ?? wholeFiles(plain) ?? NONE
  )
}

const NONE: CandidateReading = { patch: '', kind: 'none', repairs: [] }

function patchOf(text: string): CandidateReading {
  return { patch: text, kind: 'patch', repairs: [] }
}

function fencedDiff(text: string): CandidateReading | null {
  const diffs = fencedBlocks(text).filter(({ info, lines }) => /^(?:diff|patch|udiff)\b/i.test(info) || isDiff(lines))
  const parts = diffs.map(({ lines, file }) => withHeader(lines, file)).filter((part) => part !== null)
  if (parts.length === 0) return null
  const repairs = [`${parts.length} fenced ${parts.length === 1 ? 'diff' : 'diffs'} taken out of a response`]
  return { patch: `${parts.flat().join('\n')}\n`, kind: 'fenced-diff', repairs }
}

function isDiff(lines: readonly string[]): boolean {
  return FILE_START.test(lines.join('\n'))
}

/** A fenced diff without file names belongs to the file that is named above it. */
function withHeader(lines: readonly string[], file: string | null): readonly string[] | null {
  if (isDiff(lines)) return lines
  if (file === null) return null
  const body = lines.some((line) => line.startsWith('@@')) ? lines : ['@@', ...lines]
  return [`--- a/${file}`, `+++ b/${file}`, ...body]
}

function edits(text: string): CandidateReading | null {
  const blocks = searchReplaceBlocks(text)
  if (blocks.length === 0) return null
  const repairs = [`${blocks.length} search/replace ${blocks.length === 1 ? 'block' : 'blocks'} read as a diff`]
  return { patch: `${blocks.flat().join('\n')}\n`, kind: 'search-replace', repairs }
}

function wholeFiles(text: string): CandidateReading | null {
  const files = fileBlocks(text)
  if (files.length === 0) return null
  const lines = files.flatMap(({ file, lines: content }) => [
    `--- a/${file}`,
    `+++ b/${file}`,
    '@@',
    ...content.map((line) => `+${line}`),
  ])
  const repairs = [`${files.length} fenced ${files.length === 1 ? 'file' : 'files'} compared as added lines`]
  return { patch: `${lines.join('\n')}\n`, kind: 'fenced-files', repairs }
}
