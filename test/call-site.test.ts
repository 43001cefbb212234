import type { RunnerTestFile } from 'vitest'
import { afterEach, expect, test } from 'vitest'
import { CallSite } from '../matchers/call-site.js'

const file = { filepath: import.meta.filename } as RunnerTestFile
const write = Error.prepareStackTrace

afterEach(() => {
  Error.prepareStackTrace = write
})

function call(): CallSite {
  return new CallSite(call)
}

test('a call is where it stands in the file, also again from the same place', () => {
  const lines = Array.from({ length: 3 }, () => call().lineIn(file))
  expect(lines).toEqual([17, 17, 17])
  expect([call().lineIn(file), call().lineIn(file)]).toEqual([19, 19])
  expect(call().lineIn({ ...file, filepath: 'other.ts' })).toBeUndefined()
})

test('an error is shown where the call stands', () => {
  const error = call().point(new TypeError('x'))
  expect(error.stack?.split('\n').slice(0, 2)).toEqual([
    'TypeError: x',
    expect.stringContaining('call-site.test.ts:24:'),
  ])
})

test('whoever writes stacks in another way gets no line, and no other error', () => {
  Error.prepareStackTrace = (_, frames) => frames
  const site = call()
  const [line, error] = [site.lineIn(file), site.point(new TypeError('x'))]
  expect(Error.prepareStackTrace).not.toBe(write)
  Error.prepareStackTrace = write
  expect([line, error.stack]).toEqual([undefined, 'TypeError: x'])
})
