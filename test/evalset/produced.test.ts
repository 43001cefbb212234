import { expect, test } from 'vitest'
import { InputError } from '../../src/errors.js'
import { keepUsage, readProduced } from '../../src/evalset/produced.js'

function faultIn(args: unknown): string {
  try {
    readProduced({ output: 'done', toolCalls: [{ tool: 'map' }, { tool: 'web', args }] }, 'e.json > c1')
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
  return 'no fault'
}

const circle: { self?: unknown } = {}
circle.self = circle
const withGetter = {
  get page(): never {
    throw new Error('no page')
  },
}

test('a text is an output', () => {
  expect(readProduced('done', 'e.json > c1')).toEqual({ output: 'done' })
})

test('arguments of tool calls may be any plain JSON, or missing', () => {
  expect([undefined, null, 'x', { to: ['home', 1], via: undefined }].map(faultIn)).toEqual(Array(4).fill('no fault'))
})

test('tool calls that are not plain JSON are refused by case and place', () => {
  const faults = [
    1n,
    circle,
    withGetter,
    () => 1,
    Symbol('x'),
    { at: new Date(0) },
    [Number.NaN],
    new (class Page {})(),
  ]
  expect(faults.map(faultIn).join('\n')).toMatchInlineSnapshot(`
    "e.json > c1: expected \`toolCalls[1].args\` to be text or plain JSON, which has no bigint, but received 1.
    e.json > c1: expected \`toolCalls[1].args.self\` to be text or plain JSON, which does not hold itself, but received [object Object].
    e.json > c1: expected \`toolCalls[1].args.page\` to be text or plain JSON, which has no function, but received function get page.
    e.json > c1: expected \`toolCalls[1].args\` to be text or plain JSON, which has no function, but received function (anonymous).
    e.json > c1: expected \`toolCalls[1].args\` to be text or plain JSON, which has no symbol, but received Symbol(x).
    e.json > c1: expected \`toolCalls[1].args.at\` to be text or plain JSON, which has no Date, but received "1970-01-01T00:00:00.000Z".
    e.json > c1: expected \`toolCalls[1].args[0]\` to be text or plain JSON, which has no NaN, but received NaN.
    e.json > c1: expected \`toolCalls[1].args\` to be text or plain JSON, which has no Page, but received {}."
  `)
})

test.each<[string, unknown, unknown]>([
  ['plain figures', { input_tokens: 3, steps: [1, null] }, { input_tokens: 3, steps: [1, null] }],
  [
    'what JSON makes of a date and a missing field',
    { at: new Date(0), none: undefined },
    { at: '1970-01-01T00:00:00.000Z' },
  ],
  ['a field that is named __proto__', JSON.parse('{ "__proto__": 1 }'), JSON.parse('{ "__proto__": 1 }')],
  ['nothing of a function', () => 1, undefined],
  ['nothing of a bigint', { input_tokens: 3n }, undefined],
  ['nothing of what is longer than 16,384 characters', 'x'.repeat(16_384), undefined],
  ['nothing of what is nested without end', JSON.parse('['.repeat(5_000) + ']'.repeat(5_000)), undefined],
])('of usage is kept: %s', (_what, usage, kept) => {
  expect(keepUsage(usage)).toEqual(kept)
})

test('usage that holds itself, or breaks when it is read, fails nobody', () => {
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const broken = {
    get tokens(): number {
      throw new Error('no')
    },
  }
  expect([keepUsage(circle), keepUsage(broken)]).toEqual([undefined, undefined])
})
