import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutMiddle, MAX_CALLS, MAX_FIELD, showToolCalls } from '../../src/trajectory/shorten.js'
import type { ToolCall } from '../../src/types.js'

const call = (n: number, change: Partial<ToolCall> = {}): ToolCall => ({
  tool: `tool${n}`,
  args: { n },
  result_summary: 'x'.repeat(1000),
  ...change,
})
const NOTE = /^\[\.\.\. /

/** Numbers of the calls that are shown, with the notes between them. */
function outline(shown: string): (number | string)[] {
  return shown.split('\n').map((line) => (NOTE.test(line) ? line : Number(/tool(\d+)/.exec(line)?.[1])))
}

describe('one call', () => {
  it('stays byte for byte where it is short, whatever its fields', () => {
    const odd = { tool: 'a', args: null, result_summary: '', extra: ['ü', 1], __proto__: null } as unknown as ToolCall
    expect(showToolCalls([odd, call(1)])).toBe([odd, call(1)].map((one) => JSON.stringify(one)).join('\n'))
  })

  it('keeps both ends of a long result, and says how much is missing', () => {
    const result_summary = `START${'.'.repeat(50_000)}END`
    const { result_summary: shown } = JSON.parse(showToolCalls([call(1, { result_summary })]))
    expect(shown).toMatch(/^START\.+\n\[\.\.\. 46072 characters left out here by the test framework \.\.\.\]\n\.+END$/)
    expect(shown.length).toBeLessThanOrEqual(MAX_FIELD)
  })

  it('cuts long texts in arguments and keeps the others; too many short ones become a text', () => {
    const args = { path: 'a.ts', content: 'c'.repeat(9_000), mode: 6 }
    const { args: shown } = JSON.parse(showToolCalls([call(1, { args })]))
    expect(shown).toMatchObject({ path: 'a.ts', mode: 6, content: expect.stringContaining('left out here') })
    const many = JSON.parse(showToolCalls([call(1, { args: { list: Array(5000).fill(7), last: 'END' } })]))
    expect(many.args).toMatch(/^\{"list":\[7,7.*left out here.*END"\}$/s)
  })
})

describe('many calls', () => {
  const errors = [40, 41, 150]
  const calls = Array.from({ length: 200 }, (_, n) => call(n, errors.includes(n) ? { error: 'E'.repeat(500) } : {}))

  it('keep their order, both ends and those that failed, and every gap says how many are missing', () => {
    const shown = showToolCalls(calls)
    expect(outline(shown).filter((line) => typeof line === 'string')).toMatchInlineSnapshot(`
      [
        "[... 145 of 200 calls left out below by the test framework ...]",
        "[... 14 calls left out here by the test framework ...]",
        "[... 108 calls left out here by the test framework ...]",
        "[... 23 calls left out here by the test framework ...]",
      ]
    `)
    const numbers = outline(shown).filter((line) => typeof line === 'number')
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(numbers).toEqual(expect.arrayContaining([0, 1, ...errors, 198, 199]))
    expect(shown.length).toBeLessThan(MAX_CALLS + 1000)
  })

  it('that all failed still leave room for none but themselves, from both ends', () => {
    const failed = calls.map((one) => ({ ...one, error: 'no' }))
    expect(outline(showToolCalls(failed)).slice(0, 3)).toEqual([expect.stringMatching(NOTE), 0, 1])
  })

  it('stay whole up to the limit', () => {
    const fitting = Array.from({ length: 50 }, (_, n) => call(n))
    expect(outline(showToolCalls(fitting))).toEqual([...fitting.keys()])
  })

  it('with ends that alone are too long show these ends', () => {
    const huge = { ...call(0), a: 'x'.repeat(4000) }
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(4000)]))
    expect(outline(showToolCalls([{ ...huge, ...fields }, call(1), { ...call(2), ...fields }]))).toEqual([
      '[... 1 of 3 calls left out below by the test framework ...]',
      0,
      '[... 1 call left out here by the test framework ...]',
      2,
    ])
  })

  it('property: the numbers in the notes add up', () => {
    const size = fc.record({ length: fc.nat(9000), failed: fc.boolean() })
    fc.assert(
      fc.property(fc.array(size, { maxLength: 60 }), (sizes) => {
        const list = sizes.map(({ length, failed }, n) =>
          call(n, { args: 'y'.repeat(length), ...(failed && { error: 'e' }) }),
        )
        const [head, ...rest] = showToolCalls(list)
          .split('\n')
          .filter((line) => NOTE.test(line))
        const sum = rest.reduce((total, note) => total + Number(/\d+/.exec(note)?.[0]), 0)
        expect(sum).toBe(Number(/\d+/.exec(head ?? '0')?.[0]))
      }),
      { numRuns: 30 },
    )
  })
})

it('property: a cut text has at most its length, begins and ends as the whole, and is cut no further', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const cut = cutMiddle(text, 120)
      expect(cut.length).toBeLessThanOrEqual(120)
      expect(cutMiddle(cut, 120)).toBe(cut)
      expect(text.startsWith(cut.split('\n[... ')[0] ?? '')).toBe(true)
      expect(/\p{Cs}/u.test(cut)).toBe(/\p{Cs}/u.test(text) && /\p{Cs}/u.test(cut))
    }),
  )
})
