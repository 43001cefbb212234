/**
 * The line cursor that the parts of the reader share.
 *
 * @module
 */
import type { FileNames } from './paths.js'
import { noteRepair, type Repair, type RepairLog } from './repairs.js'

/** One run of changed lines with its context. */
export interface Hunk {
  /** First old line, counted from 1; 0 for a new file; null where the patch gives no line. */
  readonly oldStart: number | null
  /** Lines with their sign: a space, `+` or `-`. */
  readonly lines: readonly string[]
}

/** What happens to a file. */
export type ChangeKind = 'added' | 'deleted' | 'changed'

/** A file as far as it has been read. */
export interface Draft {
  readonly names: FileNames
  /** Line of its header, counted from 1. */
  readonly line: number
  kind: ChangeKind
  readonly hunks: Hunk[]
  /** Its `diff --git` line was read, its `---` line was not. */
  open: boolean
  /** Binary file or submodule: its lines are no code. */
  opaque: boolean
}

/** The cursor and everything read so far. */
export interface Reading {
  readonly lines: readonly string[]
  at: number
  readonly files: Draft[]
  readonly log: RepairLog
}

/** The line at a distance from the cursor; undefined behind the end. */
export function peek(reading: Reading, distance = 0): string | undefined {
  return reading.lines[reading.at + distance]
}

/** Notes a repair at the cursor. */
export function note(reading: Reading, repair: Repair): void {
  noteRepair(reading.log, repair, reading.at + 1)
}
