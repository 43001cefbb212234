import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HtmlPiece, splitHtml, toMarkdown } from '../../src/findings/html.js'
import { cpuTime } from '../support/cpu.js'

/** Pieces as they would be written: `<!--…-->`, `<tag>`, `</tag>`, text. */
const show = (piece: HtmlPiece) => {
  if (piece.kind === 'tag') return `<${piece.opens ? '' : '/'}${piece.tag}>`
  return piece.kind === 'comment' ? `<!--${piece.text}-->` : piece.text
}

describe('a text with HTML is split at', () => {
  it.each<[string, string, string[]]>([
    ['nothing where there is none', 'a < b', ['a < b']],
    [
      'details and their summary',
      '<details><summary>a</summary>b</details>c',
      ['', '<details>', '', '<summary>', 'a', '</summary>', 'b', '</details>', 'c'],
    ],
    ['headings', '<h1>a</h1><h6>b</h6>', ['', '<h1>', 'a', '</h1>', '', '<h6>', 'b', '</h6>', '']],
    [
      'tags with attributes, on more than one line, too',
      '<details open>a<h2\n id="x">b',
      ['', '<details>', 'a', '<h2>', 'b'],
    ],
    ['tags in capitals', '<DETAILS>a</Details>', ['', '<details>', 'a', '</details>', '']],
    ['comments, their line ends included', 'a<!-- b\nc -->d<!---->', ['a', '<!-- b\nc -->', 'd', '<!---->', '']],
    ['a comment that is never closed', 'a<!-- b\nc', ['a', '<!-- b\nc-->', '']],
    ['a comment that is never closed behind its code', 'a<!-- `b`', ['a', '<!-- `b`-->', '']],
    ['no tag within a comment', '<!-- <details> -->', ['', '<!-- <details> -->', '']],
    ['no tag within a code span', '`<details>` <h1>`<!-- a -->`', ['`<details>` ', '<h1>', '`<!-- a -->`']],
    ['no other tag', '<detail><h7><h0><h><summaryx><div>', ['<detail><h7><h0><h><summaryx><div>']],
    ['no tag that is never closed', '<details <h1', ['<details <h1']],
  ])('%s', (_, html, pieces) => {
    expect(splitHtml(html).map(show)).toEqual(pieces)
  })
})

describe('inline HTML becomes Markdown:', () => {
  it.each([
    ['a link', '<a href="x">y</a>', '[y](x)'],
    ['a link in capitals and single quotes', "<A class='z' HREF='xyz'>y</A>", '[y](xyz)'],
    ['a link without quotes', '<a id=b href=xyz>y</a>', '[y](xyz)'],
    ['a link with spaces', '<a href = "xyz">y</a>', '[y](xyz)'],
    ['a link in bold', '<a href="x"><b>y</b></a>', '[**y**](x)'],
    ['links in one another', '<a href="x">a <a href="y">b</a></a>', '[a [b](y)](x)'],
    ['a link without an address', '<a name="x">y</a>', '[y]()'],
    ['the end of a link that never began', 'y</a>', 'y]()'],
    ['an address beside other attributes', `<a data-href="a" title="href='b'" href="x">y</a>`, '[y](x)'],
    ['an image', '<img src="x" alt="y">', '![y](x)'],
    ['an image without words', "<img src='x'/>", '![](x)'],
    ['bold', '<b>a</b> <strong>b</strong>', '**a** **b**'],
    ['code', '<code>a</code>', '`a`'],
    ['breaks', 'a<br>b<br/>c<BR />d<hr>e', 'a\nb\nc\nd\ne'],
    ['paragraphs and blocks', '<p align="center">a</p><div>b</div><blockquote>c</blockquote>', '\na\n\nb\n\nc\n'],
    ['lists', '<ul><li>a</li></ul><ol></ol>', '\n\na\n\n\n\n'],
    ['tables', '<table><tr><th>a</th><td>b</td></tr></table>', '\n\n\na\n\nb\n\n\n'],
    ['tags without a meaning', '<i>a</i><sub>b</sub><span x="y">c</span><file>d</file><kbd>e</kbd>', 'abcde'],
    [
      'code that looks like tags',
      'List<String> and <T> and </T> and Map<a1, b>',
      'List<String> and <T> and </T> and Map<a1, b>',
    ],
    ['a code span', '`<b>&amp;</b>` <b>', '`<b>&amp;</b>` **'],
    ['entities with names', '&lt;b&gt; &amp; &quot;a&apos;&nbsp;b', `<b> & "a' b`],
    ['entities in numbers', 'don&#39;t &#x27;a&#X27; &#128512; &#x10ffff;', "don't 'a' 😀 \u{10ffff}"],
    ['entities once', '&amp;lt;', '&lt;'],
    [
      'entities that are none',
      '&foo; &#1114112; &#xd800; &#xdfff; &#x; &toString; & a;',
      '&foo; &#1114112; &#xd800; &#xdfff; &#x; &toString; & a;',
    ],
  ])('%s', (_, html, markdown) => {
    expect(toMarkdown(html)).toBe(markdown)
  })
})

const piece = fc.constantFrom(
  ...[
    '<details>',
    '</details>',
    '<summary>',
    '<h2 a="b">',
    '<!--',
    '-->',
    '<',
    '>',
    '`',
    '"',
    "'",
    '\n',
    '&',
    ';',
    '#',
    'a',
  ],
  ...['<a href="x">', '</a>', '<img ', 'src=', '<br/>', '&amp;', '&#39;', 'constructor', 'toString', 'href='],
)
const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))

it('property: splits without loss, but for attributes', () => {
  fc.assert(
    fc.property(texts, (html) => {
      const bare = (text: string) => text.replace(/<!--|-->| a="b"/g, '')
      expect(bare(splitHtml(html).map(show).join(''))).toBe(bare(html))
    }),
  )
})

it('property: leaves what has neither tags nor entities as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const plain = text.replace(/[<&]/g, ' ')
      expect(toMarkdown(plain)).toBe(plain)
      expect(splitHtml(plain)).toEqual([{ kind: 'text', text: plain }])
    }),
  )
})

it.each([
  ['names of attributes that go on', (length: number) => `<a ${'a'.repeat(length)}>`],
  ['attributes without an end', (length: number) => `<a ${`a="b='`.repeat(length / 6)}>`],
  ['spaces around signs of equality', (length: number) => `<a ${`a ${' '.repeat(99)}=`.repeat(length / 102)}>`],
  ['tags without an end', (length: number) => '<a b '.repeat(length / 5)],
  ['entities without an end', (length: number) => `&${'a'.repeat(length / 2)}${'&#1'.repeat(length / 6)}`],
  ['comments without an end', (length: number) => '<!-- a '.repeat(length / 7)],
])('reads %s in time linear in the text', (_, write) => {
  const html = write(200_000)
  expect(cpuTime(() => [splitHtml(html), toMarkdown(html)])).toBeLessThan(1_000)
})
