import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InputError } from '../../src/errors.js'
import { parseEvalSet } from '../../src/evalset/parse.js'

const key = fc.oneof(fc.constantFrom('id', 'cases', 'a"b', 'a\\', '{', ',', '__proto__'), fc.string({ maxLength: 4 }))
const value = fc.jsonValue({ maxDepth: 2 })
const input = fc.oneof(value, fc.dictionary(key, value), fc.array(fc.dictionary(key, value), { maxLength: 3 }))

test('a set in JSON is read as the YAML parser reads it', { timeout: 60_000 }, () => {
  const inputs = fc.array(input, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(inputs, fc.constantFrom(undefined, 1), fc.constantFrom('', '\uFEFF'), (given, indent, mark) => {
      const cases = given.map((one, index) => ({ input: one, id: `case ${index}` }))
      const text = mark + JSON.stringify({ version: 1, feature: 'f', cases }, null, indent)
      for (const lines of [text, text.replaceAll('\n', '\r\n')]) {
        expect(parseEvalSet(lines, 'e.json')).toEqual(parseEvalSet(lines, 'e.yaml'))
      }
    }),
    { numRuns: 60 },
  )
})

test('a key that stands twice is a fault at any depth, also where it is written in another way', () => {
  const read = (given: string) =>
    parseEvalSet(`{"version": 1, "feature": "f", "cases": [{"id": "c1", "input": ${given}}]}`, 'e.json')
  expect(read('{"a": {"a": 1}, "b": [{"a": 1}, {"a": 1}], "c": "\\\\\\""}').set.cases).toHaveLength(1)
  expect(() => read('[{"b": {"a": 1, "\\u0061": 2}}]')).toThrow(InputError)
  expect(() => read('[{"b": {"a": 1, "\\u0061": 2}}]')).toThrow(/^e\.json:1:80: .*Map keys must be unique/)
})
