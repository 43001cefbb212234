import { describe, expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { readRows } from '../../src/findings/tables.js'

/** A finding on one line: severity, place, text. */
const show = (review: unknown) =>
  extractFindings(review).map(({ file, line, lineEnd, severity, text }) =>
    [severity, file, line, lineEnd, text.replaceAll('\n', '⏎')].filter((part) => part !== undefined).join(' '),
  )

describe('lists', () => {
  it.each<[string, string, string[]]>([
    [
      'a numbered list that paragraphs interrupt is one',
      '## Issues\n\n1. The lock leaks\n\nIt is never released.\n\n2. The key is wrong\n\nIt lacks a salt.\n',
      ['The lock leaks⏎⏎It is never released.', 'The key is wrong'],
    ],
    [
      'a place behind a list belongs to its last item',
      '## Issues\n\n- The lock leaks\n- The key is wrong\n\n`src/a.ts:3`\n',
      ['The lock leaks', 'src/a.ts 3 The key is wrong'],
    ],
    [
      'items that only name a place hand it down',
      '## Issues\n\n- `src/a.ts`\n  - The lock leaks\n  - The key is wrong, line 4\n',
      ['src/a.ts The lock leaks', 'src/a.ts 4 The key is wrong, line 4'],
    ],
  ])('%s', (_, review, findings) => {
    expect(show(review)).toEqual(findings)
  })
})

describe('tables', () => {
  const heads = ['Where it is', 'What is wrong']
  it.each<[string, string[], string[][], number]>([
    [
      'files and lines among the cells',
      ['A', 'B'],
      [
        ['src/a.ts:3', 'leaks'],
        ['src/b.ts:4', 'wrong'],
      ],
      2,
    ],
    [
      'severities among the cells',
      ['A', 'B'],
      [
        ['High', 'leaks'],
        ['[Low]', 'wrong'],
      ],
      2,
    ],
    ['a head of lines', ['Line', 'File', 'Text'], [['3', 'src/a.ts', 'leaks']], 1],
    ['files, and a head of issues', ['File', 'Issue'], [['src/a.ts', 'leaks']], 1],
    ['files alone', ['File', 'Description'], [['src/a.ts', 'reads']], 0],
    [
      'places in half of the cells',
      ['A', 'B'],
      [
        ['src/a.ts:3', 'leaks'],
        ['none', 'wrong'],
      ],
      0,
    ],
    ['long texts that name files', ['A', 'B'], [[`src/a.ts:3 ${'x'.repeat(200)}`, 'leaks']], 0],
    ['long texts that rate', ['A', 'B'], [[`Severity: high ${'x'.repeat(30)}`, 'leaks']], 0],
    ['counts', ['Severity', 'Count'], [['High', '3']], 0],
    ['no text beside', ['Severity', 'File'], [['High', 'src/a.ts']], 0],
    ['no rows', heads, [], 0],
    ['blank cells', ['Severity', 'Issue', 'Note'], [['High', ' ', '']], 0],
  ])('with %s are of findings or not', (_, header, rows, count) => {
    expect(readRows(header, rows)).toHaveLength(count)
  })

  it('have the places and severities of their rows', () => {
    expect(
      readRows(
        ['#', 'Severity', 'File', 'Line', 'Issue', 'Fix'],
        [
          ['1', 'High', 'src/a.ts', '3-5', 'leaks', ' '],
          ['2', '', 'b.ts:7', '', 'wrong', 'Salt it'],
        ],
      ),
    ).toEqual([
      { text: 'leaks', place: { file: 'src/a.ts', line: 3, lineEnd: 5 }, severity: 'high' },
      { text: 'wrong. Salt it', place: { file: 'b.ts', line: 7 } },
    ])
  })
})

describe('SARIF', () => {
  const rules = [
    { id: 'a', shortDescription: { text: 'Of a' }, defaultConfiguration: { level: 'note' } },
    { id: 'b', shortDescription: { text: 'Of b' } },
    { shortDescription: { text: 'Of none' } },
  ]
  const at = (uri: string, region: object) => [{ physicalLocation: { artifactLocation: { uri }, region } }]
  it.each<[object, string]>([
    [{ ruleId: 'b', locations: at('file:///src/a.ts', { startLine: 3, endLine: 5 }) }, 'src/a.ts 3 5 Of b'],
    [{ ruleIndex: 0, ruleId: 'b', message: {} }, 'note Of a'],
    [{ ruleId: 'c', locations: at('a.ts', { startLine: 3, endLine: 3 }) }, 'a.ts 3 c'],
    [{ ruleId: 'c', message: { text: 'x' }, locations: at('file://a.ts', { startLine: 3 }) }, 'a.ts 3 x'],
    [
      { message: { text: 'x' }, level: 'error', locations: at('a/file://b.ts', { endLine: 3 }) },
      'error a/file://b.ts x',
    ],
    [{ message: { text: 'x' }, locations: [{ physicalLocation: {} }] }, 'x'],
  ])('reads the result %j as %s', (result, finding) => {
    expect(show({ runs: [{ tool: { driver: { rules } }, results: [result] }] })).toEqual([finding])
  })
})
