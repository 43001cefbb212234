/**
 * JSON as it stands in files and in models' answers: whole, one value a line, or cut off.
 *
 * @module
 */

/** Parses JSON, JSON Lines or the beginning of cut-off JSON. Undefined where the text is none of these. */
export function parseLooseJson(text: string): unknown {
  const trimmed = text.trim()
  if (!/^[[{]/.test(trimmed)) return undefined
  return tryParse(trimmed) ?? parseLines(trimmed) ?? parseCutOff(trimmed)
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseLines(text: string): unknown[] | undefined {
  const values: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const value = tryParse(line)
    if (typeof value !== 'object' || value === null) return undefined
    values.push(value)
  }
  return values
}

/** The marks that make the structure, and strings, which hide marks; the group is a string's closing quote. */
const MARKS = /[[\]{},]|"[^"\\]*(?:\\.?[^"\\]*)*("?)/gs

/** Closes what is open at the end; where that is not enough, drops the last, incomplete member first. */
function parseCutOff(text: string): unknown {
  const open: string[] = []
  let lastMember = { end: 0, depth: 0 }
  let tail = ''
  for (const { 0: mark, 1: quote, index } of text.matchAll(MARKS)) {
    if (mark === '{') open.push('}')
    else if (mark === '[') open.push(']')
    else if (mark === '}' || mark === ']') open.pop()
    else if (mark === ',') lastMember = { end: index, depth: open.length }
    else if (quote === '') tail = '"'
  }
  const close = (count: number): string => open.slice(0, count).reverse().join('')
  const whole = text.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '')
  return (
    tryParse(whole + tail + close(open.length)) ?? tryParse(text.slice(0, lastMember.end) + close(lastMember.depth))
  )
}
