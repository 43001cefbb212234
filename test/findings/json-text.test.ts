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
  ['prose', 'No issues found.', undefined],
  ['prose in brackets', '[P1] Avoid the cast', undefined],
])('reads %s', (_, text, value) => {
  expect(parseLooseJson(text)).toEqual(value)
})

it('reads every beginning of a list up to its last complete item at least', () => {
  const items = fc.array(fc.record({ a: fc.string({ unit: 'grapheme' }), b: fc.integer() }), {
    minLength: 1,
    maxLength: 4,
  })
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
