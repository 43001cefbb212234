/**
 * The tolerant reader of unified diffs. Patches that agents hand in have wrong counts, lost blanks and text around them,
 * and most of them still solve the task. So everything that can be read is read, and every repair is named.
 *
 * @module
 */
import { type ChangeKind, type Draft, type Hunk, note, peek, type Reading } from './cursor.js'
import { readExtended, readFileStart, startsFile } from './headers.js'
import { readHunk, startsHunk } from './hunks.js'
import { describeRepairs, noteRepair, type RepairLog } from './repairs.js'

export type { ChangeKind, Hunk } from './cursor.js'

/** What a patch does to one file. */
export interface FilePatch {
  /** Its name, relative to the repository: the new one, for a deleted file the old one. */
  readonly path: string
  readonly kind: ChangeKind
  /** Empty for binary files, submodules and pure renames. */
  readonly hunks: readonly Hunk[]
}

/** A patch, and what had to be put right to read it. */
export interface PatchReading {
  /** One entry a file, in the order of the patch. */
  readonly files: readonly FilePatch[]
  /** In words, with the first line (counted from 1) of each. */
  readonly repairs: readonly string[]
}

/** Reads a unified diff of any quality. Never throws; text without a diff gives no files. */
export function readPatch(text: string): PatchReading {
  const { files, log } = readLogged(text)
  return { files, repairs: describeRepairs(log) }
}

/** The same with the repairs as data, for callers that accept some of them only. */
export function readLogged(text: string): { files: FilePatch[]; log: RepairLog } {
  const raw = text.split('\n')
  if (raw.at(-1) === '') raw.pop()
  const reading: Reading = {
    lines: raw.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)),
    at: 0,
    files: [],
    log: new Map(),
  }
  const crlf = raw.findIndex((line) => line.endsWith('\r'))
  if (crlf !== -1) noteRepair(reading.log, 'crlf', crlf + 1)
  while (reading.at < reading.lines.length) readPart(reading)
  if (reading.files.length > 0 && !text.endsWith('\n')) noteRepair(reading.log, 'noFinalNewline', raw.length)
  return { files: filesOf(reading), log: reading.log }
}

/** Reads whatever starts at the cursor and moves past it. */
function readPart(reading: Reading): void {
  if (startsFile(reading)) readFileStart(reading)
  else if (startsHunk(reading)) keepHunk(reading)
  else if (!readExtended(reading)) {
    if (peek(reading) !== '' || reading.files.length === 0) note(reading, 'outside')
    reading.at++
  }
}

function keepHunk(reading: Reading): void {
  const file = reading.files.at(-1)
  if (file === undefined) note(reading, 'noFile')
  const hunk = readHunk(reading)
  file?.hunks.push(hunk)
}

function filesOf(reading: Reading): FilePatch[] {
  const seen = new Set<string>()
  const files = reading.files.flatMap((draft) => {
    const path = draft.names.new ?? draft.names.old
    if (path === null) return []
    if (seen.has(path)) noteRepair(reading.log, 'sameFile', draft.line)
    seen.add(path)
    return [{ path, kind: kindOf(draft), hunks: draft.opaque ? [] : draft.hunks }]
  })
  return joinFiles(files)
}

/** Joins entries of the same name; a file that is deleted and added again has changed. */
export function joinFiles(files: readonly FilePatch[]): FilePatch[] {
  const parts = new Map<string, { kind: ChangeKind; hunks: Hunk[] }>()
  for (const { path, kind, hunks } of files) {
    const part = parts.get(path)
    if (part === undefined) parts.set(path, { kind, hunks: [...hunks] })
    else {
      part.kind = 'changed'
      for (const hunk of hunks) part.hunks.push(hunk)
    }
  }
  return [...parts].map(([path, part]) => ({ path, ...part }))
}

/** Patches without `/dev/null` show a new file by a first hunk that starts at line 0. */
function kindOf(draft: Draft): ChangeKind {
  return draft.hunks[0]?.oldStart === 0 && draft.kind === 'changed' ? 'added' : draft.kind
}
