import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digest, sharedDigest } from '../src/digest.js'

it.each([
  ['a text', 'abc', '6cc43f858fbb763301637b5af970e2a46b46f461f27e5a0f41e009c59b827b25'],
  ['an object, whatever the order of its keys', { b: 1, a: [2] }, digest({ a: [2], b: 1 })],
])('%s has the digest of its canonical JSON', (_, value, expected) => {
  expect(digest(value)).toBe(expected)
})

it('property: a shared digest is the digest, also when it is asked for again and after many others', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1, maxLength: 150 }), (values) => {
      for (const value of [...values, ...values]) expect(sharedDigest(value)).toBe(digest(value))
    }),
    { numRuns: 20 },
  )
})
