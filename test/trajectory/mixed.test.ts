/**
 * Logs that hold calls in several forms, or in a form that its format does not have: each call is read or counted.
 */
import { describe, expect, it, test } from 'vitest'
import { type CallOrder, compareCalls } from '../../src/trajectory/compare.js'
import { decideCalls } from '../../src/trajectory/decide.js'
import { checkLimits } from '../../src/trajectory/limits.js'
import { readTrajectory } from '../../src/trajectory/read.js'
import { countUnread } from '../../src/trajectory/unread.js'

const FORMS = {
  openai: (name: string) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: name, type: 'function', function: { name, arguments: '{}' } }],
  }),
  'old openai': (name: string) => ({ role: 'assistant', content: 'x', function_call: { name, arguments: '{}' } }),
  completion: (name: string) => ({ choices: [{ message: FORMS.openai(name) }] }),
  anthropic: (name: string) => ({ role: 'assistant', content: [{ type: 'tool_use', id: name, name, input: {} }] }),
  responses: (name: string) => ({ type: 'function_call', call_id: name, name, arguments: '{}' }),
  response: (name: string) => ({ object: 'response', output: [FORMS.responses(name)] }),
  'ai-sdk message': (name: string) => ({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: name, toolName: name, input: {} }],
  }),
  'ai-sdk step': (name: string) => ({
    finishReason: 'stop',
    content: [{ type: 'tool-call', toolCallId: name, toolName: name, input: {} }],
  }),
  'ai-sdk page': (name: string) => ({ role: 'assistant', parts: [{ type: `tool-${name}` }] }),
  'claude-code': (name: string) => ({
    type: 'assistant',
    message: { id: name, content: [{ type: 'tool_use', id: name, name, input: {} }] },
  }),
}
type Form = keyof typeof FORMS
const pairs = Object.keys(FORMS).flatMap((first) => Object.keys(FORMS).map((second) => [first, second] as [Form, Form]))

it.each(pairs)('%s and then %s: both calls are read or counted', (first, second) => {
  const { toolCalls, unknown } = readTrajectory([FORMS[first]('delete_all'), FORMS[second]('look_up')])
  expect(toolCalls.length + countUnread(unknown), JSON.stringify(unknown)).toBeGreaterThanOrEqual(2)
})

const danger = FORMS.openai('delete_all')
const { tool_calls } = danger

it.each<[string, unknown, Record<string, number>]>([
  ['choices beside messages', { messages: [danger], choices: [{ message: danger }] }, { 'field choices': 1 }],
  ['messages beside calls', { output: 'x', toolCalls: [], messages: [danger] }, { 'field messages': 1 }],
  ['messages beside steps', { steps: [FORMS['ai-sdk step']('a')], messages: [danger] }, { 'field messages': 1 }],
  ['two trajectories', { steps: [{ action: 'ls' }], trajectory: [{ action: 'rm' }] }, { 'field trajectory': 1 }],
  ['traj and messages', { traj: [danger], reward: 1, messages: [danger, danger] }, { 'field messages': 1 }],
  ['calls as an object', [{ role: 'assistant', tool_calls: tool_calls[0] }], { 'tool_calls that is no list': 1 }],
  [
    'calls as a text',
    [{ role: 'assistant', tool_calls: JSON.stringify(tool_calls) }],
    { 'tool_calls that is no list': 1 },
  ],
  ['a second choice', { choices: [{ message: danger }, { message: danger }] }, { 'further choice': 1 }],
  ['calls of a user', [{ role: 'user', content: 'x', tool_calls }, danger], { 'field tool_calls': 1 }],
  ['content that is no list', [{ role: 'assistant', content: { type: 'tool_use' } }], { 'content that is no list': 1 }],
  [
    'a block among the parts of a user',
    [danger, { role: 'user', content: [{ type: 'toolCall', name: 'x' }] }],
    { 'part toolCall': 1 },
  ],
  ['an action that is no text', { steps: [{ action: { command: 'rm' } }] }, { 'step without an action': 1 }],
  ['a reference to an item', [FORMS.responses('a'), { type: 'item_reference', id: 'x' }], { 'item item_reference': 1 }],
  [
    'a message that was put under the id of another',
    [
      { ...FORMS['claude-code']('a'), uuid: 'u' },
      { ...FORMS['claude-code']('delete_all'), uuid: 'u' },
    ],
    { 'entry with the uuid of another': 1 },
  ],
  [
    'calls that a step has beside its content',
    [{ finishReason: 'stop', content: [{ type: 'text', text: 'x' }], toolCalls: [{ toolCallId: '1', toolName: 'a' }] }],
    {},
  ],
])('%s', (_title, log, unknown) => {
  const run = readTrajectory(JSON.stringify(log))
  expect(run.unknown).toEqual(unknown)
  expect(run.toolCalls.length + countUnread(run.unknown)).toBeGreaterThan(0)
})

test('lines of plain text hold no calls, pieces of JSON may', () => {
  const { unknown } = readTrajectory(`npm warn old\n{"type":"assi\n${JSON.stringify(danger)}\nDone.\n`)
  expect(unknown).toEqual({ 'line of plain text': 2, 'line that is no JSON': 1 })
  expect(countUnread(unknown)).toBe(1)
})

describe('a verdict while something was not understood', () => {
  const call = (tool: string, result_summary?: string) => ({
    tool,
    args: {},
    ...(result_summary && { result_summary }),
  })
  const verdicts = (expected: string, made: string, ignoreFailed = false, result?: string) =>
    (['strict', 'unordered', 'superset', 'subset'] as CallOrder[])
      .map((order) => {
        const compared = compareCalls(
          [...expected].map((tool) => ({ tool })),
          [...made].map((tool) => call(tool, result)),
          { order, ignoreFailed },
        )
        return decideCalls(compared, { order, ignoreFailed }, 1)
      })
      .join(' ')

  it.each([
    ['ab', 'ab', 'unjudged unjudged pass unjudged'],
    ['ab', 'a', 'unjudged unjudged unjudged unjudged'],
    ['ab', 'ba', 'fail unjudged pass unjudged'],
    ['a', 'ax', 'fail fail pass fail'],
    ['ab', 'x', 'fail fail unjudged fail'],
    ['', '', 'unjudged unjudged pass unjudged'],
  ])('expected %j, made %j: %s', (expected, made, said) => {
    expect(verdicts(expected, made)).toBe(said)
    // A call whose result is not known may have failed, and then it would not count.
    const isOpen = made !== ''
    expect(verdicts(expected, made, true)).toBe(isOpen ? 'unjudged unjudged unjudged unjudged' : said)
    expect(verdicts(expected, made, true, 'done')).toBe(said)
  })

  it('a limit that is passed stays so, one that is not may yet be', () => {
    const run = readTrajectory([danger, { role: 'odd' }])
    const checked = checkLimits(run, { calls: 0, steps: 1, usd: 1 })
    expect(checked.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
      'steps unjudged',
      'calls fail',
      'usd unjudged',
    ])
  })
})

describe('several sessions of Claude Code behind each other', () => {
  const say = (session_id: string) => ({ ...FORMS['claude-code'](session_id), session_id })
  const end = (session_id: string, total_cost_usd: number, input_tokens: number) => ({
    type: 'result',
    subtype: 'success',
    session_id,
    total_cost_usd,
    usage: { input_tokens, output_tokens: 1 },
    duration_ms: 1000,
  })

  it('are summed, each with its last result', () => {
    const log = [say('a'), end('a', 1, 100), end('a', 5, 9000), say('b'), end('b', 0.5, 10)]
    expect(readTrajectory(log).usage).toEqual({ cost_usd: 5.5, input_tokens: 9010, output_tokens: 2, seconds: 3 })
  })

  it('say nothing of the whole while one has no result', () => {
    expect(readTrajectory([say('a'), say('b'), end('b', 0.5, 10)]).usage).toBeUndefined()
  })
})

it.each([
  [{ toolCalls: [null] }, '`toolCalls[0].tool` to be a name, but received null'],
  [{ unknown: null }, '`unknown` to be an object of counts, but received null'],
  [{ unknown: { x: -1 } }, '`unknown` to be an object of counts, but received {"x":-1}'],
  [{ steps: 'x' }, '`steps` to be a whole number from 0, or null, but received "x"'],
  [{ output: 7 }, '`output` to be a text, or absent, but received 7'],
  [{ usage: null }, '`usage` to be an object of numbers from 0'],
  [{ usage: { cost_usd: '1' } }, '`usage` to be an object of numbers from 0'],
])('a trajectory with %j is refused by name', (fields, said) => {
  const log = { format: 'openai', toolCalls: [], unknown: {}, steps: 1, ...fields }
  expect(() => readTrajectory(JSON.stringify(log))).toThrow(`expected ${said}`)
})
