import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { claimsIn } from '../../src/citations/json.js'
import { closingJson, readMarkdownClaims } from '../../src/citations/markdown.js'
import { cpuTime } from '../support/cpu.js'

/** `path:first-last "quote"` of every claim. */
function shown(claims: ReturnType<typeof claimsIn>): string[] {
  return claims.map(({ path, lines, quote }) => `${path}:${lines?.first ?? ''}-${lines?.last ?? ''} "${quote}"`)
}

describe('Markdown', () => {
  it.each([
    ['in back quotes', '**`a/b.md#L1`**\n> x', ['a/b.md:1-1 "x"']],
    ['after another bold text', '**Evidence:** **a.md:3-4**\n> x', ['a.md:3-4 "x"']],
    ['with white space in its path', '**my file.md#L3**\n> x', ['my file.md:3-3 "x"']],
    ['of a file without extension', '**Makefile:3**\n> x', ['Makefile:3-3 "x"']],
    ['without a path', '**#L3**\n> x', [':3-3 "x"']],
    ['with Windows line ends', '**a.md#L3**\r\n> x\r\n> y\r\n', ['a.md:3-3 "x\ny"']],
    ['with a quote of more than one level', '**a.md#L3**\n> > x\n>\n>y', ['a.md:3-3 "> x\n\ny"']],
    ['with an empty quote', '**a.md#L3**\n>\n', ['a.md:3-3 ""']],
    ['with another quote behind text', '**a.md#L3**\n> x\nso it is\n> y', ['a.md:3-3 "x"', 'a.md:3-3 "y"']],
    ['whose quotes end at a heading', '**a.md#L3**\n> x\n## Reply\n> y', ['a.md:3-3 "x"']],
    ['that follows a quote of its own', '> x\n\n**a.md#L3**\n> y', ['a.md:3-3 "y"']],
    ['in a quote', '> **a.md#L3**\n> > x\n\n> free', ['a.md:3-3 "x"']],
    ['in a quote behind another', '**a.md#L3**\n> x\n\n> **b.md:4**\n> y', ['a.md:3-3 "x"', 'b.md:4-4 ""']],
    ['in a list', '1. It is\n    **a.md#L3**\n    > x\n    - > y', ['a.md:3-3 "x\ny"']],
    ['beside another on its line', '**a.md#L3** and **b.md#L4**\n> x', ['a.md:3-3 "x"']],
    ['in a fence of JSON', '```json\n[{"path": "a.md", "line": 3, "quote": "x"}]\n```\nDone.', ['a.md:3-3 "x"']],
    ['in a fence without a name', '```\n{"path": "a.md", "lines": "3", "quote": "x"}\n```\n.', ['a.md:3-3 "x"']],
    ['in JSON in the text', 'It is {"path": "a.md", "line": 3,\n"quote": "x"}.\n> {"path": "b"}', ['a.md:3-3 "x"']],
    ['in JSON in lines', '```jsonl\n{"path": "a"}\n{"path": "b"}\n```', ['a:- ""', 'b:- ""']],
    ['in broken JSON', '```json\n{"quote": "x",,}\n```', [':- "{"quote": "x",,}"']],
    ['in broken JSON of another kind is none', '```json\n{"main": "x",}\n```', []],
    ['that a quote holds is text of that quote', '**a.md#L3**\n> see **b.md#L4**', ['a.md:3-3 "see **b.md#L4**"']],
    ['of words is none', '**Important** and **e.g.** **Node.js** at **10:30**, **and/or** **v1.2**', []],
    [
      'of a path in prose',
      'It is **src/a.ts** and **b.ts:4**.\nOr **src/c.ts:5**.',
      ['src/a.ts:- ""', 'src/c.ts:5-5 ""'],
    ],
    ['of a name alone is none', '**Node.js**\n\n> x', []],
    ['of a folder with a quote', '**src/notes**\n\n> x\n\n**10:30**\n> y', ['src/notes:- "x"', '10:30-30 "y"']],
  ])('a citation %s', (_title, text, claims) => {
    expect(shown(readMarkdownClaims(text))).toEqual(claims)
  })

  it.each([
    ['**src/a.ts:1:**', 'src/a.ts:1-1'],
    ['**a#L5:**', 'a:5-5'],
    ['**a.ts#L2–4**', 'a.ts:2-4'],
    ['**a.ts#L2 — L4.**', 'a.ts:2-4'],
    ['**a.ts#L2-4, 9**', 'a.ts:NaN-NaN'],
    ['**a.ts#L2C5-L4C9**', 'a.ts:NaN-NaN'],
    ['**a.ts:2 and 9**', 'a.ts:NaN-NaN'],
    ['**a.ts:2:17**', 'a.ts:2-2'],
    ['__a.ts#L2__', 'a.ts:2-2'],
    ['__a/__init__.py#L2__', 'a/__init__.py:2-2'],
    ['**a/__init__.py#L2**', 'a/__init__.py:2-2'],
    ['**[a.ts:2](https://x.org/a.ts#L9)**', 'a.ts:2-2'],
    ['[**a.ts:2**](x)', 'a.ts:2-2'],
    ['**`a.ts`#L2**', 'a.ts:2-2'],
    ['<b>a.ts:2</b>', 'a.ts:2-2'],
    ['<strong>a.ts#L2</strong>', 'a.ts:2-2'],
    ['***a.ts:2***', 'a.ts:2-2'],
    ['**(a.ts:2)**', 'a.ts:2-2'],
    ['**a.ts (lines 2-4)**', 'a.ts:2-4'],
    ['**a.ts, line 2**', 'a.ts:2-2'],
    ['**a.ts: 2**', 'a.ts:2-2'],
    ['**a.ts:L2**', 'a.ts:2-2'],
    ['**a.ts#2**', 'a.ts:2-2'],
    ['**Evidence: src/a.ts:2**', 'src/a.ts:2-2'],
    ['**a.ts:2 is wrong**', 'a.ts:2-2'],
  ])('%s is a place', (text, place) => {
    expect(shown(readMarkdownClaims(`${text}\n> x`))).toEqual([`${place} "x"`])
  })

  it.each(['**Issue #3**', '**Step 2: 4 things**', '**https://x.org/a.html**', '2**a.b**3', '__init__', '**Note: 3**'])(
    '%s is none',
    (text) => {
      expect(readMarkdownClaims(`${text}\n> x`)).toEqual([])
    },
  )

  it('closes with JSON whose citations count too', () => {
    const text =
      '**a.md#L1**\n> x\n\n```json\n{"matches": [{"evidence": [{"path": "b.md", "line": 2, "quote": "y"}]}]}\n```\n'
    expect(shown(readMarkdownClaims(text))).toEqual(['a.md:1-1 "x"', 'b.md:2-2 "y"'])
  })

  it.each([
    ['the last fence', '```json\n{"a":1}\n```\n\n```json\n{"a":2}\n```\n\n', { a: 2 }],
    ['Windows line ends', '```json\r\n{"a":1}\r\n```\r\n', { a: 1 }],
    ['tildes and capitals', '~~~ JSON\n{"a":1}\n~~~', { a: 1 }],
    ['text behind it', '```json\n{"a":1}\n```\nDone.', null],
    ['a fence that is never closed', '```json\n{"a":1}', null],
    ['a fence in another language', '```js\n{"a":1}\n```', null],
    ['another fence behind it', '```json\n{"a":1}\n```\n```\nx\n```', null],
    ['no JSON', '```json\n{a}\n```', null],
    ['nothing', '', null],
  ])('the closing JSON of a text with %s', (_title, text, value) => {
    expect(closingJson(text)?.value ?? null).toEqual(value)
  })

  it('property: never throws, and every claim has a path and a quote of the text', () => {
    const piece = fc.constantFrom(
      '**',
      'a/b.md',
      '#L1',
      '-L2',
      ':3',
      '\n',
      '> ',
      'x',
      '`',
      '```json',
      '{"quote":"q"}',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        for (const { path, quote } of readMarkdownClaims(text)) {
          expect(text.replaceAll('`', '')).toContain(path)
          for (const line of quote.split('\n')) expect(text).toContain(line)
        }
      }),
    )
  })

  it('takes time in proportion to the text', { tags: ['long'] }, () => {
    const text = '**a/b.md#L1** **\n'.repeat(100_000) + '> x\n'.repeat(100_000) + '**a.b**\n'.repeat(50_000)
    expect(cpuTime(() => readMarkdownClaims(text))).toBeLessThan(3000)
  })
})

describe('JSON', () => {
  it.each([
    ['a line', { path: 'a', line: 1, quote: 'q' }, 'a:1-1 "q"'],
    ['a line and its end', { path: 'a', line: 1, line_end: 2, quote: 'q' }, 'a:1-2 "q"'],
    ['a line without end', { path: 'a', line: 1, line_end: null, quote: 'q' }, 'a:1-1 "q"'],
    ['a line as text', { path: 'a', line: '4', lineEnd: '5', quote: 'q' }, 'a:4-5 "q"'],
    ['lines as text', { path: 'a', lines: 'L1-L2', quote: 'q' }, 'a:1-2 "q"'],
    ['lines as a number', { path: 'a', lines: 3, quote: 'q' }, 'a:3-3 "q"'],
    ['lines as a list', { path: 'a', lines: [1, 2], quote: 'q' }, 'a:1-2 "q"'],
    ['no lines', { path: 'a', quote: 'q', line: null }, 'a:- "q"'],
    ['half a line', { path: 'a', line: 1.5, quote: 'q' }, 'a:NaN-NaN "q"'],
    ['a range for a line', { path: 'a', line: '1-2', quote: 'q' }, 'a:1-2 "q"'],
    ['a first line', { path: 'a', start_line: 1, endLine: 2, quote: 'q' }, 'a:1-2 "q"'],
    ['a start of the line', { path: 'a', line_start: 1, quote: 'q' }, 'a:1-1 "q"'],
    ['a line and the end of another name', { path: 'a', line: 1, end_line: 99, quote: 'q' }, 'a:1-99 "q"'],
    ['a range', { path: 'a', range: [1, 2], quote: 'q' }, 'a:1-2 "q"'],
    ['a range as an object', { path: 'a', range: { start: 1, end: 2 }, quote: 'q' }, 'a:1-2 "q"'],
    ['lines that contradict each other', { path: 'a', line: 1, lines: '98-99', quote: 'q' }, 'a:NaN-99 "q"'],
    ['lines under a name of its own', { path: 'a', line_in_file: 3, quote: 'q' }, 'a:NaN-NaN "q"'],
    ['lines in an object of its own', { path: 'a', position: { line: 9 }, quote: 'q' }, 'a:NaN-NaN "q"'],
    ['the text of a line', { path: 'a', line: 3, line_text: 'q', quote: 'q' }, 'a:3-3 "q"'],
    ['a file and a text', { file: 'a', line: 3, text: 'q' }, 'a:3-3 "q"'],
    ['only an end', { path: 'a', line_end: 2, quote: 'q' }, 'a:NaN-2 "q"'],
    ['words for lines', { path: 'a', lines: 'all', quote: 'q' }, 'a:NaN-NaN "q"'],
    ['no quote', { path: 'a' }, 'a:- ""'],
    ['no path', { quote: 'q' }, ':- "q"'],
    ['a path that is no text', { path: 7, quote: ['q'] }, ':- ""'],
  ])('a claim with %s', (_title, claim, expected) => {
    expect(shown(claimsIn({ deep: [{ er: claim }] }))).toEqual([expected])
  })

  it.each([
    ['citations in a citation', { path: 'a', quote: 'q', more: [{ path: 'b', quote: 'r' }] }, ['a:- "q"', 'b:- "r"']],
    ['words among citations', [{ path: 'a', quote: 'q' }, 'b:2 "r"'], ['a:- "q"', ':- "b:2 "r""']],
    [
      'half a citation among others',
      [
        { path: 'a', quote: 'q' },
        { line: 2, text: 'r' },
      ],
      ['a:- "q"', ':2-2 "r"'],
    ],
    ['a file without a line', { file: 'a', text: 'q' }, []],
    ['a call of a tool', { name: 'Read', input: { path: 'a' }, output: [{ path: 'b' }] }, ['b:- ""']],
    ['calls of tools', { toolCalls: [{ args: { path: 'a' } }], tool_calls: [{ path: 'b' }] }, []],
    ['a call under its name', [{ tool: 'Read', args: { path: 'a' } }], []],
    [
      'blocks of tools',
      [
        { type: 'tool_use', input: { path: 'a' } },
        { type: 'tool_result', content: { path: 'a' } },
      ],
      [],
    ],
    [
      'what others said',
      [
        { role: 'user', content: { path: 'a' } },
        { role: 'assistant', content: { path: 'b' } },
      ],
      ['b:- ""'],
    ],
  ])('with %s', (_title, value, expected) => {
    expect(shown(claimsIn(value))).toEqual(expected)
  })

  it('keeps the order of the text, and ids', () => {
    const claims = claimsIn({ a: [{ path: '1', id: 'first' }, { b: { path: '2' } }], c: { path: '3', id: 9 } })
    expect(claims.map(({ path, id }) => `${path} ${id}`)).toEqual(['1 first', '2 undefined', '3 9'])
  })

  it('is not brought down by depth, length or a circle', { tags: ['long'] }, () => {
    let deep: unknown = { path: 'a', quote: 'q' }
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(claimsIn(deep)).toHaveLength(1)
    expect(claimsIn(Array.from({ length: 300_000 }, () => ({ path: 'a' })))).toHaveLength(300_000)
    const circle: unknown[] = [{ path: 'a' }]
    circle.push(circle)
    expect(claimsIn(circle)).toHaveLength(1)
    expect(claimsIn(null)).toEqual([])
  })
})
