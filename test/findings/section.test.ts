import { describe, expect, it } from 'vitest'
import { readOutline, type Section } from '../../src/findings/outline.js'
import {
  isFinding,
  isMostlyProse,
  listsPlaces,
  placeOf,
  ratingOf,
  severityOf,
  textOf,
} from '../../src/findings/section.js'

/** The first section of a text, with its heading. */
function read(markdown: string): Section {
  const [section] = readOutline(markdown).children
  if (!section) throw new Error(`no heading in ${markdown}`)
  return section
}

describe('a section is one finding', () => {
  it.each([
    ['that only counts itself', '# Finding 3'],
    ['that is numbered', '# 3. The lock leaks'],
    ['that is rated', '# 🔴 High: the lock leaks'],
    ['that is rated, and has a list in which few items name places', '# [P1] The lock leaks\n\n- src/a.ts:3 x\n- y'],
    ['whose title names a file', '# The lock in src/a.ts leaks'],
    ['whose first line names a file', '# The lock leaks\n\n`src/a.ts:3`\nIt is never released.'],
    ['of which a later line is but a place', '# The lock leaks\n\nIt is never released.\nFile: src/a.ts'],
    ['of which a list item is but a place', '# The lock leaks\n\nIt does.\n\n- src/a.ts\n- always'],
    ['whose comment for tools names a file', '# The lock leaks\n\n<!-- src/a.ts:3 -->\n\nIt does.'],
    ['with fields', '# The lock\n\n- **Severity:** high\n- **What:** It leaks'],
    ['with a field in other marks', '# The lock\n\n- **Severity** : high\n- It leaks'],
    ['with fields under a bare title', '# Issue\n\n- File: src/a.ts\n- It leaks'],
    ['whose parts name places', '# 2. The lock leaks\n\n## Impact\n\nsrc/a.ts:3'],
    ['whose only own point is skipped', '# The lock in src/a.ts\n\n## 1. Fix\n\nx\n\n## Tools\n\nsrc/b.ts:3'],
  ])('%s', (_, markdown) => {
    expect(isFinding(read(markdown))).toBe(true)
  })

  it.each([
    ['neither numbered nor rated nor placed', '# The lock\n\nIt leaks.'],
    ['that names a file in passing', '# The lock\n\nIt leaks in src/a.ts:3, always.'],
    ['under a bare title', '# High: src/a.ts:3\n\nIt leaks.'],
    ['that is rated and lists places', '# [P1] Locks\n\n- src/a.ts:3 leaks\n- src/b.ts:4 leaks\n- always'],
    ['that holds a finding', '# 🔴 High: locks\n\n## Other\n\nx\n\n## The lock in src/a.ts leaks\n\nIt does.'],
    ['whose list has labels that are bare without a value', '# The lock\n\n- Issues\n- Impact: big'],
    ['whose list counts', '# The lock\n\n- 3 issues: high\n- It leaks'],
    ['whose field stands behind thirty lines', `# The lock\n\n${'It leaks.\n'.repeat(30)}File: src/a.ts`],
    ['whose field is behind thirty items', `# The lock\n\n${'- It leaks.\n'.repeat(30)}- src/a.ts`],
  ])('but not one %s', (_, markdown) => {
    expect(isFinding(read(markdown))).toBe(false)
  })
})

it.each<[string, boolean]>([
  ['- src/a.ts:3 leaks\n- src/b.ts is wrong\n- nothing', true],
  ['- src/a.ts:3 leaks\n- nothing', false],
  ['- src/a.ts:3\n- src/b.ts', false],
  ['- leaks\n- is wrong', false],
])('the items of %j say something about places: %s', (markdown, says) => {
  const [list] = readOutline(markdown).blocks
  expect(list?.kind === 'list' && listsPlaces(list)).toBe(says)
})

it.each<[string, boolean]>([
  ['# The lock\n\nIt leaks always.\n\n- x\n- y', true],
  ['# The lock\n\nIt leaks.\n\n- in the loop\n- in the test', false],
  ['# The lock\n\nabc\n\n- abc', false],
  ['# The lock\n\nIt\n\n- Category: of locks that are never released\n- x', true],
  ['# The lock\n\n- x\n\nIt leaks.\n\n- y\n\nAlways.', true],
  ['# Issues\n\nThe lock leaks always.\n\n- x', false],
])('%j is more text than list: %s', (markdown, is) => {
  expect(isMostlyProse(read(markdown))).toBe(is)
})

describe('the text of a section', () => {
  it.each<[string, string, string]>([
    [
      'has its title, prose and parts',
      '# The lock\n\nIt leaks.\n\n## When\n\nAlways.',
      'The lock|It leaks.|When|Always.',
    ],
    ['has no title that says nothing', '# Issue 3\n\nIt leaks.\n\n## Impact\n\nBig.', 'It leaks.|Big.'],
    ['has no part that is skipped', '# The lock\n\nIt leaks.\n\n## Tools\n\nA linter.', 'The lock|It leaks.'],
    ['has no code, tables, rules', '# It leaks\n\n```\nx\n```\n\n|a|b|\n|-|-|\n|c|d|\n\n---\n\n> +y', 'It leaks'],
    ['has no blank parts', '# Issue\n\n- Issue\n\n## Fix', ''],
    ['has items a line each', '# It leaks\n\n- here\n\n  always\n- there', 'It leaks|here|always|there'],
    [
      'has no fields that only classify',
      '# It leaks\n\n- **Category:** locks of all kinds\n- Type: a leak\n- Effort – small\n- Rule： none',
      'It leaks|Effort – small',
    ],
    [
      'has no such lines either',
      '# It leaks\n\nAt once.\nConfidence: certain of it\n**CWE**: 1 of many\nStatus is open\n`Status:` new\nThe type: leak',
      'It leaks|At once.|Status is open|The type: leak',
    ],
    [
      'has no fields that only say where',
      '# It leaks\n\nHigh\nFile: src/a.ts\nLow\nHere: src/b.ts\nLine: 3\n**Issue**: it does',
      'It leaks|Low|Here: src/b.ts|**Issue**: it does',
    ],
    ['has no blank lines of such', '# It leaks\n\nType: x<br><br><br>Rule: y\n\n- Always.', 'It leaks|Always.'],
    ['has no paragraph that only says where', '# It leaks\n\nsrc/a.ts\nline 3\n\nAlways.', 'It leaks|Always.'],
  ])('%s', (_, markdown, text) => {
    expect(textOf(read(markdown)).replaceAll('\n\n', '|').replaceAll('\n', '|')).toBe(text)
  })

  it('has paragraphs apart, and the lines of one together', () => {
    expect(textOf(read('# The lock\n\nIt leaks\nalways.\n\n- x\n- y'))).toBe('The lock\n\nIt leaks\nalways.\n\nx\ny')
  })
})

describe('the severity of a section', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['# [P1] The lock leaks\n\nSeverity: low', 'P1', 'P1'],
    ['# It leaks\n\nSeverity: high\nIt does.', 'high', 'high'],
    ['# It leaks\n\n- x\n\nLow: it does.', 'low', undefined],
    ['# It leaks\n\nIt does.\n\nSeverity: high', 'high', undefined],
    ['# It leaks\n\nIt does.\n\n- File: src/a.ts\n- Severity: high', 'high', undefined],
    ['# It leaks\n\nIt does.\nSeverity: high, and growing', undefined, undefined],
    ['# It leaks\n\n```\nSeverity: high\n```', undefined, undefined],
    [`# It leaks\n\n${'It does.\n'.repeat(29)}Severity: high`, 'high', undefined],
    [`# It leaks\n\n${'It does.\n'.repeat(30)}Severity: high`, undefined, undefined],
    [`# It leaks\n\n${'- It does.\n'.repeat(29)}- Severity: high`, 'high', undefined],
    [`# It leaks\n\n${'- It does.\n'.repeat(30)}- Severity: high`, undefined, undefined],
    ['# It leaks', undefined, undefined],
  ])('%j is %s, and it hands down %s', (markdown, severity, rating) => {
    expect([severityOf(read(markdown)), ratingOf(read(markdown))]).toEqual([severity, rating])
  })
})

describe('the place of a section', () => {
  const outer = { file: 'src/z.ts', line: 9, lineEnd: 12 }
  it.each<[string, string, object]>([
    ['that its title names, with its line', '# src/a.ts:3 leaks\n\nLines: 7-9', { file: 'src/a.ts', line: 3 }],
    ['that its title names', '# src/a.ts:3 leaks\n\nFile: src/b.ts:4', { file: 'src/a.ts', line: 3 }],
    [
      'that its fields name, in two of them',
      '# It leaks\n\nFile: src/a.ts\nLines: 3-5',
      { file: 'src/a.ts', line: 3, lineEnd: 5 },
    ],
    ['that its items name, in two of them', '# It leaks\n\n- src/a.ts\n- Line 3', { file: 'src/a.ts', line: 3 }],
    ['that a comment for tools names', '# It leaks\n\n<!-- src/a.ts:3 -->\n\nx', { file: 'src/a.ts', line: 3 }],
    ['of a file alone has no line of another', '# src/a.ts leaks', { file: 'src/a.ts' }],
    ['of lines alone is in the file around it', '# Line 3: it leaks', { file: 'src/z.ts', line: 3 }],
    ['of lines that open it is, too', '# `3-5`: it leaks', { file: 'src/z.ts', line: 3, lineEnd: 5 }],
    [
      'of lines that open its prose is, too',
      '# It leaks\n\n`3-15`: it does',
      { file: 'src/z.ts', line: 3, lineEnd: 15 },
    ],
    ['that it does not name is the one around it', '# It leaks\n\nSee src/b.ts:4, too.', outer],
  ])('%s', (_, markdown, place) => {
    expect(placeOf(read(markdown), outer, 'in src/b.ts:4')).toEqual(place)
  })

  it('is the first that its prose names where there is none, but not the lines of that', () => {
    expect(placeOf(read('# It leaks'), {}, 'in src/b.ts:4, src/c.ts')).toEqual({ file: 'src/b.ts', line: 4 })
    expect(placeOf(read('# Line 3: it leaks'), {}, 'in src/b.ts:2-4')).toEqual({ file: 'src/b.ts', line: 3 })
    expect(placeOf(read('# It leaks'), {}, 'always')).toEqual({})
  })
})
