import { describe, expect, it } from 'vitest'
import { familyNotice, familyOf } from '../../src/report/independence.js'
import type { CheckResult, SetResult } from '../../src/report/results.js'

it.each([
  ['claude-haiku-5-5', 'Claude'],
  ['us.anthropic.claude-opus-5-5-v1:0', 'Claude'],
  ['anthropic/claude_sonnet_5_5', 'Claude'],
  ['gpt-5', 'GPT'],
  ['openai/o3-mini', 'GPT'],
  ['models/gemini-3-pro', 'Gemini'],
  ['meta-llama/Llama-4-70B', 'Llama'],
  ['mistral-large', 'Mistral'],
  ['qwen3-32b', 'Qwen'],
  ['deepseek-v4', 'DeepSeek'],
  ['grok-5', 'Grok'],
  ['my-agent', null],
  ['foo3-beta', null],
  ['', null],
])('%s is of the family %s', (name, family) => {
  expect(familyOf(name)).toBe(family)
})

const check = (judgement: object) => ({ judgement }) as unknown as CheckResult
const set = (names: object) => names as SetResult

describe('the notice', () => {
  it('says once that judge and agent are of one family, however often they meet', () => {
    const checks = [
      check({ model: 'gpt-5', spec: 'agent-1' }),
      check({ model: 'claude-haiku-5-5', agent_model: 'claude-\u001bsonnet-5-5' }),
      check({ model: 'claude-haiku-5-5', spec: 'claude-opus-5-5' }),
    ]
    expect(familyNotice({ sets: [], checks })).toMatchInlineSnapshot(`
      [
        "Not independent: judge (claude-haiku-5-5) and agent (claude-sonnet-5-5) are both of the Claude family. Judges tend to rate their own kind higher; another family would be impartial.",
      ]
    `)
  })

  it.each<[string, SetResult[], CheckResult[], number]>([
    ['by the name of the agent in the task', [], [check({ model: 'gpt-5', spec: 'gpt-4o' })], 1],
    ['by one of two contestants', [], [check({ model: 'gpt-5', contestants: { 'gpt-4o': {}, human: {} } })], 1],
    ['of an eval set with several judges', [set({ judge_model: 'gpt-5, claude-x', agent_model: 'claude-y' })], [], 1],
    ['not of families that differ', [set({ judge_model: 'gpt-5', agent_model: 'claude-y' })], [], 0],
    ['not of an agent without a known name', [set({ judge_model: 'gpt-5' })], [check({ model: 'gpt-5' })], 0],
    ['not where no model judged', [], [check({ model: null, agent_model: 'gpt-5' })], 0],
  ])('comes %s', (_what, sets, checks, lines) => {
    expect(familyNotice({ sets, checks })).toHaveLength(lines)
  })
})
