import { describe, expect, it } from 'vitest'
import { CallError } from '../../src/errors.js'
import { type FunctionModelOptions, functionModel } from '../../src/models/function.js'
import type { Usage } from '../../src/types.js'
import { outcomeOf, question } from '../support/claude-calls.js'
import { holdsTheContract, type Transport, type Turn } from './contract.js'

const usage: Usage = { input: 75, output: 20, cache_read: 40, cache_write: 30, cache_write_1h: 0 }

/** A function that plays the turns, and says its answers in a form of its own. */
function player(turns: readonly Turn[], say: (value: unknown) => unknown, tokens: object) {
  let asked = 0
  const judge: FunctionModelOptions['judge'] = async () => {
    const turn = turns[asked++]
    if (turn?.does === 'answer') return say(turn.value)
    if (turn?.does === 'refuse') return { stop: 'refused', ...tokens }
    return turn?.does === 'cut' ? { stop: 'truncated', ...tokens } : new Promise(() => {})
  }
  return { model: functionModel({ id: 'mine', judge }), asked: () => asked }
}

const forms: [form: string, say: (value: unknown) => unknown, usage: Usage | null][] = [
  ['the value', (value) => value, null],
  ['text', (value) => `My verdict:\n\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`, null],
  ['a reply', (value) => ({ stop: 'ok', value, usage }), usage],
  ['a reply with text only', (value) => ({ stop: 'unparsable', text: JSON.stringify(value), usage }), usage],
]
for (const [form, say, tokens] of forms) {
  holdsTheContract(`a function that gives ${form}`, async (turns): Promise<Transport> => {
    return { ...player(turns, say, tokens === null ? {} : { usage: tokens }), usage: tokens }
  })
}

const ask = (judge: FunctionModelOptions['judge'], signal = AbortSignal.timeout(5000)) =>
  outcomeOf(functionModel({ id: 'mine', judge }).judge(question, { signal }))

describe('the function', () => {
  it('is given the question and the signal', async () => {
    const { signal } = new AbortController()
    const calls: unknown[] = []
    await ask((...args) => calls.push(args), signal)
    expect(calls).toEqual([[question, { signal }]])
  })

  it('need not be asynchronous', async () => {
    expect(await ask(() => ({ score: 1 }))).toMatchObject({ stop: 'ok', value: { score: 1 }, servedBy: 'mine' })
  })

  it('leaves the question unjudged when it gives nothing', async () => {
    expect(await ask(() => undefined)).toMatchObject({ reason: 'rejected', message: 'mine gave no answer.' })
  })

  it('can say that the call may be tried again', async () => {
    expect(await ask(() => Promise.reject(new CallError('overloaded', 'busy', { retryAfterMs: 5 })))).toMatchObject({
      reason: 'overloaded',
      retryAfterMs: 5,
    })
  })

  it.each<[string, object]>([
    ['no name', { id: '', judge: () => 1 }],
    ['no function', { id: 'mine', judge: 'gpt' }],
  ])('is refused with %s', (_what, options) => {
    expect(() => functionModel(options as FunctionModelOptions)).toThrow(
      /^functionModel: expected `(?:id|judge)` to be a/,
    )
  })
})
