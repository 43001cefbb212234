import { describe, expect, it } from 'vitest'
import { readCode } from '../../src/patch/code.js'

/** Added code of a hunk in the middle of a file. */
function added(path: string, lines: string): readonly string[] {
  return readCode({ oldStart: 100, lines: lines.split('\n') }, path).added
}

describe('readCode', () => {
  it.each([
    ['a.py', 'x = 1  # why'],
    ['a.rb', 'x = 1 # why'],
    ['a.js', 'x = 1 // why'],
    ['a.tsx', 'x = 1 /* why */'],
    ['a.go', 'x = 1 // why'],
    ['a.rs', 'x = 1 // why'],
    ['a.java', 'x = 1 /* why'],
    ['a.c', '/* why */ x = 1'],
    ['a.cpp', 'x   =\t1 // why'],
    ['a.php', 'x = 1 # why'],
  ])('takes comments and layout off a line of %s', (path, line) => {
    expect(added(path, `+${line}\n+  `)).toEqual(['x = 1'])
  })

  it.each([
    ['a.py', 'u = "http://x#y"'],
    ['a.js', 'u = "http://x"'],
    ['a.js', "u = 'a /* b'"],
    ['a.go', 'u = `//`'],
    ['a.php', '#[Pure]'],
    ['a.txt', 'no // comment # here'],
  ])('leaves comment signs in %s alone where they are none: %s', (path, line) => {
    expect(added(path, `+${line}`)).toEqual([line])
  })

  it.each([
    ['one line', ['+def f():', '+    """Say it."""', '+    return 1']],
    ['several lines', ['+def f():', '+    r"""', '+    Say it.', '+    """', '+    return 1']],
    ['an end without its start', [' Say it.', '+more', ' """', '+def f():', '+    return 1']],
    ['an end in the first line', ['     """', '+def f():', '+    return 1']],
    ['a start above prose', ['         x = 2', '+"""', '+Say it again', '+"""', '+def f():', '+    return 1']],
  ])('leaves out a docstring with %s', (_, lines) => {
    expect(added('a.py', lines.join('\n'))).toEqual(['def f():', 'return 1'])
  })

  it('keeps long strings that are values', () => {
    expect(added('a.py', '+x = """\n+SELECT 1\n+"""')).toEqual(['x = """', 'SELECT 1', '"""'])
  })

  it('leaves out block comments that start or end outside of the hunk', () => {
    expect(added('a.js', '+ * more\n  */\n+f()\n+/* and\n+ on')).toEqual(['f()'])
    expect(added('a.c', ' */\n+f();\n+/* a\n+b */ g();')).toEqual(['f();', 'g();'])
  })

  it.each([
    ['at line 0', 0, ['+"""', '+Module.', '+"""', '+x = 1']],
    ['at line 1', 1, ['+"""', '+import x', '+"""', '+x = 1']],
    ['without a line', null, [' Say it.', '+more', ' """', '+x = 1']],
  ])('knows that the first line of a file is in no block, and others may be: %s', (_, oldStart, lines) => {
    expect(readCode({ oldStart, lines }, 'a.py').added).toEqual(['x = 1'])
  })

  it.each([
    ['below a head and an empty line', ['+def f():', ' ', '+    """', '+    a = b', '+    """'], ['def f():']],
    ['below a head and a comment', ['+def f():', '+    # why', '+    """', '+    a = b', '+    """'], ['def f():']],
    ['in the first line above prose', ['+"""', '+Say it again', '+"""'], []],
    ['above indented prose', ['     x = 2', '+    """', '+    Say it', '+    """'], []],
    ['with text behind them', ['+"""say', '+x is it"""'], []],
    ['of single quotes', ['+def f():', "+    '''Say it.", "+    '''"], ['def f():']],
    ['behind prose, where they close', ['+it is. """'], []],
    ['above a call, where they close', [' it.', ' """', '+Foo(x)'], ['Foo(x)']],
    ['above a name, where they close', [' it.', ' """', '+call Foo'], ['call Foo']],
    ['of a value', ['+x = """', '+select 1', '+"""'], ['x = """', 'select 1', '"""']],
    ['of a value that is returned', ['+return """a', '+b"""'], ['return """a', 'b"""']],
    ['of a value in the middle of a line', ['+x = """a""" + b'], ['x = """a""" + b']],
    ['of a value behind another', ['+x = "a" """b"""'], ['x = "a" """b"""']],
    ['that only the other side has', ['-"""Say', '+x = 1'], ['x = 1']],
  ])('reads quotes %s', (_, lines, code) => {
    expect(added('a.py', [...lines, '+last()'].join('\n'))).toEqual([...code, 'last()'])
  })

  it.each([
    ['a.js', '+and more */', []],
    ['a.js', "+/* a '''\n+b */", []],
    ['a.js', '-/* a', []],
    ['a.js', '+ * more', []],
    ['a.js', '+* more', []],
    ['a.js', '+ *', []],
    ['a.php', '+ * more', []],
    ['a.js', '+x = \'a\' + `b` + "c" // d', ['x = \'a\' + `b` + "c"']],
    ['a.c', '+ *p = 1;', ['*p = 1;']],
    ['a.py', '+    * 2', ['* 2']],
    ['a.php', '+x = "#"; # a\n+/* b */', ['x = "#";']],
    ['a.rb', '+a = "#" # b\n+/* c', ['a = "#"', '/* c']],
    ['A.JS', '+x // y', ['x']],
  ])('reads of %s the code in %j', (path, lines, code) => {
    expect(added(path, `${lines}\n+last()`)).toEqual([...code, 'last()'])
  })

  it('reads both sides', () => {
    expect(readCode({ oldStart: 5, lines: [' a', '-b  # x', '+c'] }, 'a.py')).toEqual({ added: ['c'], removed: ['b'] })
  })
})
