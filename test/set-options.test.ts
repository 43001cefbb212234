import { expect, test } from 'vitest'
import { InputError } from '../src/errors.js'
import { checkPluginOptions } from '../src/options.js'
import { gateSettings, trialsOf } from '../src/set-options.js'

function messageOf(options: unknown): string {
  try {
    checkPluginOptions(options)
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as Error).message.replace('vitest-judge options: expected ', '')
  }
  return 'fine'
}

test.each([
  [{ trials: 0 }],
  [{ trials: 101 }],
  [{ sets: { a: { trials: 1.5 } } }],
  [{ gate: { pass: { min: 0.5 } } }],
  [{ gate: { pass: { at: 1, all: 1, min: 0.5 } } }],
  [{ trials: 3, gate: { pass: { at: 3, min: 80 } } }],
  [{ trials: 3, gate: { pass: { at: 4, min: 0.5 } } }],
  [{ gate: { pass: { all: 0.5, min: 0.5 } } }],
  [{ trials: 3, gate: { pass: { at: 3, min: 0.5 } }, sets: { a: { trials: 2 } } }],
  [{ gate: { noRegression: true } }],
  [{ baseline: 'latest', gate: { noRegression: [] } }],
  [{ sets: { a: { gate: { noRegression: ['x'] } } } }],
  [{ baseline: '' }],
])('options %j are refused with what to do', (options) => {
  expect(messageOf(options)).toMatchSnapshot()
})

test.each([
  [{ trials: 3, gate: { pass: { at: 3, min: 1 } } }],
  [{ gate: { pass: { all: 1, min: 0 } } }],
  [{ sets: { a: { trials: 5, gate: { pass: { all: 5, min: 0.5 } } } } }],
  [{ baseline: 'latest', gate: { noRegression: ['late'] } }],
])('options %j are taken', (options) => {
  expect(messageOf(options)).toBe('fine')
})

test('with a gate on trials case tests record, unless the user says otherwise', () => {
  const pass = { at: 1, min: 1 }
  expect([gateSettings().on, gateSettings({ pass }).on, gateSettings({ pass, on: 'case' }).on]).toEqual([
    ...['case', 'set', 'case'],
  ])
})

test('a set has its own trials, and one named as a member of every object has none by that', () => {
  const options = { trials: 2, sets: { a: { trials: 3 }, b: {} } }
  expect(['a', 'b', 'toString', '__proto__'].map((name) => trialsOf(name, options))).toEqual([3, 2, 2, 2])
})
