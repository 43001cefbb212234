/**
 * Markdown as GitHub renders it. Whatever others wrote comes in through `inert` only.
 *
 * @module
 */
import { oneLine } from '../text.js'

/**
 * Text as a code span on one line, in which nothing is a link, an image, HTML, a mention or the end of a table's cell. A bar
 * becomes `∣`, for of a backslash and a bar GitHub's tables make different things; it is the only visible change.
 *
 * @param limit - Most characters.
 */
export function inert(text: string, limit: number): string {
  const line = oneLine(text, limit).replaceAll('|', '∣')
  if (line === '') return '—'
  const runs = line.match(/`+/g) ?? []
  const fence = '`'.repeat(1 + runs.reduce((longest, { length }) => Math.max(longest, length), 0))
  const pad = runs.length > 0 ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/** A table. Cells are our own words, figures, or {@link inert}. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Rows up to a limit, and how many are left out. */
export function renderSome(head: readonly string[], rows: readonly (readonly string[])[], most: number): string {
  const more = rows.length - most
  return `${renderTable(head, rows.slice(0, most))}${more > 0 ? `\n\n… and ${more} more in the results file` : ''}`
}

/** Blocks apart by an empty line, as many as fit; a note where some do not. */
export function joinBlocks(blocks: readonly string[], most: number): string {
  const note = 'The rest does not fit; it stands in the results file.'
  const kept: string[] = []
  let room = most - note.length - 2
  for (const block of blocks) {
    room -= new TextEncoder().encode(block).length + 2
    if (room < 0) return [...kept, note].join('\n\n')
    kept.push(block)
  }
  return kept.join('\n\n')
}
