import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { cpuTime } from '../support/cpu.js'
import { REPORTS } from './reports.js'
import { REVIEWS } from './reviews.js'

/** A finding on one line: severity, place, text. */
function show(review: unknown): string {
  const lines = extractFindings(review).map(({ file, line, lineEnd, severity, text, id }) => {
    const lines = [line, lineEnd].filter((number) => number !== undefined).join('-')
    return `${id === undefined ? '' : `#${id} `}${severity ?? '-'} ${file ?? ''}${lines && `:${lines}`} | ${text.replaceAll('\n', '⏎')}`
  })
  return `\n${lines.join('\n')}\n`
}

test.each(REVIEWS)('reads %s', (name, text) => {
  expect(show(text)).toMatchSnapshot(name)
})

test.each(REPORTS)('reads a report of %s, as a value and as text', (tool, report) => {
  expect(show(report)).toMatchSnapshot(tool)
  expect(show(JSON.stringify(report))).toBe(show(report))
})

describe('JSON', () => {
  it('reads comments of GitHub: the last line is `line`, answers are left out', () => {
    const comments = [
      { id: 7, path: 'src/a.ts', start_line: 3, line: 5, body: '[P1] The lock is not released' },
      { id: 8, path: 'src/a.ts', line: 5, body: 'Fixed, thanks', in_reply_to_id: 7 },
      { id: 9, path: 'src/b.ts', line: null, original_line: 12, body: 'Typo' },
    ]
    expect(show(comments)).toMatchInlineSnapshot(`
      "
      #7 P1 src/a.ts:3-5 | [P1] The lock is not released
      #9 - src/b.ts:12 | Typo
      "
    `)
  })

  it('reads the Markdown of a review that is no comment on a place', () => {
    const review = { state: 'COMMENTED', body: '1. `src/a.ts:3`: the handle leaks\n2. `src/b.ts:4`: the key is wrong' }
    expect(extractFindings({ reviews: [review] })).toEqual(extractFindings(review.body))
  })

  it('takes the level of a SARIF result from its rule where it has none', () => {
    const rules = [{ id: 'x', shortDescription: { text: 'Unused' }, defaultConfiguration: { level: 'note' } }]
    const place = { artifactLocation: { uri: 'main.js' }, region: { startLine: 2, endLine: 4 } }
    const results = [
      { ruleId: 'x', message: { text: 'Unused foo' }, locations: [{ physicalLocation: place }] },
      { ruleIndex: 0, level: 'error', message: {} },
    ]
    expect(
      show({ version: '2.1.0', runs: [{ tool: { driver: { name: 't', rules } }, results }] }),
    ).toMatchInlineSnapshot(`
      "
      note main.js:2-4 | Unused foo
      error  | Unused
      "
    `)
  })

  it('reads texts in a list of findings, and none in an empty one', () => {
    expect(extractFindings({ issues: ['The lock leaks', 'The key is wrong'] })).toEqual([
      { text: 'The lock leaks' },
      { text: 'The key is wrong' },
    ])
    expect(extractFindings({ issues: [] })).toEqual([])
    expect(extractFindings('{"summary": "fine", "issues": []}')).toEqual([])
  })

  it.each([
    [
      { file: 'a.ts', lines: [12, 15] },
      { file: 'a.ts', line: 12, lineEnd: 15 },
    ],
    [
      { filePath: 'a.ts', lines: '12-15' },
      { file: 'a.ts', line: 12, lineEnd: 15 },
    ],
    [
      { file: 'LICENSE', start_line: '3', end_line: '3' },
      { file: 'LICENSE', line: 3 },
    ],
    [{ location: { path: 'a.ts', start: { row: 4 }, end: { row: 6 } } }, { file: 'a.ts', line: 4, lineEnd: 6 }],
    [{ location: 'a.ts:4' }, { file: 'a.ts', line: 4 }],
  ])('reads the place %j', (place, read) => {
    expect(extractFindings([{ message: 'wrong', ...place }])).toEqual([{ text: 'wrong', ...read }])
  })

  it('keeps equal findings of a tool and drops ids that are not unique', () => {
    const diagnostic = { id: 1, message: 'again', path: 'a.txt', line: 3 }
    expect(extractFindings([diagnostic, diagnostic])).toEqual([
      { text: 'again', file: 'a.txt', line: 3 },
      { text: 'again', file: 'a.txt', line: 3 },
    ])
  })

  it.each([[null], [undefined], [1], [true], [{}], [[]], ['']])('finds nothing in %j', (value) => {
    expect(extractFindings(value)).toEqual([])
  })
})

it('reads a point that stands in a summary and in detail once, with the fuller text and path', () => {
  const review = `## Summary

| # | Severity | File | Line | Issue |
|---|---|---|---|---|
| 1 | High | \`store.ts\` | 12 | The cache never expires |
| 2 | Low | \`load.ts\` | 3 | The error is swallowed |

## Details

### 1. The cache never expires

**Location:** \`src/cache/store.ts:12-14\`

Entries of the cache have no age, so it grows for ever.
`
  expect(show(review)).toMatchInlineSnapshot(`
    "
    high src/cache/store.ts:12-14 | 1. The cache never expires⏎⏎Entries of the cache have no age, so it grows for ever.
    low load.ts:3 | The error is swallowed
    "
  `)
})

it('gives a comment under quoted code to the file that the overview describes so', () => {
  const review = `## Overview

| File | Description |
| --- | --- |
| \`docs/cache.md\` | Describes the options |
| \`src/cache.ts\` | Evicts entries by age |

---

> +export function evict(entries: Entry[]) {
+  return entries.filter((entry) => entry.age < limit)

\`limit\` may be undefined here, see \`src/limits.ts\`.

-- 
Reply to this email directly or view it on GitHub:
https://github.com/o/r/pull/1
`
  expect(show(review)).toMatchInlineSnapshot(`
    "
    - src/cache.ts | \`limit\` may be undefined here, see \`src/limits.ts\`.
    "
  `)
})

it('leaves out items that only ask for care, in a list that names nothing else', () => {
  const review = `Some notes:

1. Make sure that the new code is tested. Verify that it has no unintended side effects.
2. The loop starts at 1, so the first entry is skipped. Ensure that all entries are read.
`
  expect(show(review)).toMatchInlineSnapshot(`
    "
    -  | The loop starts at 1, so the first entry is skipped. Ensure that all entries are read.
    "
  `)
})

const pieces = fc.constantFrom(
  ...['# ', '## Issues\n', '- ', '1. ', '> ', '> +', '|a|b|\n|-|-|\n', '```', '`', '**', '<details>', '<summary>'],
  ...[
    '</details>',
    '<!--',
    '-->',
    '\n',
    '\n\n',
    '---\n',
    'src/a.ts:12',
    'High',
    '[x](y)',
    '{"a":[',
    '"',
    '\\',
    'bug ',
    '问题：',
  ],
)

it('never throws, whatever the text', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(pieces, { maxLength: 40 }).map((all) => all.join('')),
      ),
      (text) => {
        for (const finding of extractFindings(text)) expect(finding.text).toMatch(/\S/)
      },
    ),
    { numRuns: 300 },
  )
})

it.each([
  ['backticks', '`'],
  ['brackets', '['],
  ['links', '[a]('],
  ['quotes', '> '],
  ['lists in lists', '+ - '],
  ['comments', '<!--'],
  ['details', '<details>\n\n'],
  ['bold', '**a'],
  ['headings', '### Bug in b\n\ntext\n\n'],
  ['list items', '- a\n'],
  ['table rows', '|a|b|\n'],
  ['quoted code', '> +a\n\nb\n\n'],
  ['words without spaces', '问题'],
  ['spaces after a label', 'line   '],
  ['nested JSON', '{"a":['],
  ['backslashes', '\\'],
  ['path segments', 'a/'],
])('reads 300 kB of %s in seconds', { tags: ['long'] }, (_, piece) => {
  const text = piece.repeat(300_000 / piece.length)
  expect(cpuTime(() => extractFindings(text))).toBeLessThan(8_000)
})
