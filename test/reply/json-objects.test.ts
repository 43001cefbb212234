import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonObjectsIn } from '../../src/reply/json-objects.js'
import { cpuTime } from '../support/cpu.js'

const valuesIn = (text: string) => jsonObjectsIn(text).map(({ value }) => value)

it.each<[string, string, unknown[]]>([
  ['nothing', 'Nine out of ten.', []],
  ['bare JSON', '{"a": {"b": 1}}', [{ a: { b: 1 } }]],
  ['prose around it', 'So: {"a":1}. Done.', [{ a: 1 }]],
  ['two of them', '{"a":1}{"a":2}', [{ a: 1 }, { a: 2 }]],
  ['those of a list', '[{"a":1}, {"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['braces and quotes in texts', '{"a":"} \\" {"}', [{ a: '} " {' }]],
  ['a brace before it that is never closed', 'In `try {` it says {"a":1}', [{ a: 1 }]],
  ['braces around it that are no JSON', 'function () { it is {"a":1} }', [{ a: 1 }]],
  ['a lone quotation mark before it', 'The 5" screen: {"a":1}', [{ a: 1 }]],
  ['a lone quotation mark within braces, up to the end of the line', '{ 5" screen\n{"a":1}', [{ a: 1 }]],
  ['a closing brace too many', '} {"a":1} }', [{ a: 1 }]],
  ['JSON with an error', '{"a":1,}', []],
  ['JSON that is cut off', '{"a":1, "b": "x', []],
])('finds %s', (_what, text, values) => {
  expect(valuesIn(text)).toEqual(values)
})

it('finds any object again, whatever stands around it', () => {
  const prose = fc.string().map((text) => text.replace(/[{}]/g, ''))
  const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }))
  fc.assert(
    fc.property(prose, object, prose, (before, value, after) => {
      const text = JSON.stringify(value)
      expect(jsonObjectsIn(`${before}\n${text}${after}`)).toEqual([{ text, value: JSON.parse(text) }])
    }),
  )
})

it('never throws', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', ':', '1', '\n', '[') }),
      (text) => void jsonObjectsIn(text),
    ),
  )
})

it('leaves out objects that nest deeper than any answer', () => {
  const nest = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  expect(valuesIn(nest(64))).toHaveLength(1)
  expect(jsonObjectsIn(nest(70)).map(({ text }) => text)).toEqual([nest(64)])
})

describe('hostile text of 400,000 characters takes no longer than any other', () => {
  const long = (unit: string) => unit.repeat(400_000 / unit.length)
  it.each([
    ['opening braces', long('{')],
    ['pairs', long('{}')],
    ['nested pairs', long('{').slice(200_000) + long('}').slice(200_000)],
    ['objects that are never closed', long('{"a":')],
    ['objects that fail at their end', `${long('{"a":').slice(200_000)}x${'}'.repeat(40_000)}`],
    ['quotation marks', `{${long('"')}`],
    ['one long text', `{"a":"${long('x')}"}`],
    ['backslashes', `{"${long('\\')}`],
  ])('%s', (_what, text) => {
    expect(cpuTime(() => jsonObjectsIn(text))).toBeLessThan(3000)
  })
})
