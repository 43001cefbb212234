/**
 * The same short run in every format: the agent looks an order up, is refused a refund, and says so.
 */
import type { TrajectoryFormat } from '../../src/trajectory/trajectory.js'

const lookUp = { order: 7 }
const refund = { order: 7, amount: 20 }
const SAID = 'Order 7 is too old for a refund.'

const claudeBlocks = [
  [
    { type: 'text', text: 'I look it up.' },
    { type: 'tool_use', id: 't1', name: 'look_up', input: lookUp },
  ],
  [{ type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '40 days old' }] }],
  [{ type: 'tool_use', id: 't2', name: 'refund', input: refund }],
  [{ type: 'tool_result', tool_use_id: 't2', content: 'too old', is_error: true }],
  [{ type: 'text', text: SAID }],
]
const anthropicMessages = claudeBlocks.map((content, index) => ({
  role: index % 2 === 0 ? 'assistant' : 'user',
  content,
}))
const usages = [
  { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 90, cache_creation_input_tokens: 0 },
  { input_tokens: 20, output_tokens: 6, cache_read_input_tokens: 80, cache_creation_input_tokens: 20 },
  { input_tokens: 30, output_tokens: 7, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
]

/** As `claude -p --output-format stream-json --verbose` prints it. */
export const stream = [
  { type: 'system', subtype: 'init', session_id: 's', tools: ['look_up', 'refund'] },
  ...anthropicMessages.map((message, index) => ({
    type: message.role,
    message: {
      ...message,
      ...(index % 2 === 0 && { id: `m${index}`, stop_reason: null, usage: { output_tokens: 1 } }),
    },
    parent_tool_use_id: null,
  })),
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 4500,
    num_turns: 3,
    result: SAID,
    total_cost_usd: 0.02,
    usage: { input_tokens: 60, output_tokens: 18, cache_read_input_tokens: 170, cache_creation_input_tokens: 20 },
  },
]

/** As Claude Code keeps it under `~/.claude/projects`. */
export const transcript = [
  { type: 'summary', summary: 'A refund', leafUuid: 'u4' },
  { type: 'file-history-snapshot', messageId: 'u0', snapshot: {} },
  { type: 'user', uuid: 'u-', timestamp: '2026-11-30T10:00:00.000Z', message: { role: 'user', content: 'Refund 7' } },
  ...anthropicMessages.map((message, index) => ({
    type: message.role,
    uuid: `u${index}`,
    isSidechain: false,
    timestamp: `2026-11-30T10:00:0${index + 1}.000Z`,
    message: { ...message, ...(index % 2 === 0 && { id: `m${index}`, usage: usages[index / 2] }) },
  })),
]

const openaiMessages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Refund 7' },
  {
    role: 'assistant',
    content: 'I look it up.',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'look_up', arguments: JSON.stringify(lookUp) } }],
  },
  { role: 'tool', tool_call_id: 'c', content: '40 days old' },
  {
    role: 'assistant',
    content: null,
    // Some services count their ids from the start in every turn.
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'refund', arguments: JSON.stringify(refund) } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'Error: too old' },
  { role: 'assistant', content: SAID },
]

const responseItems = [
  { role: 'user', content: 'Refund 7' },
  { type: 'reasoning', summary: [] },
  { type: 'function_call', call_id: 'c1', name: 'look_up', arguments: JSON.stringify(lookUp) },
  { type: 'function_call_output', call_id: 'c1', output: '40 days old' },
  { type: 'mcp_call', id: 'c2', name: 'refund', arguments: JSON.stringify(refund), output: null, error: 'too old' },
  { type: 'function_call_output', call_id: 'c9', output: 'of no call' },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: SAID }] },
]

const call = (toolCallId: string, toolName: string, input: object) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
})
const aiSdkSteps = [
  {
    content: [
      { type: 'text', text: 'I look it up.' },
      call('c1', 'look_up', lookUp),
      { type: 'tool-result', toolCallId: 'c1', toolName: 'look_up', output: '40 days old' },
    ],
    finishReason: 'tool-calls',
    usage: { inputTokens: 100, outputTokens: 5, totalTokens: 105 },
    response: { timestamp: new Date('2026-11-30T10:00:01.000Z') },
  },
  {
    content: [call('c2', 'refund', refund), { type: 'tool-error', toolCallId: 'c2', error: new Error('too old') }],
    finishReason: 'tool-calls',
    usage: { inputTokens: 120, outputTokens: 6, totalTokens: 126 },
    response: { timestamp: new Date('2026-11-30T10:00:03.000Z') },
  },
  {
    content: [{ type: 'text', text: SAID }],
    finishReason: 'stop',
    usage: { inputTokens: 30, outputTokens: 7, totalTokens: 37 },
    response: { timestamp: new Date('2026-11-30T10:00:05.000Z') },
  },
]

/** As `generateText` gives it: fields are getters, and the one for structured output throws. */
class TextResult {
  get steps() {
    return aiSdkSteps
  }
  get totalUsage() {
    return { inputTokens: 250, outputTokens: 18 }
  }
  get output(): never {
    throw new Error('no output was asked for')
  }
}

const traj = {
  environment: 'swe_main',
  trajectory: [
    { action: 'look_up 7\n', observation: '40 days old', thought: 'I look it up.', response: '' },
    { action: 'FORCE=1 refund 7 20', observation: 'too old', thought: '', response: '' },
    { action: '', observation: 'no command', thought: 'Hm.', response: '' },
  ],
  history: [],
  info: {
    exit_status: 'submitted',
    submission: 'diff --git a/x b/x',
    model_stats: { tokens_sent: 250, tokens_received: 18, instance_cost: 0.02, api_calls: 3 },
  },
}

const ownCalls = [
  { tool: 'look_up', args: lookUp, result_summary: '40 days old', timestamp: '2026-11-30T10:00:01Z' },
  { tool: 'refund', args: refund, error: 'too old', timestamp: '2026-11-30T10:00:03Z' },
]

/** By title; `format` is what has to be detected. */
export const LOGS: readonly { readonly title: string; readonly format: TrajectoryFormat; readonly log: unknown }[] = [
  { title: 'stream-json', format: 'claude-code', log: stream.map((entry) => JSON.stringify(entry)).join('\n') },
  { title: 'stream-json as one list', format: 'claude-code', log: stream },
  {
    title: 'a transcript',
    format: 'claude-code',
    log: `${transcript.map((entry) => JSON.stringify(entry)).join('\r\n')}\r\n`,
  },
  { title: 'Anthropic messages', format: 'anthropic', log: anthropicMessages },
  { title: 'OpenAI messages', format: 'openai', log: openaiMessages },
  {
    title: 'OpenAI messages in an object',
    format: 'openai',
    log: { messages: openaiMessages, usage: { prompt_tokens: 250, completion_tokens: 18 } },
  },
  { title: 'OpenAI Responses', format: 'openai-responses', log: responseItems },
  { title: 'a result of the AI SDK', format: 'ai-sdk', log: new TextResult() },
  { title: 'steps of the AI SDK', format: 'ai-sdk', log: aiSdkSteps },
  { title: 'SWE-agent', format: 'swe-agent', log: JSON.stringify(traj) },
  { title: 'tau-bench', format: 'tau-bench', log: { task_id: 3, reward: 0, info: {}, traj: openaiMessages, trial: 0 } },
  { title: 'a list of calls', format: 'tool-calls', log: ownCalls },
  {
    title: 'what a subject returns',
    format: 'tool-calls',
    log: { output: SAID, toolCalls: ownCalls, usage: { promptTokens: 250, completionTokens: 18 } },
  },
]
