import { describe, expect, it } from 'vitest'
import { alignPath, readGitLine, readNames } from '../../src/patch/paths.js'

describe('readNames', () => {
  it.each([
    ['a/x.py', 'b/x.py', 'x.py', 'x.py'],
    ['/dev/null', 'b/x.py', null, 'x.py'],
    ['a/x.py', '/dev/null', 'x.py', null],
    ['i/x.py', 'w/x.py', 'x.py', 'x.py'],
    ['a/x.py\t2024-01-01 00:00:00', 'b/x.py\t2024-01-02', 'x.py', 'x.py'],
    ['"a/caf\\303\\251.py"', '"b/tab\\tb.py"', 'café.py', 'tab\tb.py'],
    ['lib/x.py', 'lib/x.py', 'lib/x.py', 'lib/x.py'],
    ['./x.py', '././x.py', 'x.py', 'x.py'],
    ['a/x.py', 'x.py', 'a/x.py', 'x.py'],
    ['x.py', 'b/x.py', 'x.py', 'b/x.py'],
    ['data/x.py', 'b/x.py', 'data/x.py', 'b/x.py'],
    ['a/x.py', 'web/x.py', 'a/x.py', 'web/x.py'],
    ['a/say "hi"', 'b/say "hi"', 'say "hi"', 'say "hi"'],
    ['"a" b.txt', '"a" b.txt', '"a" b.txt', '"a" b.txt'],
    ['"a/\\"x\\\\y\\nz\\r\\"\\q"', '"b/x"', '"x/y\nz\r"q', 'x'],
    ['/testbed/x.py', '/testbed/x.py', 'testbed/x.py', 'testbed/x.py'],
    ['C:\\repo\\x.py', 'C:\\repo\\x.py', 'repo/x.py', 'repo/x.py'],
  ])('reads %s and %s', (old, next, oldName, newName) => {
    expect(readNames(old, next)).toMatchObject({ old: oldName, new: newName })
  })
})

describe('the root of a name', () => {
  it.each([
    ['/x.py', '/x.py', true],
    ['C:\\x.py', 'C:\\x.py', true],
    ['/dev/null', '/x.py', true],
    ['a/x.py', '/dev/null', false],
    ['1:/x.py', '1:/x.py', false],
  ])('is seen in %s and %s: %s', (old, next, absolute) => {
    expect(readNames(old, next).absolute).toBe(absolute)
  })
})

describe('readGitLine', () => {
  it.each([
    ['diff --git a/x.py b/x.py', 'x.py'],
    ['diff --git a/my file.py b/my file.py', 'my file.py'],
    ['diff --git "a/\\303\\251.py" "b/\\303\\251.py"', 'é.py'],
    ['diff --git "a/my \\303\\251.py" "b/my \\303\\251.py"', 'my é.py'],
    ['diff --git x.py x.py ', 'x.py'],
    [' diff --git a/x.py b/x.py ', 'x.py'],
  ])('reads %s', (line, name) => {
    expect(readGitLine(line)).toMatchObject({ old: name, new: name })
  })

  it('gives null where two names cannot be told apart', () => {
    expect(readGitLine('diff --git x')).toBeNull()
  })
})

describe('alignPath', () => {
  const gold = new Set(['src/a.py', 'setup.py'])
  it.each([
    ['src/a.py', 'src/a.py'],
    ['testbed/src/a.py', 'src/a.py'],
    ['home/me/repo/src/a.py', 'src/a.py'],
    ['other/setup.py', 'other/setup.py'],
    ['src/b.py', 'src/b.py'],
    ['oldsrc/a.py', 'oldsrc/a.py'],
  ])('takes %s for %s', (path, expected) => {
    expect(alignPath(path, gold)).toBe(expected)
  })
})
