/**
 * Fenced code blocks of a response, with the file that is named by them.
 *
 * @module
 */

/** One fenced block. */
export interface FencedBlock {
  /** What stands behind the opening fence. */
  readonly info: string
  readonly lines: readonly string[]
  /** The file named behind the fence, in the first line (a comment), or in the line above. */
  readonly file: string | null
  /** The name stands in the first line, which is then no content of the file. */
  readonly namedInside: boolean
}

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/
/** Longer lines name no file; the limit also keeps the patterns below from taking long. */
const LONGEST_NAME_LINE = 300
const FILE_NAME = /^(?:[\w@.+()[\]-]+\/)*(?:[\w@.+-]*\.[A-Za-z]\w*|Makefile|Dockerfile|Rakefile|Gemfile)$/

/** Reads all fenced blocks; one that is never closed reaches to the end. */
export function fencedBlocks(text: string): FencedBlock[] {
  const lines = text.split('\n')
  const blocks: FencedBlock[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, fence, info = ''] = FENCE.exec(lines[at] ?? '') ?? []
    if (fence === undefined) continue
    const end = closingFence(lines, at + 1, fence)
    blocks.push(blockOf(info.trim(), lines.slice(at + 1, end), textAbove(lines, at)))
    at = end
  }
  return blocks
}

function closingFence(lines: readonly string[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim()
    if (line.startsWith(fence) && /^[`~]+$/.test(line)) return at
  }
  return lines.length
}

function textAbove(lines: readonly string[], at: number): string {
  return (lines[at - 1]?.trim() || lines[at - 2]) ?? ''
}

function blockOf(info: string, lines: readonly string[], above: string): FencedBlock {
  const [behind, inside] = [nameBehindFence(info), nameInComment(lines[0] ?? '')]
  return { info, lines, file: behind ?? inside ?? findFileName(above), namedInside: behind === null && inside !== null }
}

/** `python:src/a.py`, `python src/a.py`, `js title="src/a.js"`. */
function nameBehindFence(info: string): string | null {
  if (info.length > LONGEST_NAME_LINE) return null
  return asFileName(info.replace(/^[\w+#-]*[\s:]/, '').replace(/^(?:title|file|filename|path)=/, ''))
}

/** `# src/a.py`, `// file: src/a.ts`, `<!-- a.html -->`. */
function nameInComment(line: string): string | null {
  if (line.length > LONGEST_NAME_LINE) return null
  const [, text] =
    /^\s*(?:#|\/\/|--|;|\/\*|<!--)\s*(?:(?:file|filename|path)\s*:\s*)?(\S+)\s*(?:\*\/|-->)?\s*$/i.exec(line) ?? []
  return text === undefined ? null : asFileName(text)
}

/** A file name that fills a line, apart from headings, list marks, emphasis and a label such as `File:`. */
export function findFileName(line: string): string | null {
  if (line.length > LONGEST_NAME_LINE) return null
  const quoted = /`([^`\s]+)`/.exec(line)?.[1]
  if (quoted !== undefined && asFileName(quoted) !== null) return asFileName(quoted)
  return asFileName(line.replace(/^[\s#>*\d.)-]*(?:\w+\s*:\s*)?/, '').replace(/[\s*:]+$/, ''))
}

function asFileName(text: string): string | null {
  const name = text.trim().replace(/^["'`*]+|["'`*:]+$/g, '')
  return FILE_NAME.test(name.replace(/^(?:\.?\/)+/, '')) ? name : null
}

/** Blocks that are whole files: those with a name. */
export function fileBlocks(text: string): { file: string; lines: readonly string[] }[] {
  return fencedBlocks(text).flatMap(({ file, lines, namedInside }) =>
    file === null ? [] : [{ file, lines: namedInside ? lines.slice(1) : lines }],
  )
}
