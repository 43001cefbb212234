import { expect, it } from 'vitest'
import {
  comparePlaces,
  findLeadingLines,
  findLines,
  findPlace,
  gapOf,
  namesOtherFile,
} from '../../src/findings/place.js'

/** The folder of a runner within another. */
const INNER = ['a', 'home', 'runner', 'work', 'b', 'c', 'x.ts'].join('/')

it.each(
  'Dockerfile Containerfile Makefile Gemfile Rakefile Procfile Jenkinsfile Vagrantfile BUILD x.py docs/a.unknown .env x.es6 x.coffee main.v:3 main.vala:3 process.env.ts a/x.es6 bin/run2:3 bin/2run:3 vendor/github.com/a/b.go a/.eslintrc:3 mychart.js'
    .split(' ')
    .concat(
      '(src/a.ts)',
      '{src/a.ts',
      'src/a.ts.',
      'src/a.ts(',
      'src/a(b).ts',
      'src/a(1).ts',
      'app/(1)/x.ts',
      'src.company/x.ts',
      'Src/Ä.TS',
    ),
)('%j names a file', (text) => {
  expect(findPlace(text).file).toBe(text.replace(/^[({](?=src)/, '').replace(/[.(]$|(?<=ts)\)$|:3$/, ''))
})

it.each([
  ['main.c(12): error', 'main.c', 12],
  ['main.h, line 12', 'main.h', 12],
  ['main.v:12', 'main.v', 12],
  ['main.v#L12', 'main.v', 12],
  ['main.py(lines 12-15)', 'main.py', 12],
  ['main.py(line 12)', 'main.py', 12],
  ['Main.java(12)', 'Main.java', 12],
  ['C:\\repo\\src\\a.ts:12', '/repo/src/a.ts', 12],
  ['d:/repo/src/a.ts, line 12', '/repo/src/a.ts', 12],
  ['cmd/server:12', 'cmd/server', 12],
])('%j is in %s, line %i', (text, file, line) => {
  expect(findPlace(text)).toMatchObject({ file, line })
})

it.each([
  'ctx.c',
  '1.2:3',
  ...'Makefiles MyMakefile x.unknown x.unknown:3 .foo:3 node.js Next.js chart.js D3.js github.com/a/b.ts my.host.dev/x.ts'.split(
    ' ',
  ),
  ...'ftp://host/x.ts a/b.1 v1/2.3:4 a/b and/or e.g 1.2.3 x.1y x/y.9z'.split(' '),
  `${'a/'.repeat(250)}x.ts`,
  'process.exit(1)',
  'api.example.com:443',
  'redis.io:6379',
  'kafka.svc:9092',
  'TCP/IP line 12',
  'read/write on line 40',
  'response.json()',
  'mutex.lock(x)',
  '`res.json({ a: 1 })`',
  'process.env',
  'import.meta.env',
  'Math.max(1, 2)',
  'redis.get (line 39)',
  '`list.push()`（第 39 行）',
  'Marshal.load at line 49',
])('%j names none', (text) => {
  expect(findPlace(text).file).toBeUndefined()
})

it.each([
  ['/github/workspace/src/a.ts', 'src/a.ts'],
  ['/workspace/src/a.ts', 'src/a.ts'],
  ['/app/src/a.ts', 'src/a.ts'],
  ['lib/app/src/a.ts', 'lib/app/src/a.ts'],
  ['./src/a.ts', 'src/a.ts'],
  ['([src/a.ts', 'src/a.ts'],
  ['src/a.ts...', 'src/a.ts'],
  [INNER, INNER],
  ['http://host/o/r/blob/main/src/a.ts', 'src/a.ts'],
  ['/src/a.ts', '/src/a.ts'],
  ['src/a\\_b.ts', 'src/a_b.ts'],
  ['src/\\[id\\].ts', 'src/[id].ts'],
  ['https://host/o/r/raw/main/src/a.ts?plain=1#L3', 'src/a.ts'],
  ['https://host/o/r/src/main/a.ts', 'a.ts'],
  ['https://host/o/r/blob/main/%E0%A4%A.ts', '%E0%A4%A.ts'],
])('the file of %j is %s', (text, file) => {
  expect(findPlace(text).file).toBe(file)
})

it.each([
  ['src/a.ts(12)', 12],
  ['src/a.ts(12): error', 12],
  ['src/a.ts(lines 12-15)', 12, 15],
  ['src/a.ts(12).', 12],
  ['src/a.ts(12,5): error', 12],
  ['src/a.ts:L12', 12],
  ['src/a.ts#L12C5-L15C9', 12, 15],
  ['src/a.ts (AT LINE 12)', 12],
  ['src/a.ts#l12-l15', 12, 15],
  ['src/a.ts:12 src/a.ts:12-15', 12],
  ['src/a.ts: in lines 12 to 15', 12, 15],
  ['src/a.ts — Zeilen 12 bis 15', 12, 15],
  ['src/a.ts, líneas 12 à 15', 12, 15],
  ['src/a.ts @ ln 12~15', 12, 15],
  ['`src/a.ts` 第12行', 12],
  ['文件：src/a.ts，行号：12', 12],
  ['缓存（src/a.ts（第12-15行））永不过期', 12, 15],
  ['位置：src/a.ts：12 个问题', undefined],
  ['src/a.ts, строка № 12', undefined],
  ['src/a.ts is 12 years old', undefined],
  ['src/a.ts and src/a.ts:12', 12],
  ['src/a.ts and src/b.ts:12', undefined],
  ['src/a.ts:0', undefined],
  ['lines 3-5 of src/a.ts', 3, 5],
])('the lines of %j are %s to %s', (text, line, lineEnd?: number) => {
  const lines = { ...(line !== undefined && { line }), ...(lineEnd !== undefined && { lineEnd }) }
  expect(findPlace(text)).toEqual({ file: 'src/a.ts', ...lines })
})

it.each([
  ['L12', { line: 12 }],
  ['`12`', { line: 12 }],
  ['12 TO 15', { line: 12, lineEnd: 15 }],
  [' 12—15 ', { line: 12, lineEnd: 15 }],
  ['L3 - L9', { line: 3, lineEnd: 9 }],
  ['(line 3)', { line: 3 }],
  ['**Line:** `3`', { line: 3 }],
  ['行号：157', { line: 157 }],
  ['位置（第157行）', { line: 157 }],
  ['#diff-0a1bL7', { line: 7 }],
  ['#diff-0a1bR7-9', { line: 7, lineEnd: 9 }],
  ['line 0', {}],
  ['line 5-5', { line: 5 }],
  ['12 and 15', {}],
  ['x 12', {}],
  ['12 x', {}],
  ['deadline 3', {}],
  ['12345678', {}],
])('finds the lines alone in %j', (text, lines) => {
  expect(findLines(text)).toEqual(lines)
})

it.each([
  ['12-15: x', { line: 12, lineEnd: 15 }],
  ['12 – 15 ：x', { line: 12, lineEnd: 15 }],
  ['`L3-L9`: x', { line: 3, lineEnd: 9 }],
  ['`7`: x', { line: 7 }],
  ['L7 : x', { line: 7 }],
  ['7: x', {}],
  ['x 12-15: y', {}],
  ['12-15 x', {}],
  ['12 15: x', {}],
])('finds the lines that open %j', (text, lines) => {
  expect(findLeadingLines(text)).toEqual(lines)
})

const issue = { id: 'A', severity: 'low', description: 'x' } as const

it('of several places of an issue the nearest counts', () => {
  const locations = [{ file: 'src/b.ts' }, { file: 'src/a.ts', line: 90 }, { file: 'src/a.ts', line: 12 }]
  const relate = (place: object) => comparePlaces({ ...issue, locations }, { text: 'x', ...place })
  expect(relate({ file: 'src/a.ts', line: 12 })).toBe('lines')
  expect(relate({ file: 'src/a.ts', line: 30 })).toBe('near')
  expect(relate({ file: 'src/a.ts', line: 50 })).toBe('elsewhere')
  expect(relate({ file: 'src/b.ts', line: 50 })).toBe('near')
})

it.each([
  ['src/b.ts', true],
  ['a.ts', false],
  [undefined, false],
])('an issue in src/a.ts and a finding in %s are of other files: %s', (file, other) => {
  const finding = { text: 'x', ...(file !== undefined && { file }) }
  expect(namesOtherFile({ ...issue, locations: [{ file: 'src/c.ts' }, { file: 'src/a.ts' }] }, finding)).toBe(other)
  expect(namesOtherFile({ ...issue, locations: [] }, finding)).toBe(false)
})

it.each([
  [{ line: 3 }, { line: 3 }, 0],
  [{ line: 3, lineEnd: 8 }, { line: 5 }, 0],
  [{ line: 3, lineEnd: 8 }, { line: 10 }, 2],
  [{ line: 3 }, { line: 10, lineEnd: 12 }, 7],
  [{}, { line: 3 }, null],
])('between %j and %j are %s lines', (a, b, gap) => {
  expect([gapOf(a, b), gapOf(b, a)]).toEqual([gap, gap])
})
