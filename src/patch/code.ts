/**
 * The code of a hunk: its changed lines without comments, docstrings and layout.
 *
 * @module
 */
import type { Hunk } from './cursor.js'
import { type Syntax, syntaxOf } from './syntax.js'

/** A comment, docstring or long string that goes on in the next line. */
interface Block {
  readonly close: string
  /** A long string is code; a comment or docstring is not. */
  readonly isCode: boolean
}

/** A stretch of a line: the code in it, where it ends, and the block that is open there. */
interface Stretch {
  readonly code: string
  readonly end: number
  readonly block: Block | null
}

/** The changed code of a hunk, one entry a line; lines without code are left out. */
export interface ChangedCode {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const DELIMITERS: Partial<Record<Syntax['language'], RegExp>> = { python: /"""|'''/, slash: /\*\/|\/\*/ }

/**
 * Takes comments, docstrings and layout off the changed lines of a hunk.
 *
 * @param path - Its ending tells the language; lines of an unknown one are kept whole.
 */
export function readCode(hunk: Hunk, path: string): ChangedCode {
  const syntax = syntaxOf(path)
  return { added: codeOf(hunk, '+', syntax), removed: codeOf(hunk, '-', syntax) }
}

/** Reads one side with its context, because a comment may start in a context line. */
function codeOf(hunk: Hunk, sign: '+' | '-', syntax: Syntax): string[] {
  const side = hunk.lines.filter((line) => line.startsWith(sign) || line.startsWith(' '))
  let block = blockAtStart(side, hunk, syntax)
  const code: string[] = []
  for (const line of side) {
    const read = readLine(line.slice(1), block, syntax)
    block = read.block
    if (line.startsWith(sign) && read.code !== '') code.push(read.code)
  }
  return code
}

/** A hunk may start inside of a block; the first delimiter that follows shows it. A file's first line never does. */
function blockAtStart(side: readonly string[], hunk: Hunk, syntax: Syntax): Block | null {
  const delimiter = DELIMITERS[syntax.language]
  if (delimiter === undefined || (hunk.oldStart !== null && hunk.oldStart <= 1)) return null
  const at = side.findIndex((line) => delimiter.test(line))
  const found = delimiter.exec(side[at] ?? '')?.[0]
  if (found === undefined || found === '/*') return null
  if (found === '*/') return { close: found, isCode: false }
  const [before, after] = [textBefore(side, at), side[at + 1]?.slice(1).trim() ?? '']
  return closesDocstring(side[at]?.slice(1).trim() ?? '', before, after) ? { close: found, isCode: false } : null
}

/** The last line above that is neither empty nor a comment. */
function textBefore(side: readonly string[], at: number): string {
  const lines = side.slice(0, at).map((line) => line.slice(1).trim())
  return lines.findLast((line) => line !== '' && !line.startsWith('#')) ?? ''
}

/** Quotes behind prose close. Quotes alone open below the head of a definition and between code and prose. */
function closesDocstring(line: string, before: string, after: string): boolean {
  if (!/^\w{0,2}(?:"""|''')$/.test(line)) return /^[^"'(=,[{]+(?:"""|''')$/.test(line)
  return !before.endsWith(':') && !(isProse(after) && !isProse(before))
}

function isProse(text: string): boolean {
  return /^[A-Z][^=()[\]]*$/.test(text)
}

function readLine(line: string, open: Block | null, syntax: Syntax): { code: string; block: Block | null } {
  let code = ''
  let block = open
  for (let at = 0; at < line.length; ) {
    const stretch: Stretch = block === null ? readOpen(line, at, syntax) : readBlock(line, at, block)
    code += stretch.code
    at = stretch.end
    block = stretch.block
  }
  // Inner lines of a comment whose start stands above the hunk.
  const inner = syntax.language === 'slash' && /^\s*\*(?:\s|\/|$)/.test(line)
  return { code: inner ? '' : code.replace(/\s+/g, ' ').trim(), block }
}

function readBlock(line: string, at: number, block: Block): Stretch {
  const found = line.indexOf(block.close, at)
  const end = found === -1 ? line.length : found + block.close.length
  return { code: block.isCode ? line.slice(at, end) : '', end, block: found === -1 ? block : null }
}

/** Reads up to the next string, comment or block, and takes that in. */
function readOpen(line: string, at: number, syntax: Syntax): Stretch {
  syntax.piece.lastIndex = at
  const found = syntax.piece.exec(line)
  if (found === null) return { code: line.slice(at), end: line.length, block: null }
  const piece = found[0]
  const before = line.slice(at, found.index)
  const end = found.index + piece.length
  if (piece === '/*') return { code: before, end, block: { close: '*/', isCode: false } }
  if (piece === '"""' || piece === "'''") {
    const isCode = at > 0 || !/^\s*[rRuUbB]{0,2}$/.test(before)
    return { code: isCode ? before + piece : '', end, block: { close: piece, isCode } }
  }
  return { code: /^(?:#|\/\/)/.test(piece) ? before : before + piece, end, block: null }
}
