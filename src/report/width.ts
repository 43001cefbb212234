/**
 * How many columns of a terminal a text takes.
 *
 * @module
 */

/** Signs of East Asian scripts and emoji, which take two columns. */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u4DBF\u4E00-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18CFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u

/** Marks stand on the sign before them. */
const MARK = /[\p{Mn}\p{Me}]/u

/** Columns of a text on one line without hidden characters. */
export function widthOf(text: string): number {
  let width = 0
  for (const sign of text) width += columnsOf(sign)
  return width
}

/** The text with spaces up to a width. */
export function padTo(text: string, width: number): string {
  return `${text}${' '.repeat(Math.max(0, width - widthOf(text)))}`
}

/** The text, cut with `…` where it takes more columns. */
export function cutTo(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${breakAt(text, width - 1)[0]}…`
}

/** Two parts: the first as long as fits into a width, but one sign at least. */
export function breakAt(text: string, width: number): [string, string] {
  let end = 0
  let used = 0
  for (const sign of text) {
    used += columnsOf(sign)
    if (used > width && end > 0) break
    end += sign.length
  }
  return [text.slice(0, end), text.slice(end)]
}

function columnsOf(sign: string): number {
  if (sign < '\u0300') return 1
  if (MARK.test(sign)) return 0
  return WIDE.test(sign) ? 2 : 1
}
