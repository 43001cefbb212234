/**
 * JSON as it stands in files and in models' answers: whole, one value a line, or cut off.
 *
 * @module
 */

/** Parses JSON, JSON Lines or a cut-off beginning of JSON. Undefined where the text is none of these. */
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
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const value = tryParse(line)
    if (typeof value !== 'object' || value === null) return undefined
    values.push(value)
  }
  return values
}

/** Closes what is open at the end; where that is not enough, drops the last, incomplete member first. */
function parseCutOff(text: string): unknown {
  const { closers, inString, lastMember } = scan(text)
  const tail = inString ? '"' : ''
  const whole = tryParse(text.replace(/\\u?[\da-fA-F]{0,3}$/, '') + tail + closers)
  if (whole !== undefined) return whole
  return lastMember && tryParse(text.slice(0, lastMember.end) + lastMember.closers)
}

interface Scan {
  readonly closers: string
  readonly inString: boolean
  /** End of the last complete member of an object or array, and what closes the text there. */
  readonly lastMember: { readonly end: number; readonly closers: string } | undefined
}

function scan(text: string): Scan {
  const open: string[] = []
  let inString = false
  let lastMember: { end: number; depth: number } | undefined
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i)
    if (inString) {
      if (char === '\\') i++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{') open.push('}')
    else if (char === '[') open.push(']')
    else if (char === '}' || char === ']') open.pop()
    else if (char === ',') lastMember = { end: i, depth: open.length }
  }
  const close = (depth: number): string => open.slice(0, depth).reverse().join('')
  return {
    closers: close(open.length),
    inString,
    lastMember:
      lastMember && lastMember.depth <= open.length
        ? { end: lastMember.end, closers: close(lastMember.depth) }
        : undefined,
  }
}
