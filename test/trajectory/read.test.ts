import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InputError } from '../../src/errors.js'
import { readTrajectory } from '../../src/trajectory/read.js'
import { cpuTime } from '../support/cpu.js'
import { stream } from './logs.js'
import { faultOf, told } from './told.js'

test('a result without its call takes nothing from a later call with the same id', () => {
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'n', input: {} }] }
  const result = (content: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] })
  const { toolCalls, unknown } = readTrajectory([use, result('1'), result('of nothing'), use, result('2')])
  expect(toolCalls.map(({ result_summary }) => result_summary)).toEqual(['1', '2'])
  expect(unknown).toEqual({ 'result without its call': 1 })
})

test('a log that was cut off keeps what it has, and says what it has not', () => {
  const lines = stream.map((entry) => JSON.stringify(entry))
  const cut = lines.join('\n').slice(0, lines.slice(0, 4).join('\n').length + 30)
  expect(told(`npm warn something\n${cut}`)).toMatchInlineSnapshot(`
    "claude-code: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> undefined
      {"output":"I look it up.","steps":2,"unknown":{"line of plain text":1,"line that is no JSON":1}}"
  `)
})

test('what a newer version writes is counted by kind, and never dropped', () => {
  const log = [
    ...stream,
    { type: 'hologram' },
    { type: 'hologram' },
    { type: '\u001b[31mred\n::error::' },
    {
      type: 'assistant',
      message: { id: 'q', role: 'assistant', content: [{ type: 'odour' }, { type: 'tool_use', id: 'z' }] },
    },
    {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'nobody', content: 'x' }] },
    },
  ]
  expect(readTrajectory(log).unknown).toMatchInlineSnapshot(`
    {
      "block odour": 1,
      "call without a name": 1,
      "entry [31mred ::error::": 1,
      "entry hologram": 2,
      "result without its call": 1,
    }
  `)
  const ui = [
    { role: 'user', content: 'x' },
    { role: 'assistant', parts: [{ type: 'tool-refund' }] },
  ]
  expect(readTrajectory(ui).unknown).toEqual({ 'field parts': 1, 'message without content': 1 })
})

test('what cannot be read is refused with what came and what there is', () => {
  expect(() => readTrajectory(42)).toThrowErrorMatchingInlineSnapshot(
    `[InputError: trajectory: expected it to be a .traj of SWE-agent, a run of tau-bench, the result, steps or messages of the AI SDK, a list of { tool, args, ... }, or { output, toolCalls, usage }, the stream-json output or a transcript of Claude Code, items of OpenAI Responses, a list of Anthropic messages, or a list of OpenAI chat messages, but received 42.]`,
  )
  const faults = [
    '',
    'I did it.',
    '"a text"',
    null,
    {},
    [{ a: 1 }],
    [{ role: 'model', parts: [] }],
    [
      { reward: 1, messages: [] },
      { reward: 0, messages: [] },
    ],
    Promise.resolve([]),
    { steps: Promise.resolve([]) },
    [{ tool: 'a' }, { name: 'b' }],
    { output: 'x' },
    { output: 'x', toolCalls: 'none' },
    stream.at(-1),
  ]
  expect(faults.map(faultOf).join('\n')).toMatchInlineSnapshot(`
    "trajectory: expected it to be FORMATS, but received "".
    trajectory: expected it to be FORMATS, but received "I did it.".
    trajectory: expected it to be FORMATS, but received "\\"a text\\"".
    trajectory: expected it to be FORMATS, but received null.
    trajectory: expected it to be FORMATS, but received {}.
    trajectory: expected it to be FORMATS, but received [{"a":1}].
    trajectory: expected it to be FORMATS, but received [{"role":"model","parts":[]}]. Not one entry is known: message of model.
    trajectory: expected it to be FORMATS, but received [{"reward":1,"messages":[]},{"reward":0,"messages":[]}]. This is a list of 2 runs: read them one at a time.
    trajectory: expected it to be FORMATS, but received a promise, which was not awaited. Await it first.
    trajectory: expected it to be FORMATS, but received {"steps":{}}. Its \`steps\` are a promise: give { steps: await result.steps }.
    trajectory: expected \`[1].tool\` to be a name, but received {"name":"b"}.
    trajectory: expected it to be a log with the calls in it, but received {"output":"x"}. Give \`toolCalls\` with it, empty when nothing was called.
    trajectory: expected \`toolCalls\` to be a list, but received "none". readTrajectory(log) makes one of the logs of agents and of lists of messages.
    trajectory: expected it to be a log with the calls in it, but received {"type":"result","subtype":"success","is_error":false,"duration_ms":4500,"num_tu… (+183 characters). This is the result alone: run claude with --output-format stream-json --verbose. readAgentUsage reads its tokens and cost."
  `)
})

test('size and depth end nothing: each is read or refused, and quickly', { timeout: 60_000 }, () => {
  const many = Array.from({ length: 20_000 }, (_, n) => n)
  const same = { id: 'a', function: { name: 'n', arguments: '{}' } }
  const log = [
    ...many.map(() => ({ role: 'assistant', content: null, tool_calls: [same] })),
    ...many.map(() => ({ role: 'tool', tool_call_id: 'a', content: 'x' })),
    ...many.map((n) => ({ role: `r${n}` })),
  ]
  const took = cpuTime(() => {
    const { toolCalls, unknown } = readTrajectory(log)
    expect(toolCalls.every((call) => call.result_summary === 'x')).toBe(true)
    expect([Object.keys(unknown).length, unknown.others]).toEqual([51, 19_950])
    expect(faultOf('no log\n'.repeat(200_000))).toContain('but received')
    expect(faultOf('['.repeat(100_000))).toContain('but received')
    const circle: { usage?: object } = {}
    circle.usage = circle
    expect(told([{ tool: 'a', args: circle.usage === circle }])).toContain('a(true)')
    expect(faultOf(circle)).toContain('but received')
  })
  expect(took).toBeLessThan(10_000)
})

test('a mark of the byte order and Windows line ends are no part of the log', () => {
  const lines = stream.map((entry) => JSON.stringify(entry))
  expect(told(`\uFEFF${lines.join('\r\n')}\r\n`)).toBe(told(stream))
})

test('property: any JSON is read or refused by name, and every call that stands there is there', () => {
  const entry = fc.oneof(
    fc.jsonValue(),
    fc.record({
      type: fc.constantFrom('assistant', 'user', 'function_call', 'result', '__proto__'),
      message: fc.jsonValue(),
    }),
    fc.record({
      role: fc.constantFrom('assistant', 'tool', 'user'),
      content: fc.jsonValue(),
      tool_calls: fc.jsonValue(),
    }),
  )
  fc.assert(
    fc.property(fc.oneof(fc.array(entry), fc.record({ steps: fc.jsonValue(), traj: fc.jsonValue() })), (log) => {
      try {
        expect(readTrajectory(JSON.stringify(log)).toolCalls.every(({ tool }) => typeof tool === 'string')).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(InputError)
      }
    }),
  )
  const calls = fc.array(fc.record({ tool: fc.string(), args: fc.jsonValue() }), { minLength: 1 })
  fc.assert(
    fc.property(calls, (list) => {
      expect(readTrajectory(JSON.stringify(list)).toolCalls).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})
