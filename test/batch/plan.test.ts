import fc from 'fast-check'
import { expect, it } from 'vitest'
import { groupRows } from '../../src/batch/plan.js'

const row = (bytes: number, base_url: string | null = null) => ({ bytes, base_url })

it.each([
  ['no rows', [], []],
  ['rows that fit', [4, 4, 2], [[4, 4, 2]]],
  ['too many bytes', [4, 7, 3, 1], [[4], [7, 3], [1]]],
  ['too many rows', [1, 1, 1, 1], [[1, 1, 1], [1]]],
  ['one that is too large alone', [1, 99, 1], [[1], [99], [1]]],
])('groups %s', (_, bytes, groups) => {
  const grouped = groupRows(
    bytes.map((one) => row(one)),
    { rows: 3, bytes: 10 },
  )
  expect(grouped.map((group) => group.map((one) => one.bytes))).toEqual(groups)
})

it('keeps addresses apart, and loses and doubles nothing', () => {
  const rows = fc.array(fc.tuple(fc.nat(20), fc.constantFrom(null, 'http://a', 'http://b')))
  fc.assert(
    fc.property(rows, (given) => {
      const all = given.map(([bytes, address]) => row(bytes, address))
      const groups = groupRows(all, { rows: 3, bytes: 20 })
      expect(new Set(groups.flat())).toEqual(new Set(all))
      expect(groups.flat()).toHaveLength(all.length)
      for (const group of groups) {
        expect(new Set(group.map(({ base_url }) => base_url)).size).toBe(1)
        expect(group.length).toBeLessThanOrEqual(3)
        expect(group.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(20)
      }
    }),
  )
})
