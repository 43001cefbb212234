/**
 * Text in lines of a terminal's width.
 *
 * @module
 */
import { hideCommand } from '../text.js'
import { breakAt, widthOf } from './width.js'

/** Columns of the tables. */
const WIDTH = 80

/**
 * Lines of at most 80 columns, all indented, those after the first by two more. A longer word is broken.
 *
 * @param text - On one line.
 */
export function wrapText(text: string, indent: string): string[] {
  const room = WIDTH - indent.length - 2
  const pieces = text
    .split(' ')
    .flatMap((word) => breakWord(word, room))
    .map(hideCommand)
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(piece) <= room) lines[lines.length - 1] = `${last} ${piece}`
    else lines.push(piece)
  }
  return lines.map((line, index) => `${indent}${index > 0 ? '  ' : ''}${line}`.trimEnd())
}

function breakWord(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word]
  const [first, rest] = breakAt(word, room)
  return rest === '' ? [first] : [first, ...breakWord(rest, room)]
}
