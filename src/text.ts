/**
 * What every part does to untrusted text before it compares or shows it.
 *
 * @module
 */

/**
 * Control characters but tab and line feed, and characters without a glyph: they hide or reorder text. A few visible Arabic
 * and Syriac signs share their class and stay. Halves of a surrogate pair go too: services refuse JSON that holds one.
 */
const HIDDEN = /(?![\t\n\u0600-\u0605\u06DD\u070F\u08E2])[\p{Cc}\p{Cf}\p{Cs}]|[\u{E0100}-\u{E01EF}]/gu

/** Most texts are this; the pattern above alone takes some 10 ms to be compiled in each process. */
const PLAIN = /^[\t\n -~]*$/

/** The text without hidden characters, line ends unified to line feeds. */
export function stripHidden(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(/\r\n?/g, '\n').replace(HIDDEN, '')
}

/** White space that looks like a space and is none. */
const ODD_SPACE = /[^\S \t\n]/g

/** The text with escapes such as `\u200b` for hidden characters and odd spaces, so that a wrong name does not look like the right one. */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, escapeOf).replace(ODD_SPACE, escapeOf)
}

function escapeOf(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** The form in which texts are compared: Unicode-composed, without hidden characters, white space folded to single spaces. */
export function foldText(text: string): string {
  return stripHidden(text).normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** Whether there is nothing to see in a text: nothing but white space and hidden characters. */
export function isBlank(text: string): boolean {
  return stripHidden(text).trim() === ''
}

/** At most `limit` characters, with a note of how many more there are. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  // A cut inside a surrogate pair would leave half a character.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}… (+${showCount(text.length - end)} characters)`
}

/** A whole number with its thousands marked: `12,345`. `toLocaleString` would load all languages first, 10 ms in each process. */
export function showCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** One line of at most `limit` characters for a message or table: hidden characters out, white space folded. */
export function oneLine(text: string, limit: number): string {
  return shorten(foldText(text), limit)
}

/** The same with hidden characters as escapes, for names that were refused. */
export function nameLine(text: string, limit: number): string {
  return oneLine(showHidden(text), limit)
}

/** GitHub Actions takes a printed line that begins with `::`, white space apart, for a command: such a text begins with `∷`. */
export function hideCommand(text: string): string {
  return text.replace(/^::/, '∷')
}
