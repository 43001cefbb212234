/**
 * What an outline holds, as lines to compare.
 *
 * @module
 */
import { type Block, readOutline, type Section } from '../../src/findings/outline.js'

/** A text on one line. */
export const flat = (text: string) => text.replaceAll('\n', '⏎')
const indent = (lines: readonly string[]) => lines.map((line) => `  ${line}`)

function sketchBlock(block: Block): string[] {
  if (block.kind === 'rule') return ['rule']
  if (block.kind === 'list') return [`list ${block.start ?? '-'}`, ...indent(block.items.flatMap(sketchSection))]
  if (block.kind !== 'table') return [`${block.kind} ${flat(block.text)}`]
  return ['table', ...indent([block.header, ...block.rows].map((cells) => cells.map(flat).join(' | ')))]
}

/** Level and title of a section, and below it what it holds. */
function sketchSection({ level, title, hidden, blocks, children }: Section): string[] {
  const comments = hidden === '' ? [] : [`hidden ${flat(hidden.trim())}`]
  return [
    `${level} ${flat(title)}`,
    ...indent([...comments, ...blocks.flatMap(sketchBlock), ...children.flatMap(sketchSection)]),
  ]
}

/** A line for each part that the root holds. */
export const sketch = (markdown: string) =>
  sketchSection(readOutline(markdown))
    .slice(1)
    .map((line) => line.slice(2))

/** A text and the sketch of it. */
export type Case = [name: string, markdown: string, parts: string[]]
