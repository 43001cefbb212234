/**
 * JSON as it stands in files and in models' answers: whole, one value a line, or cut off.
 *
 * @module
 */

const OPENS = /^\s*[[{]/

/** Parses JSON, JSON Lines or the beginning of cut-off JSON or JSON Lines. Undefined where the text is none of these. */
export function parseLooseJson(text: string): unknown {
  if (!OPENS.test(text)) return undefined
  const trimmed = text.trim()
  return tryParse(trimmed) ?? parseLines(trimmed) ?? parseCutOff(trimmed)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Of the last line, which may be cut off, what can be read. */
function parseLines(text: string): unknown[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values: unknown[] = []
  for (const [i, line] of lines.entries()) {
    const value = tryParse(line)
    if (typeof value === 'object' && value !== null) values.push(value)
    else if (i === 0 || i < lines.length - 1 || !isCutOff(line)) return undefined
    else values.push(parseCutOff(line) ?? {})
  }
  return values
}

/** The marks that make the structure, and strings, which hide marks; the group is a string's closing quote. */
const MARKS = /[[\]{},]|"[^"\\]*(?:\\.[^"\\]*)*("?)/gs

const CLOSERS: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

function isCutOff(text: string): boolean {
  return OPENS.test(text) && closersOf([...text.matchAll(MARKS)]) !== ''
}

/** Closes what is open at the end; where that is not enough, drops the last, incomplete member first. */
function parseCutOff(text: string): unknown {
  const marks = [...text.matchAll(MARKS)]
  const lastComma = marks.findLast(([mark]) => mark === ',')
  const end = lastComma?.index ?? 0
  const tail = marks.at(-1)?.[1] === '' ? '"' : ''
  const whole = text.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '') + tail + closersOf(marks)
  return tryParse(whole) ?? tryParse(text.slice(0, end) + closersOf(marks.filter(({ index }) => index < end)))
}

function closersOf(marks: readonly RegExpExecArray[]): string {
  const open: string[] = []
  for (const [mark] of marks) {
    const closer = CLOSERS[mark]
    if (closer !== undefined) open.push(closer)
    else if (mark === '}' || mark === ']') open.pop()
  }
  return open.reverse().join('')
}
