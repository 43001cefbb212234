/**
 * Reads what stands between hunks: file names and Git's extended header lines.
 *
 * @module
 */
import { type Draft, note, peek, type Reading } from './cursor.js'
import { type FileNames, readGitLine, readNames } from './paths.js'

const EXTENDED =
  /^(?:index|old mode|new mode|new file mode|deleted file mode|similarity index|dissimilarity index|(?:rename|copy) (?:from|to)) /
const BINARY_DATA = /^(?:(?:literal|delta) \d+|[A-Za-z][!-~]+|)$/

/** Whether a file's header starts at the cursor. Some patches glue it to a context line, behind a space. */
export function startsFile(reading: Reading): boolean {
  return /^ ?diff --git /.test(peek(reading) ?? '') || startsNames(reading)
}

/** `---` and `+++` that stand together open a file even inside of a hunk; a removed line that reads `-- ` stands alone. */
function startsNames(reading: Reading): boolean {
  return (
    /^--- \S/.test(peek(reading) ?? '') &&
    /^\+\+\+ \S/.test(peek(reading, 1) ?? '') &&
    /^(?:@@|diff |$)/.test(peek(reading, 2) ?? '')
  )
}

/** Reads the header at the cursor, where {@link startsFile} holds. */
export function readFileStart(reading: Reading): void {
  const line = peek(reading) ?? ''
  if (startsNames(reading)) {
    readNamePair(reading, line.slice(4), (peek(reading, 1) ?? '').slice(4))
    reading.at += 2
    return
  }
  if (line.startsWith(' ')) note(reading, 'glued')
  const names = readGitLine(line)
  if (names !== null) openFile(reading, names, true)
  reading.at++
}

function readNamePair(reading: Reading, old: string, next: string): void {
  const names = readNames(old, next)
  const git = reading.files.at(-1)
  if (git?.open) reading.files.pop()
  else note(reading, 'noGitLine')
  const file = openFile(reading, names, false)
  if (git?.open) file.opaque = git.opaque
  if (names.old === null) file.kind = 'added'
  if (names.new === null) file.kind = 'deleted'
}

function openFile(reading: Reading, names: FileNames, open: boolean): Draft {
  if (names.bare && !open) note(reading, 'noPrefix')
  if (names.absolute && !open) note(reading, 'absolute')
  const file: Draft = { names, line: reading.at + 1, kind: 'changed', hunks: [], open, opaque: false }
  reading.files.push(file)
  return file
}

/** Reads the extended header line at the cursor; false, and the cursor stays, where there is none. */
export function readExtended(reading: Reading): boolean {
  const line = peek(reading) ?? ''
  const file = reading.files.at(-1)
  if (file === undefined || !(EXTENDED.test(line) || isBinary(line))) return false
  if (line.startsWith('new mode ')) note(reading, 'mode')
  if (/^(?:rename|copy) to /.test(line)) note(reading, 'rename')
  if (isBinary(line) || / (?:mode )?160000$/.test(line)) note(reading, 'binary')
  describeFile(file, line)
  reading.at++
  while (line === 'GIT binary patch' && BINARY_DATA.test(peek(reading) ?? '@')) reading.at++
  return true
}

function describeFile(file: Draft, line: string): void {
  if (line.startsWith('new file ')) file.kind = 'added'
  if (line.startsWith('deleted file ')) file.kind = 'deleted'
  if (isBinary(line) || / (?:mode )?160000$/.test(line)) file.opaque = true
}

function isBinary(line: string): boolean {
  return line === 'GIT binary patch' || /^Binary files .+ differ$/.test(line)
}
