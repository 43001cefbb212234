/**
 * A file in the form in which quotes are looked for, folded once for all its citations.
 *
 * @module
 */
import type { LineRange } from './claim.js'
import { foldQuoted, hasWord } from './quote.js'

/** A line that folding leaves as it is: most are, but for their indentation, and they are many. */
const FOLDED = /^(?:[!-~]+(?: [!-~]+)*)?$/
/** So many lines are folded each time that they are cited; longer ranges are cut from the whole. */
const FEW = 100

interface Whole {
  readonly text: string
  /** Where each line begins in the text, and where the last one ends. */
  readonly starts: readonly number[]
  /** Numbers of the lines without a word, by what they say. */
  readonly wordless: ReadonlyMap<string, readonly number[]>
}

/** Lines of a text, counted from 1. */
export class FoldedLines {
  readonly #lines: readonly string[]
  #whole: Whole | undefined

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  get count(): number {
    return this.#lines.length
  }

  /** Whether all lines of the range are there. */
  has({ first, last }: LineRange): boolean {
    return first >= 1 && first <= last && last <= this.count
  }

  /** Lines as one text, folded; null is all of them. */
  text(range: LineRange | null): string {
    const { first, last } = range ?? { first: 1, last: this.count }
    if (last - first < FEW) return foldQuoted(this.#lines.slice(first - 1, last).join('\n'))
    const { text, starts } = this.#fold()
    return text.slice(starts[first - 1], starts[last]).trim()
  }

  /** Whether the quote is one of the lines that hold no word. */
  hasLine(range: LineRange | null, quote: string): boolean {
    const whole = foldQuoted(quote)
    if (whole === '' || hasWord(whole)) return false
    const { first, last } = range ?? { first: 1, last: this.count }
    return (this.#fold().wordless.get(whole) ?? []).some((line) => line >= first && line <= last)
  }

  #fold(): Whole {
    this.#whole ??= fold(this.#lines)
    return this.#whole
  }
}

function fold(lines: readonly string[]): Whole {
  const [parts, starts, wordless]: [string[], number[], Map<string, number[]>] = [[], [0], new Map()]
  let at = 0
  for (const [index, given] of lines.entries()) {
    const line = FOLDED.test(given) ? given : foldQuoted(given)
    // Blank lines leave no second space.
    const part = line === '' || at === 0 ? line : ` ${line}`
    parts.push(part)
    at += part.length
    starts.push(at)
    if (hasWord(line)) continue
    const numbers = wordless.get(line)
    if (numbers === undefined) wordless.set(line, [index + 1])
    else numbers.push(index + 1)
  }
  return { text: parts.join(''), starts, wordless }
}
