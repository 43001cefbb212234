import { expect, it } from 'vitest'
import { parsesAsPython } from '../../src/scoring/python-syntax.js'

it.each([
  '',
  '# only a comment\n',
  'x = 1\n',
  'return name\n',
  'def f(self): ...\n',
  'match x:\n    case [1, *rest]:\n        pass\n',
  'with (open(a) as b, open(c) as d):\n    pass\n',
  'if (y := 3):\n    print(f"{y!r:>10}")\n',
])('%j parses', (code) => {
  expect(parsesAsPython(code)).toBe(true)
})

it.each([
  '    x = 1\n',
  'x = (1,\n',
  'def f():\nreturn 1\n',
  'print "a"\n',
  '>>> x = 1\n',
  'diff --git a/x b/x\n',
  '1 = x\n',
  '"abc\n',
])('%j does not parse', (code) => {
  expect(parsesAsPython(code)).toBe(false)
})

it('parentheses deeper than any parser goes do not parse', () => {
  expect(parsesAsPython('('.repeat(100_000))).toBe(false)
})
