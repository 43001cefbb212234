import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseLooseJson } from '../../src/findings/json-text.js'

it.each([
  ['a whole value', ' {"a": [1, "}"]} ', { a: [1, '}'] }],
  ['one value a line', '{"a":1}\n\n{"a":2}\r\n', [{ a: 1 }, { a: 2 }]],
  ['a value cut off in a text', '{"a": [{"b": "one"}, {"b": "tw', { a: [{ b: 'one' }, { b: 'tw' }] }],
  ['a value cut off in an escape', '[{"b": "one\\', [{ b: 'one' }]],
  ['a value cut off in a code point', '[{"b": "one\\u00', [{ b: 'one' }]],
  ['a value cut off in a key', '[{"b": 1, "c', [{ b: 1 }]],
  ['a value cut off before a value', '[{"b": 1}, {"b":', [{ b: 1 }]],
  ['a value cut off after a comma', '[{"b": 1},', [{ b: 1 }]],
  ['a value cut off in a word', '[{"b": 1}, {"c": 2, "d": tru', [{ b: 1 }, { c: 2 }]],
  ['a value cut off after a mark in a text', '[1, {"x": "},{", "y": [2', [1, { x: '},{', y: [2] }]],
  ['a value cut off after an escaped quote', '["a\\\\", "b\\"]', ['a\\', 'b"]']],
  ['a value cut off in its first member', '[{"b": tru', undefined],
  ['a value cut off at its first mark', ' {', {}],
  [
    'one value a line, the last cut off',
    '{"a": 1, "b": [2]}\n{"a": 3, "b": [4',
    [
      { a: 1, b: [2] },
      { a: 3, b: [4] },
    ],
  ],
  ['one value a line, the last cut off at its beginning', '{"a": 1}\n{"a', [{ a: 1 }, {}]],
  ['a value cut off after a list', '{"a": [1], "b": 2', { a: [1], b: 2 }],
  ['a value cut off after a text with quotes and a comma', String.raw`["a\"bc,", 1`, ['a"bc,', 1]],
  ['a value after a mark of the order of bytes', '\uFEFF{"a": 1}', { a: 1 }],
  ['one value a line, with lines of spaces', '{"a": 1}\n \t\n{"a": 2}', [{ a: 1 }, { a: 2 }]],
  ['lines of which one within is cut off', '{"a": 1}\n{"a": 2, "b\n{"a": 3}', undefined],
  ['one list a line', '[1]\n[2]\n', [[1], [2]]],
  ['values with a line of prose behind them', '{"a": 1}\n{"a": 2}\nNo more issues.', [{ a: 1 }, { a: 2 }]],
  ['a line of prose in brackets', '[1]\n[P1] Avoid the cast', undefined],
  ['a line of prose that ends in a bracket', '[1]\nAvoid the cast [', undefined],
  ['a line of prose between values', '{"a": 1}\nand\n{"a": 2}', undefined],
  ['a last line that is no object', '{"a": 1}\n2', { a: 1 }],
  ['a last line that is null', '{"a": 1}\nnull', { a: 1 }],
  ['a value that goes on behind its end', '{"a": 1}}', { a: 1 }],
  ['a list with words behind it', '[{"a": 1}, {"a": "]"}]\n\nLet me know.', [{ a: 1 }, { a: ']' }]],
  ['a value over lines with a comment behind it', '{\n "a": [1]\n} // done', { a: [1] }],
  ['words with brackets behind a value', '{"a": 1}, see [sic] and {b}', { a: 1 }],
  ['words that close what was not open', '] [{"a": 1}]', undefined],
  ['a list of which one is no object, with words behind it', '[{"a": 1}, 2] x', undefined],
  ['a list of which one is null, with words behind it', '[{"a": 1}, null] x', undefined],
  ['values of which one is none, with words behind them', '{"a": 1}\n[1]\nx', undefined],
  ['an empty list with words behind it', '[] of nothing', undefined],
  ['a text that holds a value', 'Here: {"a": 1}', undefined],
  ['a text in quotes', '"{}"', undefined],
  ['prose', 'No issues found.', undefined],
  ['prose in brackets', '[P1] Avoid the cast', undefined],
])('reads %s', (_, text, value) => {
  expect(parseLooseJson(text)).toEqual(value)
})

const items = fc.array(fc.record({ a: fc.string({ unit: 'grapheme' }), b: fc.integer() }), {
  minLength: 1,
  maxLength: 4,
})

it('reads every beginning of a list up to its last complete item at least', () => {
  fc.assert(
    fc.property(items, fc.nat(), (list, cut) => {
      const text = JSON.stringify(list)
      const part = text.slice(0, 1 + (cut % text.length))
      const complete = list.filter((_, i) => part.length > JSON.stringify(list.slice(0, i + 1)).length - 1).length
      const value = parseLooseJson(part)
      if (complete > 0) expect(Array.isArray(value) && value.slice(0, complete)).toEqual(list.slice(0, complete))
    }),
  )
})

it('reads every beginning of JSON Lines up to its last complete line at least', () => {
  fc.assert(
    fc.property(items, fc.nat(), (list, cut) => {
      const text = list.map((item) => JSON.stringify(item)).join('\n')
      const part = text.slice(0, 1 + (cut % text.length)).trim()
      const complete = part.split('\n').length - 1
      const value = parseLooseJson(part)
      if (complete > 0) expect(Array.isArray(value) && value.slice(0, complete)).toEqual(list.slice(0, complete))
    }),
  )
})
