import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { InputError } from '../../src/errors.js'
import { readTrajectory } from '../../src/trajectory/read.js'
import { LOGS, stream, transcript } from './logs.js'

/** One line a run: calls with arguments and what came, then the rest. */
function told(log: unknown): string {
  const { format, toolCalls, output, usage, steps, unknown } = readTrajectory(log)
  const calls = toolCalls.map(
    ({ tool, args, result_summary, error, timestamp }) =>
      `${tool}(${JSON.stringify(args)}) -> ${error === undefined ? result_summary : `failed: ${error}`}${timestamp ? ` at ${timestamp.slice(14, 19)}` : ''}`,
  )
  return [`${format}: ${calls.join('; ')}`, `  ${JSON.stringify({ output, steps, usage, unknown })}`].join('\n')
}

function faultOf(log: unknown): string {
  try {
    return told(log)
  } catch (error) {
    if (error instanceof InputError)
      return error.message.replace(/to be a \.traj.* messages, but/, 'to be FORMATS, but')
    throw error
  }
}

describe.each(LOGS)('$title', ({ format, log }) => {
  it('is known by itself', () => {
    expect(readTrajectory(log).format).toBe(format)
  })

  it('is read the same from its JSON', () => {
    if (format === 'ai-sdk' || typeof log === 'string') return
    expect(readTrajectory(JSON.stringify(log))).toEqual(readTrajectory(log))
  })

  it('stays as it is when it is read again', () => {
    const trajectory = readTrajectory(log)
    expect(readTrajectory(trajectory)).toEqual(trajectory)
    expect(readTrajectory(JSON.stringify(trajectory))).toEqual(trajectory)
  })
})

test('every format gives the same two calls, with what came of them', () => {
  expect(LOGS.map(({ title, log }) => `${title}\n${told(log)}`).join('\n')).toMatchInlineSnapshot(`
    "stream-json
    claude-code: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> failed: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"usage":{"input_tokens":250,"output_tokens":18,"cost_usd":0.02,"seconds":4.5},"unknown":{}}
    stream-json as one list
    claude-code: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> failed: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"usage":{"input_tokens":250,"output_tokens":18,"cost_usd":0.02,"seconds":4.5},"unknown":{}}
    a transcript
    claude-code: look_up({"order":7}) -> 40 days old at 00:01; refund({"order":7,"amount":20}) -> failed: too old at 00:03
      {"output":"Order 7 is too old for a refund.","steps":3,"usage":{"seconds":5,"input_tokens":250,"output_tokens":18},"unknown":{}}
    Anthropic messages
    anthropic: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> failed: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"unknown":{}}
    OpenAI messages
    openai: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> Error: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"unknown":{}}
    OpenAI messages in an object
    openai: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> Error: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"usage":{"input_tokens":250,"output_tokens":18},"unknown":{}}
    OpenAI Responses
    openai-responses: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> failed: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"unknown":{"result without its call":1}}
    a result of the AI SDK
    ai-sdk: look_up({"order":7}) -> 40 days old at 00:01; refund({"order":7,"amount":20}) -> failed: Error: too old at 00:03
      {"output":"Order 7 is too old for a refund.","steps":3,"usage":{"seconds":4,"input_tokens":250,"output_tokens":18},"unknown":{}}
    steps of the AI SDK
    ai-sdk: look_up({"order":7}) -> 40 days old at 00:01; refund({"order":7,"amount":20}) -> failed: Error: too old at 00:03
      {"output":"Order 7 is too old for a refund.","steps":3,"usage":{"seconds":4,"input_tokens":250,"output_tokens":18},"unknown":{}}
    SWE-agent
    swe-agent: look_up({"command":"look_up 7"}) -> 40 days old; refund({"command":"FORCE=1 refund 7 20"}) -> too old
      {"output":"diff --git a/x b/x","steps":3,"usage":{"input_tokens":250,"output_tokens":18,"cost_usd":0.02},"unknown":{}}
    tau-bench
    tau-bench: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> failed: Error: too old
      {"output":"Order 7 is too old for a refund.","steps":3,"unknown":{}}
    a list of calls
    tool-calls: look_up({"order":7}) -> 40 days old at 00:01; refund({"order":7,"amount":20}) -> failed: too old at 00:03
      {"steps":null,"usage":{"seconds":2},"unknown":{}}
    what a subject returns
    tool-calls: look_up({"order":7}) -> 40 days old at 00:01; refund({"order":7,"amount":20}) -> failed: too old at 00:03
      {"output":"Order 7 is too old for a refund.","steps":null,"usage":{"seconds":2,"input_tokens":250,"output_tokens":18},"unknown":{}}"
  `)
})

test('a message that comes block by block is one step, and its last token counts are the whole ones', () => {
  const entry = (content: object, output_tokens: number) => ({
    type: 'assistant',
    message: { id: 'm', role: 'assistant', content: [content], usage: { input_tokens: 3, output_tokens } },
  })
  const log = [
    entry({ type: 'thinking', thinking: '...' }, 1),
    entry({ type: 'tool_use', id: 'a', name: 'Read', input: {} }, 1),
    entry({ type: 'tool_use', id: 'b', name: 'Read', input: {} }, 40),
  ]
  expect(told(log)).toMatchInlineSnapshot(`
    "claude-code: Read({}) -> undefined; Read({}) -> undefined
      {"steps":1,"usage":{"input_tokens":3,"output_tokens":40},"unknown":{}}"
  `)
})

test('calls of subagents count, and what they say is not what the agent said', () => {
  const main = {
    type: 'assistant',
    message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
  }
  const inner = {
    type: 'assistant',
    parent_tool_use_id: 't9',
    message: {
      id: 'n',
      role: 'assistant',
      content: [
        { type: 'text', text: 'Found.' },
        { type: 'tool_use', id: 'x', name: 'Grep', input: {} },
      ],
    },
  }
  expect(told([main, inner])).toMatchInlineSnapshot(`
    "claude-code: Grep({}) -> undefined
      {"output":"Done.","steps":2,"unknown":{}}"
  `)
})

test('the transcript of a subagent alone has an output', () => {
  const own = transcript.map((entry) => ({ ...entry, isSidechain: true }))
  expect(told(own)).toBe(told(transcript))
})

test('a result without its call takes nothing from a later call with the same id', () => {
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'n', input: {} }] }
  const result = (content: string) => ({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] })
  const { toolCalls, unknown } = readTrajectory([use, result('1'), result('of nothing'), use, result('2')])
  expect(toolCalls.map(({ result_summary }) => result_summary)).toEqual(['1', '2'])
  expect(unknown).toEqual({ 'result without its call': 1 })
})

test('a transcript that begins with a copy of another is not counted twice', () => {
  expect(told([...transcript, ...transcript])).toBe(told(transcript))
})

test('a log that was cut off keeps what it has, and says what it has not', () => {
  const lines = stream.map((entry) => JSON.stringify(entry))
  const cut = lines.join('\n').slice(0, lines.slice(0, 4).join('\n').length + 30)
  expect(told(`npm warn something\n${cut}`)).toMatchInlineSnapshot(`
    "claude-code: look_up({"order":7}) -> 40 days old; refund({"order":7,"amount":20}) -> undefined
      {"output":"I look it up.","steps":2,"usage":{"input_tokens":220,"output_tokens":11},"unknown":{"line that is no JSON":2}}"
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
  expect(readTrajectory(ui).unknown).toEqual({ 'message without content': 1 })
})

test('built-in tools of OpenAI and of Anthropic are calls too', () => {
  const responses = {
    object: 'response',
    output: [
      { type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'x' } },
      {
        type: 'code_interpreter_call',
        id: 'k',
        code: '1+1',
        container_id: 'q',
        outputs: [{ type: 'logs', logs: '2' }],
      },
      { type: 'custom_tool_call', call_id: 'u', name: 'sql', input: 'select 1' },
      { type: 'custom_tool_call_output', call_id: 'u', output: '1' },
      { type: 'file_search_call', id: 'f', status: 'failed', queries: ['y'], results: null },
    ],
    usage: { input_tokens: 9, output_tokens: 2, input_tokens_details: { cached_tokens: 4 } },
  }
  const anthropic = {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 's',
        content: { type: 'web_search_tool_result_error', error_code: 'max' },
      },
    ],
    usage: { input_tokens: 1, output_tokens: 2 },
  }
  expect([responses, anthropic].map(told).join('\n')).toMatchInlineSnapshot(`
    "openai-responses: web_search({"action":{"type":"search","query":"x"}}) -> undefined; code_interpreter({"code":"1+1","container_id":"q"}) -> [{"type":"logs","logs":"2"}]; sql("select 1") -> 1; file_search({"queries":["y"]}) -> failed: it failed and said nothing
      {"steps":1,"usage":{"input_tokens":9,"output_tokens":2},"unknown":{}}
    anthropic: web_search({"query":"x"}) -> failed: {"type":"web_search_tool_result_error","error_code":"max"}
      {"steps":1,"usage":{"input_tokens":1,"output_tokens":2},"unknown":{}}"
  `)
})

test('older and other spellings: functions, messages of LangChain and of the AI SDK, steps of version 4', () => {
  const functions = [
    { role: 'assistant', content: null, function_call: { name: 'find', arguments: 'not json' } },
    { role: 'function', name: 'find', content: 'found' },
  ]
  const langChain = [
    { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'find', args: { q: 1 } }] },
    { role: 'tool', tool_call_id: '1', content: 'found' },
  ]
  const completion = {
    object: 'chat.completion',
    choices: [{ message: langChain[0] }],
    usage: { prompt_tokens: 4, completion_tokens: 1 },
  }
  const messages = [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '1', toolName: 'find', input: { q: 1 } }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: '1', output: { type: 'error-text', value: 'lost' } }],
    },
  ]
  const steps = {
    steps: [
      {
        text: 'Hm.',
        finishReason: 'stop',
        toolCalls: [{ toolCallId: '1', toolName: 'find', args: { q: 1 } }],
        toolResults: [{ toolCallId: '1', toolName: 'find', result: { hits: 2 } }],
        usage: { promptTokens: 4, completionTokens: Number.NaN },
      },
    ],
  }
  expect([functions, langChain, completion, messages, steps].map(told).join('\n')).toMatchInlineSnapshot(`
    "openai: find("not json") -> found
      {"steps":1,"unknown":{}}
    openai: find({"q":1}) -> found
      {"steps":1,"unknown":{}}
    openai: find({"q":1}) -> undefined
      {"steps":1,"usage":{"input_tokens":4,"output_tokens":1},"unknown":{}}
    ai-sdk: find({"q":1}) -> failed: lost
      {"steps":1,"unknown":{}}
    ai-sdk: find({"q":1}) -> {"hits":2}
      {"output":"Hm.","steps":1,"usage":{"input_tokens":4},"unknown":{}}"
  `)
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

test('size and depth end nothing: each is read or refused, and quickly', () => {
  const started = performance.now()
  const many = Array.from({ length: 50_000 }, (_, n) => n)
  const same = { id: 'a', function: { name: 'n', arguments: '{}' } }
  const log = [
    ...many.map(() => ({ role: 'assistant', content: null, tool_calls: [same] })),
    ...many.map(() => ({ role: 'tool', tool_call_id: 'a', content: 'x' })),
    ...many.map((n) => ({ role: `r${n}` })),
  ]
  const { toolCalls, unknown } = readTrajectory(log)
  expect(toolCalls.every((call) => call.result_summary === 'x')).toBe(true)
  expect([Object.keys(unknown).length, unknown.others]).toEqual([51, 49_950])
  expect(faultOf('no log\n'.repeat(500_000))).toContain('but received')
  expect(faultOf('['.repeat(100_000))).toContain('but received')
  const circle: { usage?: object } = {}
  circle.usage = circle
  expect(told([{ tool: 'a', args: circle.usage === circle }])).toContain('a(true)')
  expect(faultOf(circle)).toContain('but received')
  expect(performance.now() - started).toBeLessThan(10_000)
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
