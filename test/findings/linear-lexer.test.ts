import fc from 'fast-check'
import { Lexer, type Token } from 'marked'
import { expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { LinearLexer } from '../../src/findings/linear-lexer.js'
import { anyText, REAL } from '../fuzz/inputs.js'

/** Kinds and texts of blocks, those in them included. */
function shape(tokens: readonly Token[]): unknown {
  return tokens.map((token) => {
    const { type, raw, tokens: inner = [], items = [] } = token as Token & { tokens?: Token[]; items?: Token[] }
    return type === 'list' || type === 'list_item' || type === 'blockquote'
      ? [type, raw, shape([...items, ...inner])]
      : [type, raw]
  })
}

const lex = (text: string) => shape(new LinearLexer().blockTokens(text, []))
const marked = (text: string) => shape(new Lexer({ gfm: true }).blockTokens(text, []))

it('reads real texts as the lexer of marked does', { timeout: 60_000 }, () => {
  for (const text of REAL.map((one) => one.replace(/\r\n?/g, '\n'))) expect(lex(text)).toEqual(marked(text))
})

it('property: reads short texts as the lexer of marked does', { timeout: 60_000 }, () => {
  // Of longer quotes, and of long runs of text in items, one becomes two.
  const short = anyText
    .map((text) => text.replace(/\r\n?/g, '\n').slice(0, 1_500))
    .filter((text) => text.split(/^ {0,3}>/m).length <= 20)
  fc.assert(
    fc.property(short, (text) => {
      expect(lex(text)).toEqual(marked(text))
    }),
    { seed: 14, numRuns: 400 },
  )
})

it('reads quotes that go on and on in lines without a mark, which exhausted the call stack', () => {
  const text = '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n'.repeat(2_000)
  expect(() => extractFindings(text)).not.toThrow()
})

it('reads a heading whose underline stands below many lines, and long texts under an item in full', () => {
  const lines = 'a\n'.repeat(3_000)
  expect(new LinearLexer().blockTokens(`${lines}===\n`, [])).toMatchObject([{ type: 'heading', depth: 1 }])
  const [list] = new LinearLexer().blockTokens(`- a\n\n${'    a\n'.repeat(5_000)}`, [])
  const { items } = list as Token & { items: { tokens: Token[] }[] }
  expect(
    items[0]?.tokens
      .map(({ raw }) => raw)
      .join('')
      .match(/a/g),
  ).toHaveLength(5_001)
})
