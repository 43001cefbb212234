import { describe, expect, it } from 'vitest'
import type { Candidate } from '../../src/findings/candidates.js'
import { selectFindings } from '../../src/findings/select.js'

type Part = Partial<Candidate> & { file?: string; line?: number; lineEnd?: number }

/** Candidates of a group each, unless they say so. */
function select(...parts: (readonly [text: string, part?: Part])[]) {
  const candidates = parts.map(([text, { file, line, lineEnd, ...part } = {}], group): Candidate => {
    const lines = { ...(line !== undefined && { line }), ...(lineEnd !== undefined && { lineEnd }) }
    return { group, text, titled: true, place: { ...(file !== undefined && { file }), ...lines }, ...part }
  })
  return selectFindings({ candidates, files: NOTES })
}

const NOTES = [
  { file: 'src/a.ts', text: 'reads the orders' },
  { file: 'src/b.ts', text: 'writes orders and stock' },
  { file: 'src/c.ts', text: 'writes stock and orders' },
]
const LONG = 'The cache never expires its entries, so that memory grows'
const at = (line?: number, file = 'src/a.ts'): Part => ({ file, ...(line !== undefined && { line }) })

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
    ['over lines of them', { ...at(4), lineEnd: 6 }, { file: 'a.ts', line: 3, lineEnd: 9 }, { ...at(4), lineEnd: 6 }],
  ])('that are one have the lines of one of them: %s', (_, fuller, other, place) => {
    expect(select([LONG, fuller], ['cache never expires', other])).toEqual([{ text: LONG, ...place }])
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

describe('a list', () => {
  const plain = { titled: false }
  it.each<[string, Part, number]>([
    ['names a file', { file: 'src/a.ts' }, 1],
    ['names a line', { line: 3 }, 1],
    ['rates', { severity: 'high' }, 1],
    ['does neither', {}, 2],
  ])('only repeats where another %s: of two so many stay', (_, part, count) => {
    expect(select(['The lock leaks', { ...plain, ...part }], ['Rename the order', plain])).toHaveLength(count)
  })

  it('stays with all its items where one of them names a place, or where its title says that it is of issues', () => {
    expect(
      select(['The lock leaks', { ...plain, ...at(3), group: 1 }], ['Rename the order', { ...plain, group: 1 }]),
    ).toHaveLength(2)
    expect(select(['The lock leaks', at(3)], ['Rename the order'])).toHaveLength(2)
  })

  it.each([
    'LGTM',
    '✅ Looks good to me, thanks!',
    'looks good',
    'No issues found',
    'No issue',
    'no problem were found',
    'No findings',
    'No bugs',
    'No concern here',
    'No comments.',
    'Nothing to report',
    'Approved',
    'approve',
  ])('says nothing by %j', (text) => {
    expect(select([text])).toEqual([])
  })

  it.each([
    'No issues found by the linter here, because its configuration skips the whole folder',
    'Lgtm2 fails',
    'Not good: no issues',
  ])('says something by %j', (text) => {
    expect(select([text])).toHaveLength(1)
  })

  const talk = 'Make sure that it works. Verify the rest!\nBe sure to test the edge cases'
  it('that rates nothing loses items that are all talk', () => {
    const kept = (...parts: Parameters<typeof select>) => select(...parts).map(({ text }) => text)
    expect(kept([talk, plain], ['The loop skips one', plain])).toEqual(['The loop skips one'])
    expect(kept([`${talk}. It fails`, plain], ['The loop skips one', plain])).toHaveLength(2)
    expect(kept(['Ensure that it works', plain], ['The loop skips one', plain])).toHaveLength(2)
    expect(kept([talk, plain])).toHaveLength(1)
    expect(kept([talk], ['The loop skips one', plain])).toHaveLength(2)
    expect(kept([talk, { severity: 'low' }], ['The loop skips one', plain])).toHaveLength(1)
  })
})

it('a point that is said again word for word stands where it was said first', () => {
  const other = 'The lock of entries is taken under heavy load twice'
  expect(select([LONG, at(3)], [other, at(9)], [LONG, at(3)]).map(({ text }) => text)).toEqual([LONG, other])
})
