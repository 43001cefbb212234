import { describe, expect, it, test } from 'vitest'
import { badInput, CallError, InputError, JudgeError, show, UnjudgedError } from '../src/errors.js'

test('every error is a JudgeError with its own name', () => {
  const errors = [new InputError('a'), new UnjudgedError('b'), new CallError('fatal', 'c'), new JudgeError('d')]
  expect(errors.map(String)).toEqual(['InputError: a', 'UnjudgedError: b', 'CallError: c', 'JudgeError: d'])
  expect(errors.every((error) => error instanceof JudgeError)).toBe(true)
})

test('a failed call tells its reason, and status, waiting time and cause only where there are any', () => {
  const cause = new Error('socket')
  const full = new CallError('overloaded', 'busy', { status: 529, retryAfterMs: 2000, cause })
  expect([full.reason, full.status, full.retryAfterMs, full.cause]).toEqual(['overloaded', 529, 2000, cause])
  const bare = new CallError('transient', 'cut')
  expect([bare.status, bare.retryAfterMs, 'cause' in bare]).toEqual([undefined, undefined, false])
})

test('an unjudged error tells its parts', () => {
  const part = { part: 'depth', reason: 'missing' as const, detail: 'it is missing' }
  expect(new UnjudgedError('x', [part]).parts).toEqual([part])
  expect(new UnjudgedError('x').parts).toEqual([])
})

describe('badInput', () => {
  it('says what, where, what was expected, what came and what to do', () => {
    const fault = { place: '`weight`', expected: 'above 0', received: -1 }
    expect(badInput('rubric', fault).message).toMatchInlineSnapshot(
      `"rubric: expected \`weight\` to be above 0, but received -1."`,
    )
    expect(badInput('rubric', { ...fault, hint: 'Leave it out.' }).message).toMatchInlineSnapshot(
      `"rubric: expected \`weight\` to be above 0, but received -1. Leave it out."`,
    )
  })

  it('puts line and column behind the file and onto the error', () => {
    const fault = { place: '`id`', expected: 'a text', received: null, line: 3, column: 7 }
    const error = badInput('evals/a.json', fault)
    expect(error.message).toMatchInlineSnapshot(`"evals/a.json:3:7: expected \`id\` to be a text, but received null."`)
    expect([error.line, error.column]).toEqual([3, 7])
    expect(badInput('a.jsonl', { place: 'it', expected: 'JSON', received: 'x', line: 3 }).message).toMatch(
      /^a.jsonl:3: /,
    )
  })
})

const loop: { self?: object } = {}
loop.self = loop

test.each<[unknown, string]>([
  ['a "b"\nc', '"a \\"b\\"\\nc"'],
  [7, '7'],
  [Number.NaN, 'NaN'],
  [Infinity, 'Infinity'],
  [10n, '10'],
  [null, 'null'],
  [undefined, 'undefined'],
  [Symbol('s'), 'Symbol(s)'],
  [function judge() {}, 'function judge'],
  [() => {}, 'function (anonymous)'],
  [{ a: [1, 'x'] }, '{"a":[1,"x"]}'],
  [[], '[]'],
  [loop, '[object Object]'],
  [{ toJSON: () => undefined }, '[object Object]'],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
])('show writes %o as %s', (value, text) => {
  expect(show(value)).toBe(text)
})

test('show writes what cannot be seen as its escape, where a value is quoted', () => {
  expect(show('claude\u200b-haiku\u00a0\u{e0041}\u3000')).toBe('"claude\\u200b-haiku\\u00a0\\u{e0041}\\u3000"')
  expect(show(['a\u2028b\u0085'])).toBe('["a\\u2028b\\u0085"]')
  expect(show(new Error('a\u200bb'))).toBe('Error: ab')
})

test('show writes a long value in short, on one line and without control characters', () => {
  expect(show('x'.repeat(200))).toBe(`"${'x'.repeat(79)}… (+122 characters)`)
  expect(show({ a: '\u001b[31m\u202e' }, 200)).toBe('{"a":"\\u001b[31m\\u202e"}')
})
