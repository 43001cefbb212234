import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { argumentKey } from '../../src/trajectory/argument-key.js'
import { argumentDifferences } from '../../src/trajectory/arguments.js'
import { compareCalls, type ExpectedCall } from '../../src/trajectory/compare.js'
import { cpuTime } from '../support/cpu.js'

const many = <T>(count: number, args: (index: number) => T): { tool: string; args: T }[] =>
  Array.from({ length: count }, (_, index) => ({ tool: 't', args: args(index) }))
const numbered = (index: number) => ({ i: index })

it('property: two values have one key exactly when they have no differences', () => {
  const value = fc.anything({ maxDepth: 3, key: fc.constantFrom('a', 'b', '__proto__'), withBigInt: true })
  fc.assert(
    fc.property(value, value, (a, b) => {
      for (const [one, other] of [
        [a, b],
        [a, structuredClone(a)],
      ]) {
        const keys = [argumentKey(one), argumentKey(other)]
        if (keys.includes(null)) continue
        expect(keys[0] === keys[1]).toBe(argumentDifferences(one, other, false).length === 0)
      }
    }),
  )
})

it.each<[unknown, string | null]>([
  [{ b: [1, { d: null }], a: 'x', u: undefined }, '{"a":"x","b":[1,{"d":null}]}'],
  [-0, '0'],
  [[undefined, '1'], '[undefined,"1"]'],
  [Number.NaN, null],
  [{ a: expect.any(String) }, null],
  [() => true, null],
])('the key of %j is %j', (value, key) => {
  expect(argumentKey(value)).toBe(key)
})

test('what holds itself has no key', () => {
  const circle: { self?: object } = {}
  circle.self = circle
  expect(argumentKey(circle)).toBeNull()
})

test('property: functions, plain arguments and any arguments together miss no pair', () => {
  const made = fc.array(fc.nat(4), { maxLength: 6 })
  const wanted = fc.array(fc.oneof(fc.nat(4), fc.constant(null), fc.subarray([0, 1, 2, 3, 4])), { maxLength: 6 })
  const fits = (want: number | null | number[], n: number) =>
    want === null || want === n || (Array.isArray(want) && want.includes(n))
  const best = (wants: readonly (number | null | number[])[], ns: readonly number[]): number => {
    const [first, ...rest] = wants
    if (first === undefined) return 0
    const others = ns.map((n, index) => (fits(first, n) ? 1 + best(rest, ns.toSpliced(index, 1)) : 0))
    return Math.max(best(rest, ns), ...others)
  }
  const expectedOf = (want: number | null | number[]): ExpectedCall => ({
    tool: 't',
    args: want === null ? undefined : Array.isArray(want) ? (args) => want.includes(args.i) : { i: want },
  })
  fc.assert(
    fc.property(wanted, made, (wants, ns) => {
      const calls = ns.map((i) => ({ tool: 't', args: { i } }))
      const { calls: rows } = compareCalls(wants.map(expectedOf), calls, { order: 'unordered' })
      expect(rows.filter(({ same }) => same)).toHaveLength(best(wants, ns))
      expect(rows.filter(({ received }) => received).map(({ received }) => received)).toEqual(calls)
      expect(rows.filter(({ expected }) => expected)).toHaveLength(wants.length)
    }),
  )
})

test('twenty thousand calls are paired at once, the same or all different, with any arguments or plain ones', {
  tags: ['long'],
}, () => {
  const count = 20_000
  const made = many(count, numbered)
  const took = cpuTime(() => {
    expect(
      compareCalls(
        many(count, (i) => numbered(count - 1 - i)),
        made,
        { order: 'unordered' },
      ).recall,
    ).toBe(1)
    expect(
      compareCalls(
        many(count, (i) => numbered(-1 - i)),
        made,
        { order: 'subset' },
      ).recall,
    ).toBe(0)
    expect(
      compareCalls(
        many(count + 1, () => undefined),
        made,
        { order: 'superset' },
      ).recall,
    ).toBe(count / (count + 1))
  })
  expect(took).toBeLessThan(4000)
})

test('what only comparing can tell is compared 250,000 times for a tool, and not more', {
  tags: ['long'],
}, () => {
  const atMost = (count: number) => many(count, (i) => (args: { i: number }) => args.i <= i)
  const took = cpuTime(() => {
    expect(compareCalls(atMost(500).reverse(), many(500, numbered), { order: 'unordered' }).recall).toBe(1)
    expect(
      compareCalls(
        many(501, () => () => false),
        many(499, numbered),
        { order: 'unordered' },
      ).recall,
    ).toBe(0)
  })
  expect(took).toBeLessThan(10_000)
  expect(() =>
    compareCalls(atMost(501), many(500, numbered), { order: 'superset' }),
  ).toThrowErrorMatchingInlineSnapshot(
    `[InputError: toHaveCalledTools: expected the calls of t that are compared by a function, a matcher or \`partial\` to be at most 250000 pairs in any order, but received "501 expected and 500 made". Give names or plain arguments with \`args: 'exact'\`, or the order \`strict\`.]`,
  )
})

test('a long run in order is known for a part of another, however much lies between', () => {
  const some = many(600, numbered)
  const more = some.flatMap((call) => [call, { tool: 'x', args: {} }])
  expect(compareCalls(some, more)).toMatchObject({ recall: 1, precision: 0.5 })
  expect(compareCalls(more, some)).toMatchObject({ recall: 0.5, precision: 1 })
})
