import { describe, expect, it } from 'vitest'
import { readPatch } from '../../src/patch/read.js'

/** What is read of one file's hunks; the first header stands in line 3. */
function read(...lines: string[]) {
  const { files, repairs } = readPatch(['--- a/x.py', '+++ b/x.py', ...lines, ''].join('\n'))
  const own = repairs.filter((repair) => !repair.startsWith('file without'))
  return { hunks: files[0]?.hunks.map((hunk) => [hunk.oldStart, ...hunk.lines]), repairs: own }
}

describe('the header of a hunk', () => {
  const ten = Array.from({ length: 10 }, (_, at) => ` line ${at}`)
  it.each([
    ['numbers of several digits', '@@ -12,11 +12,12 @@', 12, []],
    ['no numbers', '@@', null, ['hunk header without line numbers (line 3)']],
    ['a context for numbers', '@@ def f():', null, ['hunk header without line numbers (line 3)']],
    ['ten lines too few on either side', '@@ -12,21 +12,22 @@', 12, ['hunk header with wrong line counts (line 3)']],
  ])('may have %s', (_, header, start, repairs) => {
    expect(read(header, ...ten, '-a', '+b', '+c')).toEqual({ hunks: [[start, ...ten, '-a', '+b', '+c']], repairs })
  })

  it('counts one line where it names none', () => {
    expect(read('@@ -7 +7 @@', '-a', '+b')).toEqual({ hunks: [[7, '-a', '+b']], repairs: [] })
  })

  it.each([
    ['three lines less on either side are trimmed', '@@ -1,5 +1,5 @@', 'hunk without its last context lines (line 3)'],
    ['four are too many', '@@ -1,6 +1,6 @@', 'hunk header with wrong line counts (line 3)'],
    ['less on one side than on the other', '@@ -1,3 +1,4 @@', 'hunk header with wrong line counts (line 3)'],
    ['less of the old side only', '@@ -1,3 +1,2 @@', 'hunk header with wrong line counts (line 3)'],
    ['less of the new side only', '@@ -1,2 +1,3 @@', 'hunk header with wrong line counts (line 3)'],
    ['more on either side', '@@ -1 +1 @@', 'hunk header with wrong line counts (line 3)'],
  ])('promises what the lines do not keep: %s', (_, header, repair) => {
    expect(read(header, ' a', '-b', '+c')).toEqual({ hunks: [[1, ' a', '-b', '+c']], repairs: [repair] })
  })
})

describe('the lines of a hunk', () => {
  it.each([
    ['a header of hunks', ['@@ -1 +1 @@', '-@@ -1 +1 @@', '+@@ -2 +2 @@']],
    ['a header of files', ['@@ -1 +1 @@', '-diff --git a/y b/y', '+diff --git a/z b/z']],
    ['a conflict marker', ['@@ -1,2 +1,2 @@', ' =======', '->>>>>>> theirs', '+<<<<<<< ours']],
    ['two dashes and a blank, while old lines lack', ['@@ -1 +1,2 @@', '+a', '+b', '-- ']],
    ['two dashes and a blank, while only old lines lack', ['@@ -1,2 +1 @@', '+a', '-- ', '-b']],
    ['two dashes and a blank, while new lines lack', ['@@ -1,2 +1 @@', '-a', '-b', '-- ']],
  ])('may be %s', (_, [header = '', ...lines]) => {
    expect(read(header, ...lines).hunks).toEqual([[1, ...lines]])
  })

  it.each([
    ['a name of the old file alone', ' --- a/y', '+++ b/y'],
    ['a name of the new file alone', '--- a/y', ' +++ b/y'],
  ])('may look like %s', (_, old, next) => {
    expect(read('@@ -1 +1 @@', old, next, '@@ -9 +9 @@', '-a', '+b').hunks).toEqual([
      [1, old, next],
      [9, '-a', '+b'],
    ])
  })

  it('are read without the note that a line has no end', () => {
    const note = '\\ No newline at end of file'
    expect(read('@@ -1 +1 @@', '-a', note, '+b', note)).toEqual({ hunks: [[1, '-a', '+b']], repairs: [] })
  })

  it.each(['<<<<<<< HEAD', '<<<<<<<', '=======', '>>>>>>> theirs'])('are read without the marker %s', (marker) => {
    expect(read('@@ -1 +1 @@', '-a', marker, '+b')).toEqual({
      hunks: [[1, '-a', '+b']],
      repairs: ['leftover conflict marker left out (line 5)'],
    })
  })

  it.each(['< a', '> a', '=', '========', '<<<<<<<a'])('keep %s, which is no marker', (line) => {
    expect(read('@@ -1,3 +1,3 @@', '-a', line, ' c', '+b').hunks).toEqual([[1, '-a', ` ${line}`, ' c', '+b']])
  })
})

const OUTSIDE = (line: string) => `text outside of the hunks left out (line ${line})`

describe('the end of a hunk', () => {
  it.each([
    ['an empty line before a changed one', ['', '+c'], ['-a', '+b', ' ', '+c']],
    ['a removed line of dashes below an empty one', ['', '--- note'], ['-a', '+b']],
    ['text below an empty line', ['', 'a-b'], ['-a', '+b']],
    ['text above a changed line', ['note', '+c'], ['-a', '+b']],
  ])('is told, where all promised lines are read, by %s', (_, tail, lines) => {
    expect(read('@@ -1 +1 @@', '-a', '+b', ...tail).hunks).toEqual([[1, ...lines]])
  })

  it.each([
    ['an empty line at the end', [''], [], ['hunk without its last context lines (line 3)']],
    ['text below an empty line', ['', 'Some text'], [], [OUTSIDE('7')]],
    ['a closing fence', ['```  '], [], [OUTSIDE('6')]],
    ['no empty line above another', ['', '', ' d'], [' ', ' ', ' d'], []],
    ['no empty line above a context line', ['', ' d'], [' ', ' d'], []],
    ['no text', ['tail'], [' tail'], ['context line without its space (line 6)']],
  ])('is told, where promised lines lack, by %s', (_, tail, more, repairs) => {
    const { hunks, repairs: named } = read('@@ -1,4 +1,4 @@', '-a', '+b', ...tail)
    expect(hunks).toEqual([[1, '-a', '+b', ...more]])
    expect(named).toEqual(expect.arrayContaining(repairs))
  })
})
