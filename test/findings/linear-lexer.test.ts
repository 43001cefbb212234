import fc from 'fast-check'
import { Lexer, type Token, type Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { LinearLexer } from '../../src/findings/linear-lexer.js'
import { anyText, REAL } from '../fuzz/inputs.js'
import { cpuTime } from '../support/cpu.js'

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

it('reads an underlined heading behind an item that is longer', () => {
  const text = '- an item\n\nb\n===\n'
  expect(lex(text)).toEqual(marked(text))
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

const typesOf = (tokens: readonly Token[]) => tokens.map(({ type, raw }) => `${type} ${raw.length}`)

describe('a quote is cut', () => {
  it.each<[string, string, number[]]>([
    ['not before its twentieth continuation', '> a\nb\n'.repeat(20), [120]],
    ['before its twenty-first', `${'> a\nb\n'.repeat(20)}   > c\n> d`, [120, 11]],
    ['before its twenty-first, if that is its last mark', `${'> a\nb\n'.repeat(20)}>`, [120, 2]],
    ['as often as it has to be', '> a\nb\n'.repeat(45), [120, 120, 30]],
    ['not for lines that are all quoted', '> a\n'.repeat(50), [200]],
    ['not for lines that are all continued', `> a\n${'b\n'.repeat(50)}`, [104]],
    ['not for what stands behind its end', '> a\nb\n'.repeat(20).concat('\n', '> a\nb\n'.repeat(20)), [120, 120]],
    [
      'not for what stands behind its end of spaces',
      '> a\nb\n'.repeat(20).concat('  \n', '> a\nb\n'.repeat(20)),
      [120, 120],
    ],
    ['at a line of tabs as at any other', '> a\nb\n'.repeat(20).concat(' \t\n', '> a\nb\n'.repeat(20)), [120, 120]],
    ['not at a mark within a line', `> a\n${'b > c\n> a\n'.repeat(19)}d > e`, [200]],
  ])('%s', (_, text, lengths) => {
    const quotes = new LinearLexer().blockTokens(text).filter(({ type }) => type === 'blockquote')
    expect(quotes.map(({ raw }) => raw.trimEnd().length + 1)).toEqual(lengths)
  })
})

describe('the lines of an item become', () => {
  const inItem = (text: string) => {
    const [list] = new LinearLexer().blockTokens(text)
    return typesOf((list as Tokens.List).items[0]?.tokens ?? [])
  }
  it.each<[string, string, string[]]>([
    ['one text of four thousand characters', `- a\n${'b\n'.repeat(1_999)}`, ['text 3999']],
    [
      'one text for each so many',
      `- a\n\n${'    b\n'.repeat(4_100)}`,
      ['text 1', 'space 2', 'text 5336', 'text 5340', 'text 5340', 'text 383'],
    ],
    [
      'texts whose code counts',
      `- a\n\n  b\n${'      c\n'.repeat(2_000)}  d\n`,
      ['text 1', 'space 2', 'text 12002', 'text 1'],
    ],
    [
      'texts whose definitions count',
      `- a\n\n  b\n${'  [c]: d\n'.repeat(2_000)}  e\n`,
      ['text 1', 'space 2', 'text 4006', 'text 4011', 'text 4011', 'text 1975'],
    ],
  ])('%s', (_, text, types) => {
    expect(inItem(text)).toEqual(types)
  })
})

it.each([
  ['paragraphs of items', (lines: number) => `- a\n\n${'    a\n'.repeat(lines)}`],
  ['lines of items', (lines: number) => `- a\n${'  b\n'.repeat(lines)}`],
  ['lines of items with pipes', (lines: number) => `- a\n${'  a|b\n'.repeat(lines)}`],
])('reads %s in time linear in the text', (_, write) => {
  expect(cpuTime(() => new LinearLexer().blockTokens(write(20_000)))).toBeLessThan(1_000)
})
