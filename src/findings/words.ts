/**
 * Text as comparable words, in any script.
 *
 * @module
 */

/** A word of a text. */
export interface Word {
  /** What is compared: lower case, without English endings. */
  readonly stem: string
  /** What the text says, in lower case. */
  readonly text: string
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Words that say nothing about a subject. Kept short on purpose: in code reviews even "after" or "once" carry meaning. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could do does for from has have if in into is it its may might must not of ' +
    'on or should so such than that the their them then there these they this those to was were when where which while ' +
    'will with would you your'
  ).split(' '),
)

/** English endings and what stands for them, so that `retries` meets `retry` and `validation` meets `validates`. */
const ENDINGS = /(?:(iz)ations?|(at)ions?|ingly|(it)(?:ies|y)|ness|ments?|ies|ing|edly|ers?|ed|es|ly|s)$/

/** Where one word of an identifier ends: `user_id`, `order.total`, `getUser`, `HTTPServer`. */
const IDENTIFIER_PARTS = /[_.]|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** Intl.Segmenter is slow on long strings, so text is cut at white space into pieces of about this many characters. */
const PIECE = 2000

/**
 * Words of a text without stop words, in order; of identifiers the whole and the parts. Works on every script that
 * `Intl.Segmenter` knows; the same text always gives the same list.
 */
export function splitWords(text: string): Word[] {
  const words: Word[] = []
  for (const piece of splitPieces(text.normalize('NFKC'))) {
    for (const { segment, isWordLike } of segmenter.segment(piece)) if (isWordLike) words.push(...readSegment(segment))
  }
  return words
}

/** All words in lower case, the small ones too, which tell the language. */
export function runningWords(text: string): string[] {
  return [...splitPieces(text.normalize('NFKC'))].flatMap((piece) =>
    [...segmenter.segment(piece)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment.toLowerCase()] : [])),
  )
}

/** Sentences of a text. A line's end ends one too, and so does a quotation mark, as strings in JSON have them. */
export function splitSentences(text: string): string[] {
  return text
    .split(/[\n"]|\\n/)
    .filter(hasLetter)
    .flatMap((line) => [...splitPieces(line)].flatMap((piece) => [...sentences.segment(piece)]))
    .map(({ segment }) => segment)
    .filter(hasLetter)
}

function hasLetter(text: string): boolean {
  return /\p{L}/u.test(text)
}

function readSegment(segment: string): Word[] {
  const parts = segment.split(IDENTIFIER_PARTS).filter((part) => part !== '')
  const words = parts.map((part) => part.toLowerCase().replace(/['’]s$/, '')).filter((word) => !STOP_WORDS.has(word))
  const stems = words.map((text) => ({ stem: stemWord(text), text }))
  const whole = segment.toLowerCase()
  return parts.length > 1 ? [{ stem: whole, text: whole }, ...stems] : stems
}

function stemWord(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word
  const short = word.replace(ENDINGS, (ending, iz?: string, at?: string, it?: string) => {
    if (word.length - ending.length < 3) return ending
    return ending === 'ies' ? 'y' : (iz ?? at ?? it ?? '')
  })
  // Drops a final e, and one of two final consonants: `setting` becomes `set`.
  return short.replace(/e$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1')
}

function* splitPieces(text: string): Generator<string> {
  let start = 0
  while (start < text.length) {
    let end = Math.min(text.length, start + PIECE)
    while (end < text.length && end < start + 2 * PIECE && !/\s/.test(text.charAt(end))) end++
    yield text.slice(start, end)
    start = end
  }
}
