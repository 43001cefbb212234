/**
 * Reads one hunk, whatever its header promises.
 *
 * @module
 */
import { type Hunk, note, peek, type Reading } from './cursor.js'
import { startsFile } from './headers.js'
import { noteRepair, type Repair } from './repairs.js'

/** What a header says; null where it has no numbers, as in a bare `@@`. */
interface Extent {
  readonly start: number
  readonly old: number
  readonly new: number
}

const HEADER = /^@@(?: -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@|\s|$)/
const MARKER = /^(?:(?:<{7}|>{7})(?:\s|$)|={7}$)/

/** Whether a hunk starts at the cursor. */
export function startsHunk(reading: Reading): boolean {
  return HEADER.test(peek(reading) ?? '')
}

/** Reads the hunk at the cursor, where {@link startsHunk} holds. Its lines count, not the numbers in its header. */
export function readHunk(reading: Reading): Hunk {
  const [, start, old = '1', next = '1'] = HEADER.exec(peek(reading) ?? '') ?? []
  const extent = start === undefined ? null : { start: Number(start), old: Number(old), new: Number(next) }
  const header = reading.at + 1
  reading.at++
  const lines = readBody(reading, extent)
  const repair = extent === null ? 'noNumbers' : repairFor(lines, extent)
  if (repair !== null) noteRepair(reading.log, repair, header)
  return { oldStart: extent?.start ?? null, lines }
}

/** Lines that lack on both sides alike, three at most, are context that was trimmed off. */
function repairFor(lines: readonly string[], extent: Extent): Repair | null {
  const added = lines.filter((line) => line.startsWith('+')).length
  const removed = lines.filter((line) => line.startsWith('-')).length
  const lacking = { old: extent.old - (lines.length - added), new: extent.new - (lines.length - removed) }
  if (lacking.old === 0 && lacking.new === 0) return null
  return lacking.old === lacking.new && lacking.old > 0 && lacking.old <= 3 ? 'trimmed' : 'counts'
}

function readBody(reading: Reading, extent: Extent | null): string[] {
  const lines: string[] = []
  const left = { old: extent?.old ?? Number.POSITIVE_INFINITY, new: extent?.new ?? Number.POSITIVE_INFINITY }
  for (;;) {
    const line = readLine(reading, left.old <= 0 && left.new <= 0)
    if (line === undefined) break
    reading.at++
    if (line === null) continue
    lines.push(line)
    if (!line.startsWith('+')) left.old--
    if (!line.startsWith('-')) left.new--
  }
  return lines
}

/**
 * The hunk's line at the cursor; null for a line that is no content, undefined where the hunk ends.
 *
 * @param complete - The lines that the header promises are all read. Hunks with too small counts go on.
 */
function readLine(reading: Reading, complete: boolean): string | null | undefined {
  const line = peek(reading)
  if (line === undefined || startsHunk(reading) || startsFile(reading)) return undefined
  if (line.startsWith('\\')) return null
  if (MARKER.test(line)) {
    note(reading, 'marker')
    return null
  }
  if (/^[-+ ]/.test(line)) return complete && line === '-- ' ? undefined : line
  if (complete ? !goesOn(reading) : isEnd(reading)) return undefined
  note(reading, line === '' ? 'bareBlank' : 'bareContext')
  return ` ${line}`
}

/** A complete hunk goes on behind an empty line only if a changed line follows. */
function goesOn(reading: Reading): boolean {
  const next = peek(reading, 1) ?? ''
  return peek(reading) === '' && /^[-+]/.test(next) && !next.startsWith('--- ')
}

/** Trailing empty lines and a closing fence end a hunk that has fewer lines than its header says. */
function isEnd(reading: Reading): boolean {
  const line = peek(reading) ?? ''
  if (line !== '') return line.startsWith('```')
  const next = peek(reading, 1)
  return next === undefined || (next !== '' && !/^[-+ \\]/.test(next))
}
