import { describe, expect, it, test } from 'vitest'
import { readTrajectory } from '../../src/trajectory/read.js'
import { LOGS, transcript } from './logs.js'
import { told } from './told.js'

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

test('a message that comes block by block is one step, whose counts are known when it has ended', () => {
  const entry = (content: object, output_tokens: number, stop_reason: string | null) => ({
    type: 'assistant',
    message: { id: 'm', role: 'assistant', content: [content], stop_reason, usage: { input_tokens: 3, output_tokens } },
  })
  const log = [
    entry({ type: 'thinking', thinking: '...' }, 1, null),
    entry({ type: 'tool_use', id: 'a', name: 'Read', input: {} }, 1, null),
    entry({ type: 'tool_use', id: 'b', name: 'Read', input: {} }, 40, 'tool_use'),
  ]
  expect([log, log.slice(0, 2)].map(told).join('\n')).toMatchInlineSnapshot(`
    "claude-code: Read({}) -> undefined; Read({}) -> undefined
      {"steps":1,"usage":{"input_tokens":3,"output_tokens":40},"unknown":{}}
    claude-code: Read({}) -> undefined
      {"steps":1,"unknown":{}}"
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

test('a transcript that begins with a copy of another is not counted twice', () => {
  expect(told([...transcript, ...transcript])).toBe(told(transcript))
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
