import { describe, expect, it, test } from 'vitest'
import * as reply from '../../src/modes/reply.js'
import { foldText } from '../../src/text.js'

const SCALE = { min: 1, max: 10 }

describe('numberLeaf', () => {
  it.each([1, 7.5, 10])('takes %d', (value) => {
    expect(reply.numberLeaf(value, SCALE, 'it')).toEqual({ value, reasoning: '', quotes: [] })
  })

  it.each<[unknown, string, string]>([
    [undefined, 'missing', 'it is missing'],
    [null, 'missing', 'it is missing'],
    ['8', 'malformed', 'it is "8", not a number'],
    [Number.NaN, 'malformed', 'it is NaN, not a number'],
    [Infinity, 'malformed', 'it is Infinity, not a number'],
    [true, 'malformed', 'it is true, not a number'],
    [[8], 'malformed', 'it is [8], not a number'],
    [{ value: 8 }, 'malformed', 'it is {"value":8}, not a number'],
    [0, 'out_of_range', 'it is 0, outside 1 to 10'],
    [0.999, 'out_of_range', 'it is 0.999, outside 1 to 10'],
    [10.001, 'out_of_range', 'it is 10.001, outside 1 to 10'],
    [-3, 'out_of_range', 'it is -3, outside 1 to 10'],
  ])('%j is unjudged and never clamped: %s', (value, reason, detail) => {
    expect(reply.numberLeaf(value, SCALE, 'it')).toEqual({ value: null, reason, detail })
  })
})

test.each<[unknown, string[]]>([
  [
    ['a', ' ', 7, null, 'b'],
    ['a', 'b'],
  ],
  ['a', ['a']],
  ['', []],
  [undefined, []],
  [{ quote: 'a' }, []],
])('the quotes in %j are %j', (value, quotes) => {
  expect(reply.quotesOf(value)).toEqual(quotes)
})

test.each<[unknown, object]>([
  [{ a: 1 }, { a: 1 }],
  [[1], {}],
  [null, {}],
  ['a', {}],
  [undefined, {}],
])('the object in %j is %j', (value, object) => {
  expect(reply.objectOf(value)).toEqual(object)
})

test('quotes are kept word for word, with whether they stand in the material', () => {
  expect(reply.verifyQuotes(['the  cart', 'a horse'], foldText('Mind the\ncart.'))).toEqual([
    { quote: 'the  cart', verified: true },
    { quote: 'a horse', verified: false },
  ])
})

test.each([
  [
    { min: 1, max: 10 },
    { type: 'integer', enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] },
  ],
  [
    { min: 0, max: 2 },
    { type: 'integer', enum: [0, 1, 2] },
  ],
  [
    { min: 0, max: 1 },
    { type: 'number', description: 'from 0 to 1' },
  ],
  [
    { min: 0, max: 100 },
    { type: 'number', description: 'from 0 to 100' },
  ],
  [
    { min: 0.5, max: 2.5 },
    { type: 'number', description: 'from 0.5 to 2.5' },
  ],
])('a value on %j has the schema %j', (scale, schema) => {
  expect(reply.scaleSchema(scale)).toEqual(schema)
})

test('numbers that a model computed are reported when they are off by more than 0.1', () => {
  const pairs = [
    ['same', 70, 70],
    ['near', 70.1, 70],
    ['far', 70.2, 70],
    ['text', '99', 70],
    ['nan', Number.NaN, 70],
    ['open', 99, null],
  ] as const
  expect(reply.mismatches(pairs)).toEqual([{ field: 'far', theirs: 70.2, ours: 70 }])
})
