import { describe, expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'

const nest = (inner: unknown, depth: number, wrap: (value: unknown) => unknown) =>
  Array.from({ length: depth }).reduce<unknown>((value) => wrap(value), inner)

describe('the place of a finding in JSON', () => {
  it.each<[object, object]>([
    [{ file_name: 'a.ts', fileName: 'b.ts' }, { file: 'a.ts' }],
    [{ path: '  ', filename: ' b.ts ' }, { file: 'b.ts' }],
    [{ path: 'src/my file.ts' }, { file: 'src/my file.ts' }],
    [{ path: 'C:\\my src\\a.ts' }, { file: '/my src/a.ts' }],
    [
      { path: 'src\\a.ts', line: 3 },
      { file: 'src/a.ts', line: 3 },
    ],
    [{ location: 'line 66' }, { line: 66 }],
    [{ path: 'src/a.ts:12-14' }, { file: 'src/a.ts', line: 12, lineEnd: 14 }],
    [
      { location: 'somewhere', source: 'b.ts:3' },
      { file: 'b.ts', line: 3 },
    ],
    [
      { file: 'a.ts', lines: [12, 13, 15] },
      { file: 'a.ts', line: 12, lineEnd: 15 },
    ],
    [
      { file: 'a.ts', lines: [12] },
      { file: 'a.ts', line: 12 },
    ],
    [
      { file: 'a.ts', lines: [12, 'x'] },
      { file: 'a.ts', line: 12 },
    ],
    [{ file: 'a.ts', lines: [0, 5] }, { file: 'a.ts' }],
    [{ file: 'a.ts', lines: ['x', 5] }, { file: 'a.ts' }],
    [{ file: 'a.ts', line: '12x' }, { file: 'a.ts' }],
    [{ file: 'a.ts', line: 'x12' }, { file: 'a.ts' }],
    [{ file: 'a.ts', line: '1.5' }, { file: 'a.ts' }],
    [{ file: 'a.ts', line: '0x1' }, { file: 'a.ts' }],
    [{ file: 'a.ts', line: 12345678 }, { file: 'a.ts' }],
    [
      { file: 'a.ts', line: -1, row: 7 },
      { file: 'a.ts', line: 7 },
    ],
    [
      { positions: [{ begin: 3 }], locations: [{ path: 'a.ts' }] },
      { file: 'a.ts', line: 3 },
    ],
    [
      { file: 'a.ts', begin: { line: 3 }, end: { line: 5 } },
      { file: 'a.ts', line: 3, lineEnd: 5 },
    ],
    [nest({ path: 'a.ts' }, 4, (location) => ({ location })) as object, { file: 'a.ts' }],
    [nest({ path: 'a.ts' }, 5, (location) => ({ location })) as object, {}],
  ])('of %j', (fields, place) => {
    expect(extractFindings({ issues: [{ message: 'wrong', ...fields }] })).toStrictEqual([{ text: 'wrong', ...place }])
  })
})

const words = (list: string) => list.split(' ')

describe('a key', () => {
  it.each(words('file path filename file_name filePath relevant_file uri location source'))(
    '%s names a file',
    (key) => {
      expect(extractFindings([{ message: 'x', [key]: 'src/a.ts' }])).toEqual([{ text: 'x', file: 'src/a.ts' }])
    },
  )

  it.each(words('startLine line_start relevant_lines_start line lineNumber row begin start original_line'))(
    '%s names a line',
    (key) => {
      expect(extractFindings([{ message: 'x', [key]: 3 }])).toEqual([{ text: 'x', line: 3 }])
    },
  )

  it.each(words('endLine line_end relevant_lines_end endRow end line'))('%s names the last line', (key) => {
    expect(extractFindings([{ message: 'x', start_line: 3, [key]: 5 }])).toEqual([{ text: 'x', line: 3, lineEnd: 5 }])
  })

  it.each(words('lines line_range range line'))('%s names lines in a text or a list', (key) => {
    for (const range of ['3-5', [3, 5]]) {
      expect(extractFindings([{ message: 'x', [key]: range }])).toEqual([{ text: 'x', line: 3, lineEnd: 5 }])
    }
  })

  it.each(words('location locations position positions pos range lines start begin'))(
    '%s names a place in an object',
    (key) => {
      for (const place of [{ line: 3 }, [{ line: 3 }]]) {
        expect(extractFindings([{ message: 'x', [key]: place }])).toEqual([{ text: 'x', line: 3 }])
      }
    },
  )

  it.each(words('title header one_sentence_summary issue name'))('%s names a title', (key) => {
    expect(extractFindings([{ file: 'a.ts', body: 'y', [key]: 'x' }])).toEqual([{ text: 'x\n\ny', file: 'a.ts' }])
  })

  it.each(
    words(
      'description suggestion_content message body text issue_text comment content explanation details problem finding summary',
    ),
  )('%s names a text', (key) => {
    expect(extractFindings([{ file: 'a.ts', [key]: 'x' }])).toEqual([{ text: 'x', file: 'a.ts' }])
  })

  it.each(words('severity level priority issue_severity criticality'))('%s names a severity', (key) => {
    expect(extractFindings([{ file: 'a.ts', text: 'x', [key]: 'HIGH' }])[0]?.severity).toBe('high')
  })

  it.each(
    words(
      'findings issues comments code_suggestions results diagnostics problems violations alerts vulnerabilities bugs',
    ),
  )('%s names a list of findings', (key) => {
    expect(extractFindings({ [key]: [{ message: 'x' }] })).toEqual([{ text: 'x' }])
  })
})

describe('what is a finding in JSON', () => {
  const at = { file: 'a.ts', line: 3 }
  it.each<[string, unknown, object[]]>([
    ['texts in a list, trimmed', { issues: [7, ' one ', '  ', 'two'] }, [{ text: 'one' }, { text: 'two' }]],
    [
      'what stands under its severity',
      { critical: [{ description: 'x' }], high: ['y'], minor: [{ title: 'z', severity: 'medium' }] },
      [
        { text: 'x', severity: 'critical' },
        { text: 'y', severity: 'high' },
        { text: 'z', severity: 'medium' },
      ],
    ],
    ['no counts under severities', { high: 3, low: 'none' }, []],
    ['no text beside lists', { issues: 'none', note: ['two'] }, []],
    ['an object with a line alone', { line: 3, message: 'x' }, [{ text: 'x', line: 3 }]],
    ['none without place or list', { message: 'x' }, []],
    ['a message that is an object', [{ ...at, message: { text: ' x ' } }], [{ text: 'x', ...at }]],
    ['the first title that is not empty', [{ ...at, title: ' ', header: 'H', name: 'N' }], [{ text: 'H', ...at }]],
    ['title and text once where they are alike', [{ ...at, title: 'x', body: 'x' }], [{ text: 'x', ...at }]],
    [
      'ids of either type',
      [
        { ...at, id: 'A1', message: 'x' },
        { ...at, id: 2, message: 'y' },
      ],
      [
        { id: 'A1', text: 'x', ...at },
        { id: '2', text: 'y', ...at },
      ],
    ],
    [
      'levels in numbers',
      [
        { ...at, message: 'x', severity: 2 },
        { ...at, message: 'y', severity: '2' },
      ],
      [
        { text: 'x', ...at, severity: 'error' },
        { text: 'y', ...at, severity: '2' },
      ],
    ],
    [
      'messages of a file, for the file',
      [{ filePath: 'a.ts', message: 'two', messages: [{ line: 3, message: 'x' }] }],
      [{ text: 'x', ...at }],
    ],
    [
      'issues of an object, for the object',
      { ...at, description: 'all', issues: [{ message: 'x' }] },
      [{ text: 'x', file: 'a.ts' }],
    ],
    ['the object where its list is empty', { ...at, message: 'x', messages: [] }, [{ text: 'x', ...at }]],
    [
      'the first comment of a thread',
      { path: 'a.ts', line: 3, comments: { nodes: [{ body: 'x' }, { body: 'done' }] } },
      [{ text: 'x', ...at }],
    ],
    [
      'all comments that are no thread',
      {
        comments: {
          nodes: [
            { ...at, body: 'x' },
            { ...at, body: 'y' },
          ],
        },
      },
      [
        { text: 'x', ...at },
        { text: 'y', ...at },
      ],
    ],
    [
      'the object of a thread without comments',
      { path: 'a.ts', line: 3, body: 'x', comments: { nodes: 'none' } },
      [{ text: 'x', ...at }],
    ],
    [
      'the object of a thread of other things',
      { path: 'a.ts', line: 3, body: 'x', comments: { nodes: [{ body: 'y' }, 7] } },
      [{ text: 'x', ...at }],
    ],
    ['what is nested in fifty lists', nest({ ...at, message: 'x' }, 50, (value) => [value]), [{ text: 'x', ...at }]],
    ['nothing that is nested deeper', nest({ ...at, message: 'x' }, 51, (value) => [value]), []],
  ])('%s', (_, report, findings) => {
    expect(extractFindings(report)).toStrictEqual(findings)
  })
})
