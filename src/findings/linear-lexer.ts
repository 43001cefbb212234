/**
 * The lexer of Markdown's blocks, in time linear in the text. Where the one of `marked` looks through the rest of a text at every
 * line, or recurses with every line, it is asked only what it can answer without.
 *
 * @module
 */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'

/** A quote with more changes between quoted lines and such that only continue them counts as two: each costs a recursion. */
const MOST_CONTINUATIONS = 20
const QUOTED = /^ {0,3}>/

/**
 * Longest run of lines in a list item that become one text, in characters; a longer one counts as two. The lexer adds line by line and
 * looks at the end of the sum each time, which copies all of it.
 */
const LONGEST_RUN = 4_000

/** What is known of the text whose blocks are being read. */
interface Known {
  /** Between these lines no underline of a heading stands, in characters that are left of the text there. */
  barren: { readonly from: number; readonly to: number }
  /** Characters that were added to texts since the last cut. */
  run: number
}

class LinearTokenizer extends Tokenizer {
  known: Known = nothing()
  #paragraph: RegExp | undefined

  /** Most lines open no table, which the first two tell; the pattern would read on to the end of all that might be its rows. */
  override table(src: string): Tokens.Table | undefined {
    const [head = '', rule = ''] = src.split('\n', 2)
    return super.table(`${head}\n${rule}`) && super.table(src)
  }

  /**
   * Where no underline was found up to the end of a paragraph, there is none for its other lines either. Here a long run is cut, too:
   * what comes from here is not added to the text before it.
   */
  override lheading(src: string): Tokens.Heading | undefined {
    const { barren, run } = this.known
    if (run > LONGEST_RUN && !this.lexer.state.top) {
      this.known.run = 0
      return super.text(src) as Tokens.Generic as Tokens.Heading
    }
    if (src.length <= barren.from && src.length > barren.to) return undefined
    const heading = super.lheading(src)
    if (heading === undefined) this.known.barren = { from: src.length, to: src.length - this.#paragraphLength(src) }
    return heading
  }

  override text(src: string): Tokens.Text | undefined {
    return this.#count(super.text(src))
  }

  override code(src: string): Tokens.Code | undefined {
    return this.#count(super.code(src))
  }

  override def(src: string): Tokens.Def | undefined {
    return this.known.run > LONGEST_RUN ? undefined : this.#count(super.def(src))
  }

  #count<T extends Token>(token: T | undefined): T | undefined {
    this.known.run += token?.raw.length ?? 0
    return token
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return super.blockquote(QUOTED.test(src) ? src.slice(0, endOfQuote(src)) : src)
  }

  /** Of the lines that the pattern for underlined headings goes through. */
  #paragraphLength(src: string): number {
    this.#paragraph ??= paragraphOf(this.rules.block.lheading)
    return this.#paragraph.exec(src)?.[0].length ?? 0
  }
}

/** The pattern of an underlined heading without its underline: as many lines as can be. */
function paragraphOf(heading: RegExp): RegExp {
  const [lines] = heading.source.split('+?)\\n {0,3}(=+|-+)')
  return new RegExp(`${lines}+)`)
}

/** Where a quote has had its most continuations, at the next quoted line; perhaps behind its end, which changes nothing. */
function endOfQuote(src: string): number {
  let [continuations, wasQuoted, at] = [0, false, 0]
  while (at < src.length) {
    const end = src.indexOf('\n', at)
    const line = src.slice(at, end < 0 ? src.length : end)
    const isQuoted = QUOTED.test(line)
    if (isQuoted && !wasQuoted && ++continuations > MOST_CONTINUATIONS) return at
    wasQuoted = isQuoted
    at += line.length + 1
  }
  return src.length
}

function nothing(): Known {
  return { barren: { from: 0, to: 0 }, run: 0 }
}

/** Reads blocks; inline text is left alone. */
export class LinearLexer extends Lexer {
  readonly #own: LinearTokenizer

  constructor() {
    const tokenizer = new LinearTokenizer()
    super({ gfm: true, tokenizer })
    this.#own = tokenizer
  }

  /** Blocks hold blocks: what is known of one text does not hold for another. */
  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList
  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[] {
    const outer = this.#own.known
    this.#own.known = nothing()
    try {
      return super.blockTokens(src, tokens, isClipped)
    } finally {
      this.#own.known = outer
    }
  }
}
