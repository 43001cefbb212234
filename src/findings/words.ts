/**
 * Text as comparable words, in any script.
 *
 * @module
 */

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

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

/** Intl.Segmenter slows down on one huge string, so text is cut at white space into pieces of about this many characters. */
const PIECE = 2000

/**
 * Words of a text: lower case, without stop words and English endings, identifiers both whole and in parts.
 * Works on every script that `Intl.Segmenter` knows; the same text always gives the same list.
 */
export function splitWords(text: string): string[] {
  const words: string[] = []
  for (const piece of splitPieces(text.normalize('NFKC'))) {
    for (const { segment, isWordLike } of segmenter.segment(piece)) if (isWordLike) addWord(words, segment)
  }
  return words
}

function addWord(words: string[], segment: string): void {
  const parts = segment.split(IDENTIFIER_PARTS).filter((part) => part !== '')
  if (parts.length > 1) words.push(segment.toLowerCase())
  for (const part of parts) {
    const word = part.toLowerCase().replace(/['’]s$/, '')
    if (!STOP_WORDS.has(word)) words.push(stem(word))
  }
}

function stem(word: string): string {
  if (word.length <= 3 || !/^[a-z]+$/.test(word)) return word
  const short = word.replace(ENDINGS, (ending, iz?: string, at?: string, it?: string) => {
    if (word.length - ending.length < 3) return ending
    return ending === 'ies' ? 'y' : (iz ?? at ?? it ?? '')
  })
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
