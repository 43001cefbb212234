import { describe, expect, it } from 'vitest'
import { type Candidate, collectCandidates } from '../../src/findings/candidates.js'
import { readOutline } from '../../src/findings/outline.js'

const collect = (markdown: string) => collectCandidates(readOutline(markdown))

/** Candidates by their groups, each on a line: `!` under a title of issues, severity, place, text. */
function show(markdown: string): string[][] {
  const groups = new Map<number, string[]>()
  for (const { group, ...candidate } of collect(markdown).candidates) {
    groups.set(group, [...(groups.get(group) ?? []), lineOf(candidate)])
  }
  return [...groups.values()]
}

function lineOf({ titled, severity, place: { file, line, lineEnd }, hunk, text }: Omit<Candidate, 'group'>): string {
  const where = file === undefined && line === undefined ? undefined : [file, line, lineEnd].filter(Boolean).join(':')
  const parts = [titled ? '!' : undefined, severity, where, hunk, text.replaceAll('\n\n', '⏎')]
  return parts.filter((part) => part !== undefined).join(' ')
}

describe('the points of a review are', () => {
  it.each<[string, string, string[][]]>([
    ['its only paragraphs', 'The lock leaks.\n\nAlways.', [['The lock leaks.⏎Always.']]],
    ['none of an empty one', '', []],
    ['none of nothing but signs', `---\n\n- 1234\n- ${'1'.repeat(1001)}\n\n...`, []],
    [
      'its headings',
      '# Review\n\n## 1. It leaks\n\nAlways.\n\n## 2. It fails',
      [['1. It leaks⏎Always.', '2. It fails']],
    ],
    ['a heading alone', '# It leaks', [['It leaks']]],
    ['the parts of one', '# Problem\n\nIt leaks.\n\n# Fix\n\nClose it.\n\n# Tools\n\nx', [['It leaks.⏎Close it.']]],
    ['the first of them where it has a title', '# It leaks\n\nx\n\n## Impact\n\nBig.', [['It leaks⏎x⏎Big.']]],
    ['not the parts beside one', '# 1. It leaks\n\n# Impact\n\nBig.', [['1. It leaks']]],
    ['not a summary alone', '# Summary\n\nIt reads the orders.', []],
    ['the headings below a paragraph', '# Review\n\nHello.\n\n## 1. It leaks', [['1. It leaks']]],
    ['the headings below a bare one', '# src/a.ts\n\n## 1. It leaks', [['src/a.ts 1. It leaks']]],
    [
      'comments, and no lists beside them',
      'src/a.ts:3 leaks.\n\n- always\n\nsrc/b.ts:4 is wrong.',
      [['src/a.ts:3 src/a.ts:3 leaks.⏎always', 'src/b.ts:4 src/b.ts:4 is wrong.']],
    ],
    [
      'comments under one heading, without its title and parts',
      '# The lock\n\nsrc/a.ts:3 leaks.\n\nsrc/b.ts:4 is wrong.\n\n## Impact\n\nBig.',
      [['src/a.ts:3 src/a.ts:3 leaks.', 'src/b.ts:4 src/b.ts:4 is wrong.']],
    ],
    ['the items of lists', '- It leaks\n- It fails\n\nx\n\n+ It lies', [['It leaks', 'It fails'], ['It lies']]],
    [
      'not the items of a list in prose',
      '# The lock\n\nIt leaks always.\n\n- x\n- y',
      [['The lock⏎It leaks always.⏎x\ny']],
    ],
    ['rows of tables', '|Severity|Issue|\n|-|-|\n|High|It leaks|\n|Low|It fails|', [['high It leaks', 'low It fails']]],
    [
      'rows of tables and items',
      '- It lies\n\n|Severity|Issue|\n|-|-|\n|High|It leaks|',
      [['It lies'], ['high It leaks']],
    ],
  ])('%s', (_, markdown, groups) => {
    expect(show(markdown)).toEqual(groups)
  })
})

describe('a section', () => {
  it.each<[string, string, string[][]]>([
    [
      'that is skipped holds only titles of issues',
      '# Walkthrough\n\n- src/a.ts:3 x\n\n## Other\n\n- y\n\n## Issues\n\n- It leaks',
      [['! It leaks']],
    ],
    [
      'that repeats holds lists of places',
      '# Summary\n\nIt reads.\n\n- src/a.ts:3 leaks\n- src/b.ts:4 fails\n\nand\n\n+ It lies\n+ src/c.ts',
      [['src/a.ts:3 src/a.ts:3 leaks', 'src/b.ts:4 src/b.ts:4 fails']],
    ],
    [
      'that repeats holds tables and headings',
      '# Summary\n\n|Severity|Issue|\n|-|-|\n|High|It leaks|\n\n## 1. It fails',
      [['high It leaks'], ['1. It fails']],
    ],
    [
      'hands down its severity, or that of the label at its head',
      '# High\n\n- It leaks\n- [low] It fails\n\n# Others\n\nSeverity: low\n\n- It lies',
      [['! high It leaks', '! low [low] It fails'], ['low It lies']],
    ],
    [
      'hands down its place',
      '# src/a.ts:3\n\n- It leaks\n- It fails, line 4\n- src/b.ts lies',
      [['src/a.ts:3 It leaks', 'src/a.ts:4 It fails, line 4', 'src/b.ts src/b.ts lies']],
    ],
    ['hands down the place that it is in', '# src/a.ts\n\n## The lock, line 9\n\n- It leaks', [['src/a.ts It leaks']]],
    [
      'hands down its place to rows, and no lines to other files or lines',
      '# src/a.ts:3-5\n\n|Line|Severity|Issue|\n|-|-|-|\n|4|High|It leaks|\n||Low|It fails|\n\n## Files\n',
      [['high src/a.ts:4 It leaks', 'low src/a.ts:3:5 It fails']],
    ],
    [
      'hands down that it is of issues',
      '# Issues\n\n## Of the lock\n\n- It leaks\n\n# Others\n\n- It fails',
      [['! It leaks'], ['It fails']],
    ],
  ])('%s', (_, markdown, groups) => {
    expect(show(markdown)).toEqual(groups)
  })
})

describe('an item', () => {
  it.each<[string, string, string[][]]>([
    [
      'that only names a place or rates hands that down to its items, which are one group',
      '- `src/a.ts`\n  - It leaks\n  - It fails\n- [high]\n  - It lies',
      [['src/a.ts It leaks', 'src/a.ts It fails', '! high It lies']],
    ],
    ['that only names a place and has no items is none', '- `src/a.ts`\n- It leaks', [['It leaks']]],
    [
      'over a list of places is none, unless it names one itself',
      '- The locks:\n  - src/a.ts:3 leaks\n  - src/b.ts:4 fails\n- Those of src/c.ts:\n  - src/d.ts:3 lies',
      [['src/a.ts:3 src/a.ts:3 leaks', 'src/b.ts:4 src/b.ts:4 fails', 'src/c.ts Those of src/c.ts:⏎src/d.ts:3 lies']],
    ],
    ['over a list of other things is one with them', '- It leaks:\n  - always\n  - here', [['It leaks:⏎always\nhere']]],
    [
      'has links and images by their words',
      '- [The lock](https://host/x) leaks ![a b](y), [](z)',
      [['The lock leaks a b,']],
    ],
    ['has brackets that are no links', '- a[i] (x) leaks [x](y z)', [['a[i] (x) leaks [x](y z)']]],
    [
      'is placed by its text',
      '- It leaks in src/a.ts:3, as in src/b.ts',
      [['src/a.ts:3 It leaks in src/a.ts:3, as in src/b.ts']],
    ],
  ])('%s', (_, markdown, groups) => {
    expect(show(markdown)).toEqual(groups)
  })
})

it('a comment under quoted code has the code, and no place that it names in passing', () => {
  expect(collect('> +read(x)\n\nIt leaks, see src/a.ts.').candidates).toEqual([
    { group: expect.any(Number), text: 'It leaks, see src/a.ts.', place: {}, titled: false, hunk: '+read(x)' },
  ])
  expect(show('> +read(x)\n\nsrc/a.ts:3\n\nIt leaks.')).toEqual([['src/a.ts:3 +read(x) It leaks.']])
})

it('a point without severity, place or code has no such fields', () => {
  const point = { text: 'It leaks', titled: false }
  expect(collect('- It leaks').candidates).toStrictEqual([{ ...point, group: expect.any(Number), place: {} }])
  const place = { file: 'src/a.ts' }
  const table = '|File|Issue|\n|-|-|\n|src/a.ts|It leaks|'
  expect(collect(table).candidates).toStrictEqual([{ ...point, group: expect.any(Number), place }])
})

it('the files that tables name are noted with the text of their rows, in order', () => {
  const tables =
    '|File|Does|\n|-|-|\n|src/a.ts|reads|\n|none|x|\n\n## More\n\n- x\n\n|Does|File|\n|-|-|\n|writes|`src/b.ts:3`, src/c.ts|'
  expect(collect(`# Changes\n\n${tables}`).files).toEqual([
    { file: 'src/a.ts', text: 'src/a.ts reads' },
    { file: 'src/b.ts', text: 'writes `src/b.ts:3`, src/c.ts' },
  ])
})
