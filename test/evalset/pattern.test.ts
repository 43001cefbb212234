import { expect, test } from 'vitest'
import { explainPattern, readPattern, searchPattern } from '../../src/evalset/pattern.js'
import { cpuTime } from '../support/cpu.js'

test.each([
  ['plain', null],
  ['prefire: x', null],
  ['re:a+', 'a+'],
  ['re: a+', 'a+'],
])('the pattern of %j is %j', (text, pattern) => {
  expect(readPattern(text)).toBe(pattern)
})

test('plain text and sound patterns have no fault', () => {
  expect([explainPattern('('), explainPattern('re:[a-z]+')]).toEqual([null, null])
})

test('a broken or empty pattern is explained', () => {
  expect([explainPattern('re:(?<x'), explainPattern('re:')]).toMatchInlineSnapshot(`
    [
      "Invalid regular expression: /(?<x/m: Invalid capture group name",
      "an empty pattern is found everywhere",
    ]
  `)
})

test.each([
  ['429', ['none', 'answers 429'], true],
  ['^429$', ['a\n429\nb'], true],
  ['too many', ['Too Many'], false],
  ['a', [], false],
])('%j in %j: %s', (pattern, texts, found) => {
  expect(searchPattern(pattern, texts)).toBe(found)
})

test('a pattern that backtracks without end is given up, however many texts there are', () => {
  const hostile = Array.from({ length: 20 }, () => `${'a'.repeat(60)}!`)
  expect(cpuTime(() => expect(searchPattern('^(a+)+$', hostile)).toBeNull())).toBeLessThan(3000)
})

test('a text before the one that takes too long may still answer', () => {
  expect(searchPattern('^(a+)+$', ['aaa', `${'a'.repeat(60)}!`])).toBe(true)
})
