import { expect, it } from 'vitest'
import { CallError } from '../../src/errors.js'
import { scriptedModel } from '../../src/models/scripted.js'
import { question } from '../support/claude-calls.js'

const options = { signal: new AbortController().signal }
const usage = { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }

it.each([
  [{ score: 3 }, '{"score":3}'],
  [{ stop: 'here' }, '{"stop":"here"}'],
  ['text', '"text"'],
  [null, 'null'],
  [false, 'false'],
  [[1], '[1]'],
])('answers %j as the value of a whole reply', async (value, text) => {
  const model = scriptedModel({ reply: [value] })
  expect(await model.judge(question, options)).toEqual({ stop: 'ok', value, text, usage, servedBy: 'scripted' })
})

it('completes a reply that is given in part', async () => {
  const spent = { ...usage, output: 9 }
  const model = scriptedModel({
    id: 'judge-1',
    reply: [
      { stop: 'truncated', text: '{"sc', usage: spent },
      { stop: 'ok', value: { score: 1 }, servedBy: 'judge-2' },
      { stop: 'refused', detail: 'category: bio' },
    ],
  })
  expect([
    await model.judge(question, options),
    await model.judge(question, options),
    await model.judge(question, options),
  ]).toEqual([
    { stop: 'truncated', value: null, text: '{"sc', usage: spent, servedBy: 'judge-1' },
    { stop: 'ok', value: { score: 1 }, text: '{"score":1}', usage, servedBy: 'judge-2' },
    { stop: 'refused', value: null, text: '', detail: 'category: bio', usage, servedBy: 'judge-1' },
  ])
})

it('asks a function with the question and its number', async () => {
  const model = scriptedModel({ reply: async ({ label }, index) => `${label} ${index}` })
  const texts = [await model.judge(question, options), await model.judge(question, options)]
  expect(texts.map(({ value }) => value)).toEqual(['a question 0', 'a question 1'])
})

it('fails as the script says', async () => {
  const busy = new CallError('overloaded', 'busy', { retryAfterMs: 5 })
  const thrown = new Error('a mistake in the script')
  const throws = () => {
    throw thrown
  }
  await expect(scriptedModel({ reply: [busy] }).judge(question, options)).rejects.toBe(busy)
  await expect(scriptedModel({ reply: async () => busy }).judge(question, options)).rejects.toBe(busy)
  await expect(scriptedModel({ reply: throws }).judge(question, options)).rejects.toBe(thrown)
})

it('fails where the script has no answer', async () => {
  const model = scriptedModel({ reply: ['only one'] })
  await model.judge(question, options)
  await expect(model.judge(question, options)).rejects.toThrowErrorMatchingInlineSnapshot(
    `[CallError: scripted: the script has no answer to question 1 (a question).]`,
  )
  await expect(model.judge(question, options)).rejects.toMatchObject({ reason: 'rejected' })
})

it('ends with its signal', async () => {
  const model = scriptedModel({ reply: () => new Promise(() => {}) })
  const late = new AbortController()
  const waiting = model.judge(question, { signal: late.signal })
  late.abort()
  await expect(waiting).rejects.toMatchObject({ reason: 'aborted' })
  await expect(model.judge(question, { signal: AbortSignal.abort() })).rejects.toMatchObject({ reason: 'aborted' })
})

it('has its own name and settings', () => {
  const { id, settings } = scriptedModel({ id: 'judge-1', settings: { effort: 'low' }, reply: [] })
  expect({ id, settings }).toEqual({ id: 'judge-1', settings: { effort: 'low' } })
})

it('marks written samples, and only those', async () => {
  expect(await scriptedModel({ reply: [1], sample: true }).judge(question, options)).toHaveProperty('sample', true)
  expect(await scriptedModel({ reply: [1] }).judge(question, options)).not.toHaveProperty('sample')
})
