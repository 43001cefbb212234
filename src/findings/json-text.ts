/**
 * JSON as it stands in files and in models' answers: whole, one value a line, cut off, or with words behind it.
 *
 * @module
 */

const OPENS = /^\s*[[{]/

/** Parses JSON or JSON Lines, whole, cut off or before words. Undefined where the text begins with none of these. */
export function parseLooseJson(text: string): unknown {
  if (!OPENS.test(text)) return undefined
  const trimmed = text.trim()
  return tryParse(trimmed) ?? parseLines(trimmed) ?? parseHead(trimmed) ?? parseCutOff(trimmed)
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
const STEPS: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

function isCutOff(text: string): boolean {
  return OPENS.test(text) && closersOf([...text.matchAll(MARKS)]) !== ''
}

/** The values at the beginning of a text that goes on in words: one alone, or a list of several. */
function parseHead(text: string): unknown {
  const values: unknown[] = []
  let end = 0
  for (const [start, stop] of listClosed(text)) {
    if (text.slice(end, start).trim() !== '') break
    values.push(tryParse(text.slice(start, stop)))
    end = stop
  }
  if (!values.every(holdsObjects) || /^\s*[[{]/m.test(text.slice(end))) return undefined
  return values.length > 1 ? values : values[0]
}

/** Where what brackets hold begins and ends. */
function* listClosed(text: string): Generator<readonly [start: number, stop: number]> {
  let [depth, start] = [0, 0]
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    const step = STEPS[mark] ?? 0
    if (step > 0 && depth === 0) start = index
    if (step < 0 && depth === 1) yield [start, index + 1]
    depth = Math.max(0, depth + step)
  }
}

/** `[1]` may as well begin a sentence. */
function holdsObjects(value: unknown): boolean {
  const entries = Array.isArray(value) ? value : [value]
  return (
    entries.length > 0 && entries.every((entry) => typeof entry === 'object' && entry !== null && !Array.isArray(entry))
  )
}

/** Closes what is open at the end; where that is not enough, drops the last, incomplete member first. */
function parseCutOff(text: string): unknown {
  const marks = [...text.matchAll(MARKS)]
  const closers = closersOf(marks)
  if (closers === '') return undefined
  const lastComma = marks.findLast(([mark]) => mark === ',')
  const end = lastComma?.index ?? 0
  const tail = marks.at(-1)?.[1] === '' ? '"' : ''
  const whole = text.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '') + tail + closers
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
