/**
 * Text in lines of a terminal's width.
 *
 * @module
 */
import { hideCommand } from '../text.js'

/** Columns of the tables. */
const WIDTH = 80

/**
 * Lines of at most 80 characters, all indented, those after the first by two more. A longer word is broken.
 *
 * @param text - On one line.
 */
export function wrapText(text: string, indent: string): string[] {
  const room = WIDTH - indent.length - 2
  const pieces = text
    .split(' ')
    .flatMap((word) => (word.length > room ? breakWord(word, room) : [word]))
    .map(hideCommand)
  const lines: string[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + piece.length <= room) lines[lines.length - 1] = `${last} ${piece}`
    else lines.push(piece)
  }
  return lines.map((line, index) => `${indent}${index > 0 ? '  ' : ''}${line}`.trimEnd())
}

function breakWord(word: string, room: number): string[] {
  return word.match(new RegExp(`.{1,${room}}`, 'gsu')) ?? []
}
