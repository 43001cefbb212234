import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { brokerOptions, type Environment } from '../src/config.js'
import { scriptedModel } from '../src/models/scripted.js'
import type { JudgeOptions } from '../src/options.js'
import { gateSettings } from '../src/set-options.js'
import { messageOf } from './support/message-of.js'

const root = resolve('project')

function chosen(options: JudgeOptions = {}, env: Environment = {}) {
  const { identity, model, priceOf, ...rest } = brokerOptions(options, env, root)
  return { ...rest, ...identity, asks: model?.id ?? null }
}

describe('brokerOptions', () => {
  it('has defaults for everything', () => {
    const { recordingsDir, ...rest } = chosen()
    expect(recordingsDir).toBe(join(root, 'evals', 'recordings'))
    expect(rest).toMatchInlineSnapshot(`
      {
        "alias": "tier-fast",
        "asks": null,
        "batch": null,
        "budget": {},
        "cacheMinimum": 512,
        "claude": [Function],
        "concurrency": 6,
        "deadline": 120000,
        "dryRun": false,
        "maxOutage": 300000,
        "maxRetryAfter": 120000,
        "model": "claude-haiku-5-5",
        "recordPrompts": false,
        "recordings": "auto",
        "settings": {
          "effort": "low",
          "thinking": "disabled",
        },
      }
    `)
  })

  it('names models of Claude with the run’s key, whatever the run’s judge is', () => {
    const { claude } = brokerOptions({ apiKey: 'test-key', judge: scriptedModel({ reply: [] }) }, {}, root)
    expect(claude('tier-best')).toMatchObject({
      identity: { model: 'claude-opus-5-5', settings: { effort: 'medium' }, alias: 'tier-best' },
      model: { id: 'claude-opus-5-5' },
    })
    expect(claude('tier-best')).toBe(claude('tier-best'))
    expect(brokerOptions({}, {}, root).claude('claude-next')).toEqual({
      identity: { model: 'claude-next', settings: {} },
      model: null,
    })
  })

  test.each<[string, JudgeOptions, Environment, object]>([
    ['the key of the environment', {}, { ANTHROPIC_API_KEY: 'test-key' }, { asks: 'claude-haiku-5-5' }],
    ['the key of the options', { apiKey: 'test-key' }, {}, { asks: 'claude-haiku-5-5' }],
    ['no empty key', { apiKey: '' }, { ANTHROPIC_API_KEY: '' }, { asks: null }],
    ['the tier of the options', { judgeModel: 'tier-best' }, {}, { model: 'claude-opus-5-5' }],
    [
      'the model of the environment before that of the options',
      { judgeModel: 'tier-best' },
      { VITEST_JUDGE_MODEL: 'tier-balanced' },
      { model: 'claude-sonnet-5-5' },
    ],
    [
      'a model that is not in the table, without settings',
      { judgeModel: 'claude-next' },
      {},
      { model: 'claude-next', settings: {} },
    ],
    ['the limit of the options', { concurrency: 20 }, {}, { concurrency: 20 }],
    ['the limit of the environment', { concurrency: 20 }, { VITEST_JUDGE_CONCURRENCY: '2' }, { concurrency: 2 }],
    ['recordings of the options', { recordings: 'replay' }, {}, { recordings: 'replay' }],
    [
      'recordings of the environment',
      { recordings: 'replay' },
      { VITEST_JUDGE_RECORDINGS: 'record' },
      { recordings: 'record' },
    ],
    [
      'no empty variable',
      { concurrency: 3, recordings: 'off' },
      { VITEST_JUDGE_CONCURRENCY: '', VITEST_JUDGE_RECORDINGS: '' },
      { concurrency: 3, recordings: 'off' },
    ],
    ['a folder below the root', { recordingsDir: 'x/y' }, {}, { recordingsDir: join(root, 'x', 'y') }],
    ['a folder anywhere', { recordingsDir: resolve('elsewhere') }, {}, { recordingsDir: resolve('elsewhere') }],
    ['times', { deadline: 5, maxOutage: 6 }, {}, { deadline: 5, maxOutage: 6 }],
    ['a dry run', {}, { VITEST_JUDGE_DRY_RUN: '1' }, { dryRun: true }],
    ['a dry run in words', {}, { VITEST_JUDGE_DRY_RUN: 'true' }, { dryRun: true }],
    ['no dry run', {}, { VITEST_JUDGE_DRY_RUN: 'false' }, { dryRun: false }],
    [
      'no model where judging is deterministic, and no recordings',
      { judge: 'deterministic', apiKey: 'test-key', recordings: 'replay' },
      { VITEST_JUDGE_RECORDINGS: 'record' },
      { model: 'deterministic', asks: null, recordings: 'off' },
    ],
  ])('takes %s', (_what, options, env, wanted) => {
    expect(chosen(options, env)).toMatchObject(wanted)
  })

  it('takes a judge of the user’s own, before any model of the environment', () => {
    const judge = scriptedModel({ id: 'mine', settings: { mood: 'mild' }, reply: [] })
    expect(brokerOptions({ judge }, { VITEST_JUDGE_MODEL: 'tier-best' }, root)).toMatchObject({
      identity: { model: 'mine', settings: { mood: 'mild' } },
      model: judge,
      cacheMinimum: null,
    })
  })

  it('refuses variables of the environment that are wrong', () => {
    const withEnv = (env: Environment) => messageOf(() => chosen({}, env))
    expect([
      ...['0', '-1', '2.5', 'many', '1e9'].map((value) => withEnv({ VITEST_JUDGE_CONCURRENCY: value })),
      withEnv({ VITEST_JUDGE_RECORDINGS: 'repaly' }),
      withEnv({ VITEST_JUDGE_DRY_RUN: 'no' }),
      withEnv({ VITEST_JUDGE_RECORDING: 'replay' }),
      withEnv({ VITEST_JUDGE_MODEL: 'tier-cheap' }),
      ...['claude-next\n', 'claude next', '\u001b[31mclaude', '\u202eclaude', ' '].map((value) =>
        withEnv({ VITEST_JUDGE_MODEL: value }),
      ),
      messageOf(() => chosen({ judgeModel: 'claude-next\r\n' })),
    ]).toMatchInlineSnapshot(`
      [
        "environment: expected \`VITEST_JUDGE_CONCURRENCY\` to be a whole number from 1, but received "0".",
        "environment: expected \`VITEST_JUDGE_CONCURRENCY\` to be a whole number from 1, but received "-1".",
        "environment: expected \`VITEST_JUDGE_CONCURRENCY\` to be a whole number from 1, but received "2.5".",
        "environment: expected \`VITEST_JUDGE_CONCURRENCY\` to be a whole number from 1, but received "many".",
        "environment: expected \`VITEST_JUDGE_CONCURRENCY\` to be a whole number from 1, but received "1e9".",
        "environment: expected \`VITEST_JUDGE_RECORDINGS\` to be one of "auto", "replay", "record", "off", but received "repaly".",
        "environment: expected \`VITEST_JUDGE_DRY_RUN\` to be 1 or true, 0 or false, but received "no".",
        "environment: expected every variable that begins with VITEST_JUDGE_ to be one of VITEST_JUDGE_MODEL, VITEST_JUDGE_RECORDINGS, VITEST_JUDGE_CONCURRENCY, VITEST_JUDGE_DRY_RUN, VITEST_JUDGE_BATCH, but received "VITEST_JUDGE_RECORDING". Did you mean \`VITEST_JUDGE_RECORDINGS\`?",
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, but received "tier-cheap".",
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received "claude-next\\n".",
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received "claude next".",
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received "\\u001b[31mclaude".",
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received "\\u202eclaude".",
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received " ".",
        "model: expected the name to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received "claude-next\\r\\n".",
      ]
    `)
  })

  it('refuses a budget in USD where no price is known, and takes one that is given', () => {
    const budget = { usd: 1 }
    const mine = { input: 1, output: 2, cacheWrite5m: 1, cacheWrite1h: 1, cacheRead: 1 }
    expect(messageOf(() => chosen({ judgeModel: 'claude-next', budget }))).toMatchInlineSnapshot(
      `"vitest-judge options: expected \`budget.usd\` to be used with a model whose price is known, and "claude-next" is not in the table of 2026-11-29, but received {"usd":1}. Give its price in \`prices\`, or a budget in \`tokens\`."`,
    )
    expect(chosen({ judgeModel: 'claude-next', budget, prices: { 'claude-next': mine } })).toMatchObject({ budget })
    expect(chosen({ judgeModel: 'claude-next', budget: { tokens: 1 } })).toMatchObject({ budget: { tokens: 1 } })
    expect(chosen({ judge: 'deterministic', budget })).toMatchObject({ budget })
  })

  it('never shows a key in a message', () => {
    expect(messageOf(() => chosen({ apiKey: 'sécret' }))).not.toContain('cret')
  })
})

test('the gate has defaults, and knows whether its dimensions were named', () => {
  expect(gateSettings()).toEqual({
    blockOn: ['task_success'],
    blockOnIsOwn: false,
    passThreshold: 0.75,
    on: 'case',
    advisory: [],
  })
  const own = { blockOn: ['task_success'], passThreshold: 0, on: 'set' as const, advisory: ['x'] }
  expect(gateSettings(own)).toEqual({ ...own, blockOnIsOwn: true })
})
