import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findStray, MAX_DEPTH } from '../../src/evalset/plain.js'

function nest(levels: number): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 'deepest')
}

test.each([
  'text',
  { a: [1, -0.5, true, null, { b: 'c' }], d: undefined },
  Object.assign(Object.create(null), { a: 1 }),
  JSON.parse('{ "__proto__": { "a": 1 }, "constructor": "b", "toString": 3 }'),
  nest(MAX_DEPTH),
])('%o is plain', (value) => {
  expect(findStray(value)).toBeNull()
})

const circle: { a: unknown[] } = { a: [1] }
circle.a.push(circle)

test.each([
  [[], undefined, 'text or plain JSON'],
  [[], Number.NaN, 'text or plain JSON, which has no NaN'],
  [['a', 1], { a: [1, 2n] }, 'text or plain JSON, which has no bigint'],
  [['a', 1], { a: [1, undefined] }, 'text or plain JSON'],
  [['a', 'b'], { a: { b() {} } }, 'text or plain JSON, which has no function'],
  [['a'], { a: new Date(0) }, 'text or plain JSON, which has no Date'],
  [['a'], { a: new Map() }, 'text or plain JSON, which has no Map'],
  [['__proto__', 'a'], JSON.parse('{ "__proto__": { "a": 1e999 } }'), 'text or plain JSON, which has no Infinity'],
  [['a', 1], circle, 'text or plain JSON, which does not hold itself'],
  [[], nest(MAX_DEPTH + 1), 'nested at most 500 levels deep'],
])('something stands at %j that is not plain', (path, value, expected) => {
  expect(findStray(value)).toMatchObject({ path, expected })
})

test('a getter is found and not called', () => {
  const value = {
    get a(): never {
      throw new Error('called')
    },
  }
  expect(findStray([value])).toMatchObject({ path: [0, 'a'], received: expect.any(Function) })
})

test('property: what is plain comes out of JSON as it went in', () => {
  const values = [fc.string(), fc.integer(), fc.constantFrom(null, undefined, true, Number.NaN, 1n)]
  const anything = fc.anything({ values, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true })
  fc.assert(
    fc.property(anything, (value) => {
      if (findStray(value) === null) expect(JSON.parse(JSON.stringify(value))).toEqual(value)
    }),
  )
})

test('property: every JSON is plain', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(findStray(JSON.parse(JSON.stringify(value)))).toBeNull()
    }),
  )
})
