import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseMaterial, keepMaterial, MAX_KEPT } from '../../src/report/material.js'

const evalCase = { id: 'one', input: { order: 7 }, expected: 'paid back', labels: [], must_not: ['a', 'b'] }

it('keeps what the agent was given as text or JSON, what it is held against, and what it did', () => {
  const toolCalls = [{ tool: 'find', args: { id: 7 } }]
  expect(caseMaterial(evalCase, { output: 'done', diff: '+a', toolCalls, usage: 'not kept' })).toEqual({
    input: '{\n  "order": 7\n}',
    expected: 'paid back',
    must_not: 'a\nb',
    output: 'done',
    diff: '+a',
    tool_calls: '{"tool":"find","args":{"id":7}}',
  })
})

it('leaves out what is empty or absent', () => {
  expect(caseMaterial({ ...evalCase, input: '', must_not: [] })).toEqual({ expected: 'paid back' })
  expect(keepMaterial({ output: undefined, tool_calls: null })).toEqual({})
})

it('cuts the middle of a long text, keeps both ends and says how many characters are missing', () => {
  const { output = '' } = keepMaterial({ output: `START${'.'.repeat(1_000_000)}END` })
  expect(output).toMatch(/^START\.+\n\[\.\.\. 984074 characters left out here by the test framework \.\.\.\]\n\.+END$/)
})

it('never keeps more than the cap, and short texts byte for byte', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 3 * MAX_KEPT, size: 'max' })
  fc.assert(
    fc.property(texts, (output) => {
      const kept = keepMaterial({ output }).output ?? ''
      expect(kept.length).toBeLessThanOrEqual(MAX_KEPT)
      if (output.length <= MAX_KEPT) expect(kept).toBe(output)
    }),
  )
})
