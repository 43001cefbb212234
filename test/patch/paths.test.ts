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
    ['./x.py', './x.py', 'x.py', 'x.py'],
    ['/testbed/x.py', '/testbed/x.py', 'testbed/x.py', 'testbed/x.py'],
    ['C:\\repo\\x.py', 'C:\\repo\\x.py', 'repo/x.py', 'repo/x.py'],
  ])('reads %s and %s', (old, next, oldName, newName) => {
    expect(readNames(old, next)).toMatchObject({ old: oldName, new: newName })
  })
})

describe('readGitLine', () => {
  it.each([
    ['diff --git a/x.py b/x.py', 'x.py'],
    ['diff --git a/my file.py b/my file.py', 'my file.py'],
    ['diff --git "a/\\303\\251.py" "b/\\303\\251.py"', 'é.py'],
  ])('reads %s', (line, name) => {
    expect(readGitLine(line)?.new).toBe(name)
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
  ])('takes %s for %s', (path, expected) => {
    expect(alignPath(path, gold)).toBe(expected)
  })
})
