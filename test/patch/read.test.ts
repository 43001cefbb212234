import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPatch } from '../../src/patch/read.js'

const CLEAN = `diff --git a/src/a.py b/src/a.py
index 1..2 100644
--- a/src/a.py
+++ b/src/a.py
@@ -3,4 +3,5 @@ def f():
 one
-two
+TWO
+2
 three
 four
`

/** Lines of the only hunk of the only file. */
function onlyHunk(text: string): readonly string[] | undefined {
  return readPatch(text).files[0]?.hunks[0]?.lines
}

describe('readPatch', () => {
  it('reads a clean patch without a repair', () => {
    expect(readPatch(CLEAN)).toEqual({
      files: [
        {
          path: 'src/a.py',
          kind: 'changed',
          hunks: [{ oldStart: 3, lines: [' one', '-two', '+TWO', '+2', ' three', ' four'] }],
        },
      ],
      repairs: [],
    })
  })

  it.each([
    ['a leading blank line', `\n${CLEAN}`, 'text outside of the hunks left out (line 1)'],
    ['no `diff --git` line', CLEAN.split('\n').slice(2).join('\n'), 'file without a `diff --git` line (line 1)'],
    ['CRLF line ends', CLEAN.replaceAll('\n', '\r\n'), 'CRLF line ends read as LF (line 1)'],
    ['no final newline', CLEAN.trimEnd(), 'no newline at the end of the patch (line 11)'],
    ['too large counts', CLEAN.replace('3,4 +3,5', '3,40 +3,50'), 'hunk header with wrong line counts (line 5)'],
    ['too small counts', CLEAN.replace('3,4 +3,5', '3,1 +3,1'), 'hunk header with wrong line counts (line 5)'],
    ['no line numbers', CLEAN.replace('@@ -3,4 +3,5 @@', '@@'), 'hunk header without line numbers (line 5)'],
    ['a log line at the tail', `${CLEAN}\n2025-01-02 03:04:05,678\n`, 'text outside of the hunks left out (line 13)'],
    ['a mail signature', `${CLEAN}-- \n2.39.1\n`, 'text outside of the hunks left out (line 12, 2 times)'],
    ['a leftover marker', CLEAN.replace('+2\n', '=======\n+2\n'), 'leftover conflict marker left out (line 9)'],
    ['a context line without its space', CLEAN.replace(' three', 'three'), 'context line without its space (line 10)'],
    ['names without a/ and b/', CLEAN.replaceAll(/[ab]\/src/g, 'src'), 'file names without a/ and b/ (line 3)'],
    ['an absolute name', CLEAN.replaceAll(/ [ab]\/src/g, ' /src'), 'absolute file name made relative (line 3)'],
    [
      'a change of mode',
      CLEAN.replace('index', 'old mode 1\nnew mode 2\nindex'),
      'change of file mode left out (line 3)',
    ],
  ])('reads the same changes from a patch with %s, and says so', (_, text, repair) => {
    const { files, repairs } = readPatch(text)
    expect(files[0]?.path).toBe('src/a.py')
    expect(files[0]?.hunks[0]?.lines.filter((line) => !line.startsWith(' '))).toEqual(['-two', '+TWO', '+2'])
    expect(repairs).toContain(repair)
  })
})

describe('readPatch on odd hunks', () => {
  it('tells trimmed context from wrong counts', () => {
    expect(readPatch(CLEAN.replace(' four\n', '')).repairs).toEqual(['hunk without its last context lines (line 5)'])
  })

  it('keeps a blank context line that lost its space', () => {
    const text = CLEAN.replace(' three\n', '\n')
    expect(onlyHunk(text)).toEqual([' one', '-two', '+TWO', '+2', ' ', ' four'])
    expect(readPatch(text).repairs).toEqual(['blank context line without its space (line 10)'])
  })

  it('finds a file header that is glued to a context line', () => {
    const second = CLEAN.replaceAll('src/a.py', 'src/b.py')
    const { files, repairs } = readPatch(`${CLEAN.replace(' four\n', '')} ${second}`)
    expect(files.map((file) => file.path)).toEqual(['src/a.py', 'src/b.py'])
    expect(repairs).toContain('file header glued to a context line (line 11)')
  })
})

describe('readPatch on files', () => {
  it('joins what a patch does to one file in several parts', () => {
    const { files, repairs } = readPatch(CLEAN + CLEAN.replace('-3,4', '-30,4'))
    expect(files.map((file) => file.hunks.map((hunk) => hunk.oldStart))).toEqual([[3, 30]])
    expect(repairs).toEqual(['parts of the same file joined (line 14)'])
  })

  it('takes removed and added lines that look like a header as lines', () => {
    const text = '--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,2 @@\n--- old note\n+++ new note\n x\n'
    expect(onlyHunk(text)).toEqual(['--- old note', '+++ new note', ' x'])
  })

  it('names new, deleted and renamed files, and leaves binary ones without hunks', () => {
    const text = [
      'diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x',
      'diff --git a/old.py b/old.py\ndeleted file mode 100644\n--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x',
      'diff --git a/from.py b/to.py\nsimilarity index 100%\nrename from from.py\nrename to to.py',
      'diff --git a/i.png b/i.png\nindex 1..2\nBinary files a/i.png and b/i.png differ',
      'diff --git a/j.png b/j.png\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZ@1\n\nliteral 0\nHcmV?d00001\n',
      'diff --git a/sub b/sub\nnew file mode 160000\n--- /dev/null\n+++ b/sub\n@@ -0,0 +1 @@\n+Subproject commit 1\n',
    ].join('\n')
    const { files, repairs } = readPatch(text)
    expect(files.map((file) => [file.path, file.kind, file.hunks.length])).toEqual([
      ['new.py', 'added', 1],
      ['old.py', 'deleted', 1],
      ['to.py', 'changed', 0],
      ['i.png', 'changed', 0],
      ['j.png', 'changed', 0],
      ['sub', 'added', 0],
    ])
    expect(repairs).toEqual([
      'renamed or copied file read by its new name (line 16)',
      'binary file or submodule not compared (line 19, 3 times)',
    ])
  })

  it.each([
    ['added', 'by its mode, however empty', 'diff --git a/x b/x\nnew file mode 100644\nindex 1..2\n'],
    ['deleted', 'by its mode, however empty', 'diff --git a/x b/x\ndeleted file mode 100644\nindex 1..2\n'],
    ['added', 'by its old name', '--- /dev/null\n+++ b/x\n@@\n+a\n'],
    ['added', 'by its first line', '--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+a\n'],
    ['deleted', 'by its new name, whatever its first line', '--- a/x\n+++ /dev/null\n@@ -0,0 +1 @@\n+a\n'],
    [
      'changed',
      'when it is deleted and added again',
      '--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n',
    ],
    ['changed', 'by nothing but its names', '--- a/x\n+++ b/x\n'],
    ['changed', 'above an empty line', '--- a/x\n+++ b/x\n\n@@ -1 +1 @@\n-a\n+b\n'],
    ['changed', 'although its first header names no file', 'diff --git x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n'],
  ])('takes a file as %s %s', (kind, _, text) => {
    expect(readPatch(text).files).toMatchObject([{ path: 'x', kind }])
  })

  it('reads a submodule that moved on as one without lines', () => {
    const text =
      'diff --git a/sub b/sub\nindex 1..2 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n-Subproject 1\n+Subproject 2\n'
    expect(readPatch(text)).toEqual({
      files: [{ path: 'sub', kind: 'changed', hunks: [] }],
      repairs: ['binary file or submodule not compared (line 2)'],
    })
  })

  it.each([
    ['text', 'Fix it.'],
    ['an extended header without a file', 'new file mode 100644'],
    ['a word below an extended header', 'diff --git a/x b/x\nindex 1..2\nword\n', 3],
  ])('leaves out %s', (_, text, line = 1) => {
    expect(readPatch(text).repairs).toEqual([`text outside of the hunks left out (line ${line})`])
  })

  it('makes no file of two names that are none', () => {
    expect(readPatch('--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n').files).toEqual([])
  })

  it('leaves out a hunk without a file', () => {
    expect(readPatch('@@ -1 +1 @@\n-a\n+b\n')).toEqual({
      files: [],
      repairs: ['hunk without a file name left out (line 1)'],
    })
  })
})

describe('readPatch on any text', () => {
  it('never throws, and finds files only where there are headers', () => {
    const line = fc.oneof(
      fc.constantFrom('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '@@', '\\ No newline', '-- ', ''),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const { files } = readPatch(lines.join('\n'))
        const headers = lines.some((text) => /diff --git |\+\+\+ /.test(text))
        expect(files.length > 0 && !headers).toBe(false)
      }),
    )
  })

  it('gives back the lines of any well-formed hunk', () => {
    const body = fc.array(
      fc.tuple(
        fc.constantFrom(' ', '+', '-'),
        fc.string().map((text) => text.replace(/[\r\n]/g, '')),
      ),
    )
    fc.assert(
      fc.property(body, (pairs) => {
        const lines = pairs.map(([sign, text]) => `${sign}x${text}`)
        const old = pairs.filter(([sign]) => sign !== '+').length
        const now = pairs.filter(([sign]) => sign !== '-').length
        const text = `--- a/x\n+++ b/x\n@@ -1,${old} +1,${now} @@\n${lines.map((line) => `${line}\n`).join('')}`
        expect(onlyHunk(text)).toEqual(lines)
      }),
    )
  })
})
