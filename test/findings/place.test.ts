import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  comparePlaces,
  findLeadingLines,
  findLines,
  findPlace,
  findPlaces,
  isSameFile,
} from '../../src/findings/place.js'

it.each([
  ['src/a.ts:12', { file: 'src/a.ts', line: 12 }],
  ['src/a.ts:12-15', { file: 'src/a.ts', line: 12, lineEnd: 15 }],
  ['`src/a.ts:12–15`', { file: 'src/a.ts', line: 12, lineEnd: 15 }],
  ['src/a.ts#L12-L15', { file: 'src/a.ts', line: 12, lineEnd: 15 }],
  ['src/a.ts:15-12', { file: 'src/a.ts', line: 15 }],
  ['src/a.ts:12:5: error', { file: 'src/a.ts', line: 12 }],
  ['in `src/a.ts` (lines 12 to 15)', { file: 'src/a.ts', line: 12, lineEnd: 15 }],
  ['src/a.ts, line 12', { file: 'src/a.ts', line: 12 }],
  ['[src/a.ts [12-15]](https://host/org/repo/pull/1)', { file: 'src/a.ts', line: 12, lineEnd: 15 }],
  ['**File:** `src/a.ts`\n**Lines:** 12-15', { file: 'src/a.ts', line: 12, lineEnd: 15 }],
  ['**文件**: `src/甲.ts`\n**行号**: 157', { file: 'src/甲.ts', line: 157 }],
  ['`src/zins.ts`, Zeile 30', { file: 'src/zins.ts', line: 30 }],
  ['https://github.com/o/r/blob/abc123/src/a%20b.ts#L7-L9', { file: 'src/a b.ts', line: 7, lineEnd: 9 }],
  ['https://gitlab.com/g/p/-/blob/main/src/a.ts#L7-9', { file: 'src/a.ts', line: 7, lineEnd: 9 }],
  ['https://github.com/o/r/pull/1/files#diff-0a1bR65-R81', { line: 65, lineEnd: 81 }],
  ['/home/runner/work/Shop/Shop/lib/x.py', { file: 'lib/x.py' }],
  ['src\\win\\x.cs:4', { file: 'src/win/x.cs', line: 4 }],
  ['app/[id]/page.tsx:3', { file: 'app/[id]/page.tsx', line: 3 }],
  ['_testdata/x.txt:3', { file: '_testdata/x.txt', line: 3 }],
  ['Dockerfile', { file: 'Dockerfile' }],
  ['see client.ts', { file: 'client.ts' }],
  ['bin/run:12', { file: 'bin/run', line: 12 }],
  ['`res.data` is undefined in Node.js, e.g. after order.close()', {}],
  ['read/write and/or 1.2.3 example.com/a.html https://example.com/x.ts', {}],
  ['owner/repo#37429', {}],
])('finds the place in %j', (text, place) => {
  expect(findPlace(text)).toEqual(place)
})

it('finds all places in order, each once', () => {
  expect(findPlaces('`b.ts:2`, src/a.ts, b.ts:2 and b.ts:3')).toEqual([
    { file: 'b.ts', line: 2 },
    { file: 'src/a.ts' },
    { file: 'b.ts', line: 3 },
  ])
})

it.each([
  ['line 66', { line: 66 }],
  ['Lines: 54-55', { line: 54, lineEnd: 55 }],
  ['12-15', { line: 12, lineEnd: 15 }],
  ['the 12th call', {}],
  ['online 3', {}],
])('finds the lines in %j', (text, lines) => {
  expect(findLines(text)).toEqual(lines)
})

it.each([
  ['`12-15`: **Title**', { line: 12, lineEnd: 15 }],
  ['L3: typo', { line: 3 }],
  ['3: a numbered point', {}],
])('finds the lines at the head of %j', (text, lines) => {
  expect(findLeadingLines(text)).toEqual(lines)
})

it.each([
  ['src/a.ts', 'src/a.ts', true],
  ['src/a.ts', 'packages/core/src/a.ts', true],
  ['a.ts', 'src/a.ts', true],
  ['a.ts', 'src/ba.ts', false],
  ['src/a.ts', 'lib/a.ts', false],
])('compares %s and %s as files', (a, b, same) => {
  expect([isSameFile(a, b), isSameFile(b, a)]).toEqual([same, same])
})

it.each([
  [{ file: 'src/a.ts', line: 12, lineEnd: 14 }, 'lines'],
  [{ file: 'src/a.ts', line: 14, lineEnd: 90 }, 'lines'],
  [{ file: 'src/a.ts', line: 34 }, 'near'],
  [{ file: 'src/a.ts', line: 35 }, 'elsewhere'],
  [{ file: 'src/a.ts' }, 'near'],
  [{ file: 'src/b.ts', line: 12 }, 'elsewhere'],
  [{ line: 12 }, 'unknown'],
])('relates %j to lines 12-14 of src/a.ts', (place, relation) => {
  const issue = { id: 'A', severity: 'low', description: 'x' } as const
  const finding = { text: 'x', ...place }
  expect(comparePlaces({ ...issue, locations: [{ file: 'src/a.ts', line: 12, lineEnd: 14 }] }, finding)).toBe(relation)
  expect(comparePlaces({ ...issue, location: 'src/a.ts:12-14' }, finding)).toBe(relation)
  expect(comparePlaces(issue, finding)).toBe('unknown')
})

it('reads any text without throwing, and gives line numbers from 1 in order', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[a-c/.:#L0-9 \-[\]()`]{0,60}$/)),
      (text) => {
        const places = [...findPlaces(text), findPlace(text), findLines(text), findLeadingLines(text)]
        return places.every(({ line = 1, lineEnd = line + 1 }) => line >= 1 && lineEnd > line)
      },
    ),
  )
})
