import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { argumentDifferences, showArguments } from '../../src/trajectory/arguments.js'
import {
  type CalledToolsOptions,
  type CallOrder,
  compareCalls,
  type ExpectedCall,
} from '../../src/trajectory/compare.js'
import type { ToolCall } from '../../src/types.js'
import { cpuTime } from '../support/cpu.js'

/** `a b:1` is a call of `a` and one of `b` with `{ n: 1 }`; `!` marks a failed one. */
const calls = (text: string): ToolCall[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [, tool = '', n, failed] = /^(\w+)(?::(\d))?(!)?$/.exec(word) ?? []
      return { tool, args: n === undefined ? {} : { n: Number(n) }, ...(failed && { error: 'no' }) }
    })
/** The same for expected ones, where no number leaves the arguments open. */
const wanted = (text: string): ExpectedCall[] =>
  calls(text).map(({ tool, args }) => (Object.keys(args as object).length === 0 ? { tool } : { tool, args }))

const ORDERS: readonly CallOrder[] = ['strict', 'unordered', 'superset', 'subset']

/** Names of the orders that hold. */
const holding = (expected: string, made: string, options: CalledToolsOptions = {}) =>
  ORDERS.filter((order) => compareCalls(wanted(expected), calls(made), { ...options, order }).holds).join(' ')

describe('orders', () => {
  it.each([
    ['a b', 'a b', 'strict unordered superset subset'],
    ['a b', 'b a', 'unordered superset subset'],
    ['a b', 'a b c', 'superset'],
    ['a b', 'c a b', 'superset'],
    ['a b', 'a', 'subset'],
    ['a b', '', 'subset'],
    ['', '', 'strict unordered superset subset'],
    ['', 'a', 'superset'],
    ['a a', 'a', 'subset'],
    ['a', 'a a', 'superset'],
    ['a:1', 'a:2', ''],
    ['a:1 a', 'a:2 a:1', 'unordered superset subset'],
    ['a a:1', 'a:1 a:2', 'unordered superset subset'],
    ['a a:1 a:2', 'a:2 a:1 a:3', 'unordered superset subset'],
  ])('expected %j, made %j: %s', (expected, made, orders) => {
    expect(holding(expected, made)).toBe(orders)
  })

  it('count the calls of some tools only, and those that did not fail', () => {
    expect(holding('a', 'x a y', { only: ['a', 'b'] })).toBe('strict unordered superset subset')
    expect(holding('a', 'x a b', { only: ['a', 'b'] })).toBe('superset')
    expect(holding('a', 'a! a', { ignoreFailed: true })).toBe('strict unordered superset subset')
    expect(holding('a', 'a! a')).toBe('superset')
    expect(compareCalls(wanted('a'), calls('x a! a'), { only: ['a'], ignoreFailed: true }).ignored).toBe(2)
  })

  it('know the share of the expected that was made, and of the made that was expected', () => {
    expect(compareCalls(wanted('a b c d'), calls('a b x'))).toMatchObject({ recall: 0.5, precision: 2 / 3 })
    expect(compareCalls([], [])).toMatchObject({ recall: 1, precision: 1 })
  })

  it('show what differs side by side', () => {
    const { calls: rows } = compareCalls(wanted('a b:1 c'), calls('a b:2 d c'))
    expect(rows.map(({ expected, received, same }) => [expected?.tool, received?.tool, same])).toEqual([
      ['a', 'a', true],
      ['b', 'b', false],
      [undefined, 'd', false],
      ['c', 'c', true],
    ])
    expect(rows[1]?.differences).toEqual(['n: expected 1, received 2'])
  })

  const word = fc.constantFrom('a', 'b', 'a:1', 'a:2', 'b:1')
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))

  it('property: what holds strictly holds in any order, and exactly is at least and at most', () => {
    fc.assert(
      fc.property(text, text, (expected, made) => {
        const held = holding(expected, made).split(' ')
        if (held.includes('strict')) expect(held).toContain('unordered')
        expect(held.includes('unordered')).toBe(held.includes('superset') && held.includes('subset'))
      }),
    )
  })

  it('property: no pairing in any order is missed', () => {
    const best = (expected: readonly ExpectedCall[], made: readonly ToolCall[]): number => {
      const [first, ...rest] = expected
      if (first === undefined) return 0
      const others = made.map((one, index) =>
        compareCalls([first], [one]).holds ? 1 + best(rest, made.toSpliced(index, 1)) : 0,
      )
      return Math.max(best(rest, made), ...others)
    }
    fc.assert(
      fc.property(text, text, (expected, made) => {
        const { calls: rows } = compareCalls(wanted(expected), calls(made), { order: 'unordered' })
        expect(rows.filter(({ same }) => same)).toHaveLength(best(wanted(expected), calls(made)))
      }),
    )
  })

  it('are quick with many calls, all alike or all different', { timeout: 60_000 }, () => {
    const took = cpuTime(() => {
      for (const order of ORDERS) {
        for (const other of ['a', 'b']) {
          const [some, more] = ['a', other].map((tool) => Array.from({ length: 1000 }, () => ({ tool, args: {} })))
          compareCalls(some ?? [], more ?? [], { order })
        }
      }
    })
    expect(took).toBeLessThan(5000)
  })
})

describe('arguments', () => {
  it.each<[unknown, unknown, boolean, readonly string[]]>([
    [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, false, []],
    [{ a: 1 }, { a: 1, b: undefined }, false, []],
    [{ a: 1 }, { a: 1, b: 2 }, false, ['b: expected nothing, received 2']],
    [{ a: 1 }, { a: 1, b: 2 }, true, []],
    [{ a: { b: 1 } }, { a: { b: 1, c: 2 } }, true, []],
    [{ a: [1] }, { a: [1, 2] }, true, ['a: expected [1], received [1,2]']],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2, c: 3 }] }, true, ['a[0].b: expected 1, received 2']],
    [{}, {}, false, []],
    [{}, [], false, ['arguments: expected {}, received []']],
    [{ a: null }, {}, true, ['a: expected null, received nothing']],
    ['ls', 'ls -l', false, ['arguments: expected "ls", received "ls -l"']],
    [
      { a: 1, b: 2, c: 3, d: 4 },
      {},
      false,
      ['a: expected 1, received nothing', 'b: expected 2, received nothing', 'c: expected 3, received nothing'],
    ],
    [{ constructor: 1 }, {}, true, ['constructor: expected 1, received nothing']],
    [{ a: expect.any(String), b: expect.stringContaining('x') }, { a: 'q', b: 'xy' }, false, []],
    [{ a: expect.any(String) }, { a: 7 }, false, ['a: expected Any<String>, received 7']],
  ])('expected %j, received %j, partial %j', (expected, received, partial, differences) => {
    expect(argumentDifferences(expected, received, partial)).toEqual(differences)
  })

  test('a function decides, of one call or of all', () => {
    const made = calls('a:5')
    const over = (limit: number): ExpectedCall => ({ tool: 'a', args: (args) => args.n > limit })
    expect(compareCalls([over(4)], made).holds).toBe(true)
    expect(compareCalls([over(5)], made).holds).toBe(false)
    const near = (received: unknown, expected: unknown, tool: string) =>
      tool === 'a' && Math.abs((received as { n: number }).n - (expected as { n: number }).n) < 2
    expect(compareCalls(wanted('a:4'), made, { args: near }).holds).toBe(true)
    expect(compareCalls(wanted('a:3'), made, { args: near }).holds).toBe(false)
  })

  test('a recorded run may be what is expected', () => {
    expect(compareCalls(calls('a:1 b!'), calls('a:1 b')).holds).toBe(true)
  })

  test('a function that says neither true nor false is an error, whatever it means', () => {
    const says = (value: unknown) => () =>
      compareCalls([{ tool: 'a', args: () => value as boolean }], calls('a'), { order: 'superset' })
    expect(says(Promise.resolve(true))).toThrow(
      'expected what the function for the arguments of a returns to be true or false, but received a promise, which was not awaited.',
    )
    expect(says(undefined)).toThrow('but received undefined.')
    expect(() => compareCalls([{ tool: 'a', args: (args) => args.no.such }], calls('a'))).toThrow(TypeError)
  })

  test('that hold themselves are refused', () => {
    const circle = () => {
      const own: { self?: object } = {}
      own.self = own
      return own
    }
    const call = (args: object) => [{ tool: 'a', args }]
    expect(() => compareCalls(call(circle()), call(circle()))).toThrow('nested at most 500 levels deep')
    expect(showArguments(circle())).toBe('[object Object]')
  })

  test('none are the same as an empty object', () => {
    expect(compareCalls([{ tool: 'a', args: {} }], [{ tool: 'a', args: undefined }]).holds).toBe(true)
    expect(compareCalls([{ tool: 'a', args: {} }], calls('a:1')).holds).toBe(false)
  })
})
