import { describe, expect, it } from 'vitest'
import { at, type Part, select } from './points.js'

const LONG = 'The cache never expires its entries, so that memory grows'

describe('two points', () => {
  it.each<[string, Parameters<typeof select>, number]>([
    [
      'one place, and a third of the words',
      [
        [LONG, at(3)],
        ['Entries expire: consider some eviction policy', at(3)],
      ],
      1,
    ],
    [
      'one place, and hardly a word',
      [
        [LONG, at(3)],
        ['The lock of entries is taken under heavy load twice', at(3)],
      ],
      2,
    ],
    [
      'one file, one without a line',
      [
        [LONG, at(3)],
        ['cache never expires', at()],
      ],
      1,
    ],
    [
      'one file under a shorter name',
      [
        [LONG, at(3)],
        ['cache never expires', at(3, 'a.ts')],
      ],
      1,
    ],
    [
      'lines that overlap',
      [
        [LONG, { ...at(3), lineEnd: 9 }],
        ['cache never expires', at(8)],
      ],
      1,
    ],
    [
      'other lines',
      [
        [LONG, at(3)],
        ['cache never expires', at(4)],
      ],
      2,
    ],
    [
      'another file',
      [
        [LONG, at(3)],
        ['cache never expires', at(3, 'src/b.ts')],
      ],
      2,
    ],
    ['no place, and most of the words', [[LONG, at(3)], ['cache never expires entries']], 1],
    ['no place, and all words of the shorter', [[LONG, at(3)], ['cache never expires']], 1],
    ['no place, and a third of the words', [[LONG, at(3)], ['cache expiry of orders entries is undocumented']], 2],
    ['no place before one, and most of the words', [['cache never expires entries'], [LONG, at(3)]], 1],
    [
      'no place before one, and a third of the words',
      [['cache expiry of orders entries is undocumented'], [LONG, at(3)]],
      2,
    ],
    ['no place, and three of five words', [['red green blue brown black'], ['red green blue white grey']], 1],
    [
      'one place, and three of ten words',
      [
        ['a1 b1 c1 d1 e1 f1 g1 h1 i1 j1', at(3)],
        ['a1 b1 c1 d2 e2 f2 g2 h2 i2 j2', at(3)],
      ],
      1,
    ],
    ['no place, and one word alone', [['cache'], ['cache memory']], 2],
    [
      'one list',
      [
        [LONG, { group: 7 }],
        ['cache never expires entries', { group: 7 }],
      ],
      2,
    ],
    [
      'one list, but the very same text',
      [
        [LONG, { group: 7 }],
        [LONG, { group: 7 }],
      ],
      1,
    ],
    [
      'the same text at other lines',
      [
        [LONG, { ...at(3), group: 7 }],
        [LONG, { ...at(4), group: 7 }],
      ],
      2,
    ],
  ])('with %s are so many', (_, parts, count) => {
    expect(select(...parts)).toHaveLength(count)
  })

  it('that are one have the fuller text, the longer path, and all lines and severities that either has', () => {
    const long: Parameters<typeof select>[0] = [LONG, { file: 'a.ts', line: 3, lineEnd: 5 }]
    const short: Parameters<typeof select>[0] = ['cache never expires', { file: 'src/a.ts', severity: 'high' }]
    const one = { text: LONG, file: 'src/a.ts', line: 3, lineEnd: 5, severity: 'high' }
    expect(select(long, short)).toEqual([one])
    expect(select(short, long)).toEqual([one])
    expect(select([LONG, { ...long[1], severity: 'low' }], short)[0]?.severity).toBe('low')
    expect(select(['cache never expires entries', at(3)], [LONG])).toEqual([{ text: LONG, ...at(3) }])
  })

  it.each<[string, Part, Part, Part]>([
    ['at other lines', at(20), { line: 3, lineEnd: 5 }, at(20)],
    ['from a line on', at(9), { file: 'a.ts', line: 3, lineEnd: 9 }, { ...at(3), lineEnd: 9 }],
    ['on the same lines', { ...at(3), lineEnd: 9 }, { ...at(4), lineEnd: 6 }, { ...at(3), lineEnd: 9 }],
    ['in no file', { file: 'a.ts', line: 3 }, { line: 4 }, { file: 'a.ts', line: 3 }],
    ['over lines of them', { ...at(4), lineEnd: 6 }, { file: 'a.ts', line: 3, lineEnd: 9 }, { ...at(4), lineEnd: 6 }],
  ])('that are one have the lines of one of them: %s', (_, fuller, other, place) => {
    expect(select([LONG, fuller], ['cache never expires', other])).toEqual([{ text: LONG, ...place }])
  })

  it('that are one and are as long have the text of the first', () => {
    expect(select(['cache never expires', at(3)], ['cache expires never', at(3)])[0]?.text).toBe('cache never expires')
  })

  it('have no fields of what they do not name', () => {
    expect(select([LONG], ['cache never expires'])).toStrictEqual([{ text: LONG }])
  })

  it('stay in their order', () => {
    const texts = ['Rename the order', LONG, 'A lock is missing']
    expect(select(...texts.map((text) => [text] as const)).map(({ text }) => text)).toEqual(texts)
  })

  it('that say the very same are the first of them', () => {
    expect(select([LONG, { ...at(3), severity: 'low' }], [LONG, { ...at(3), severity: 'high' }])[0]?.severity).toBe(
      'low',
    )
  })
})

describe('a comment under quoted code', () => {
  it.each<[string, string, string | undefined]>([
    ['the file whose description shares most with it', '+read(orders)', 'src/a.ts'],
    ['the first of those', '+write(stock, orders)', 'src/b.ts'],
    ['no file that shares nothing', '+foo()', undefined],
  ])('belongs to %s', (_, hunk, file) => {
    expect(select(['This fails', { hunk, line: 4 }])[0]).toEqual({ text: 'This fails', line: 4, ...(file && { file }) })
  })

  it('is told by its own text, too, and keeps the file that it names', () => {
    expect(select(['Reads nothing', { hunk: '+x' }])[0]?.file).toBe('src/a.ts')
    expect(select(['Reads nothing', { hunk: '+x', file: 'src/z.ts' }])[0]?.file).toBe('src/z.ts')
    expect(select(['Reads nothing'])[0]?.file).toBeUndefined()
  })
})

it('a point that is said again word for word stands where it was said first', () => {
  const other = 'The lock of entries is taken under heavy load twice'
  expect(select([LONG, at(3)], [other, at(9)], [LONG, at(3)]).map(({ text }) => text)).toEqual([LONG, other])
})
