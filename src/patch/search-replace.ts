/**
 * Search/replace blocks, the edit format of several agents, as hunks without line numbers.
 *
 * @module
 */
import { structuredPatch } from 'diff'
import { findFileName } from './fences.js'

const SEARCH = /^<{5,9} ?SEARCH\b/
const DIVIDER = /^={5,9}\s*$/
const REPLACE = /^>{5,9} ?REPLACE\b/
/** Blocks that differ in more lines count as replaced whole, so that no pair of long texts takes long. */
const MOST_EDITS = 200

/** Reads all complete blocks of a text; each gives the lines of a small diff. A block without a file name belongs to the last file. */
export function searchReplaceBlocks(text: string): string[][] {
  const lines = text.split('\n')
  const blocks: string[][] = []
  let file: string | null = null
  for (let at = 0; at < lines.length; at++) {
    if (!SEARCH.test(lines[at] ?? '')) continue
    const divider = nextLine(lines, at, DIVIDER)
    const end = nextLine(lines, divider, REPLACE)
    if (end === lines.length) break
    file = nameAbove(lines, at) ?? file
    if (file !== null) blocks.push(asDiff(file, lines.slice(at + 1, divider), lines.slice(divider + 1, end)))
    at = end
  }
  return blocks
}

function nextLine(lines: readonly string[], after: number, pattern: RegExp): number {
  let at = after + 1
  while (at < lines.length && !pattern.test(lines[at] ?? '')) at++
  return Math.min(at, lines.length)
}

/** The name stands in one of the three lines above, often before an opening fence. */
function nameAbove(lines: readonly string[], at: number): string | null {
  for (const line of [lines[at - 1], lines[at - 2], lines[at - 3]]) {
    if (line === undefined || REPLACE.test(line)) return null
    const name = findFileName(line)
    if (name !== null) return name
  }
  return null
}

function asDiff(file: string, search: readonly string[], replace: readonly string[]): string[] {
  if (search.every((line) => line.trim() === '')) {
    return ['--- /dev/null', `+++ b/${file}`, '@@ -0,0 +1 @@', ...replace.map((line) => `+${line}`)]
  }
  const text = (part: readonly string[]): string => part.map((line) => `${line}\n`).join('')
  const patch = structuredPatch(file, file, text(search), text(replace), '', '', { maxEditLength: MOST_EDITS })
  const hunks = patch?.hunks.map(({ lines }) => lines) ?? [
    [...search.map((line) => `-${line}`), ...replace.map((line) => `+${line}`)],
  ]
  return [`--- a/${file}`, `+++ b/${file}`, ...hunks.flatMap((lines) => ['@@', ...lines])]
}
