import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { brokerOptions, type Environment } from '../src/config.js'
import { InputError } from '../src/errors.js'
import { scriptedModel } from '../src/models/scripted.js'
import { checkJudgeOptions, checkPluginOptions, type JudgeOptions } from '../src/options.js'
import { gateSettings } from '../src/set-options.js'

const root = resolve('project')

function chosen(options: JudgeOptions = {}, env: Environment = {}) {
  const { identity, model, priceOf, ...rest } = brokerOptions(options, env, root)
  return { ...rest, ...identity, asks: model?.id ?? null }
}

function messageOf(check: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(check())}`
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.message
  }
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
        "model: expected \`VITEST_JUDGE_MODEL\` to be one of tier-fast, tier-balanced, tier-best or a model id, without white space and control characters, but received "claude".",
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

describe('options', () => {
  it('are taken as they are', () => {
    const options = {
      judgeModel: 'tier-best',
      concurrency: 1,
      gate: { blockOn: ['a'], passThreshold: 1, on: 'set', advisory: [] },
      mode: 'output',
      evals: 'always',
      enabled: false,
      timeout: 1,
    }
    expect(checkPluginOptions(options)).toEqual(options)
    expect(checkPluginOptions({})).toEqual({})
    expect(checkJudgeOptions({ judge: 'model' })).toEqual({ judge: 'model' })
  })

  it('say of every bad one what was expected', () => {
    const bad: [name: string, ...values: unknown[]][] = [
      ['judge', 'claude', 7, null, () => 'x', {}, { judge: () => {} }, { id: 'x', judge: () => {} }],
      ['judgeModel', '', 7],
      ['apiKey', 7],
      ['baseURL', 7],
      ['concurrency', 0, 1.5, Infinity, '6'],
      ['deadline', 0, 2 ** 31, Infinity],
      ['recordings', 'repaly'],
      ['recordingsDir', ''],
      ['recordPrompts', 'yes'],
      ['budget', 5, { usd: 0 }, { tokens: -1 }, { eur: 1 }],
      ['prices', { x: 1 }, { x: { input: 1 } }],
      ['maxOutage', 0],
      ['enabled', 'no'],
      ['evals', 'never'],
      ['mode', 'both'],
      ['gate', { passThreshold: 80 }, { passThreshold: -1 }, { blockOn: 'task_success' }, { on: 'run' }, { off: true }],
      ['outputDir', ''],
      ['timeout', 0],
      ['onUnjudged', 'warn'],
      ['judging', 'alone'],
      ['samples', 0, '3'],
      ['escalate', { to: 'tier-huge', when: { bounds: true } }, { to: 'tier-best', when: {} }],
      ['agentModel', ''],
      ['concurency', 3],
    ]
    const messages = bad.flatMap(([name, ...values]) =>
      values.map((value) => messageOf(() => checkPluginOptions({ [name]: value }))),
    )
    expect(messages).toMatchInlineSnapshot(`
      [
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received "claude".",
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received 7.",
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received null.",
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received function (anonymous).",
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received "(not shown)".",
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received "(not shown)".",
        "vitest-judge options: expected \`judge\` to be "model", "deterministic" or a judge of your own with \`id\`, \`settings\` and \`judge\`, but received "(not shown)".",
        "vitest-judge options: expected \`judgeModel\` to be a tier or a model id, but received "".",
        "vitest-judge options: expected \`judgeModel\` to be a string, but received 7.",
        "vitest-judge options: expected \`apiKey\` to be a string, but received "(not shown)".",
        "vitest-judge options: expected \`baseURL\` to be a string, but received 7.",
        "vitest-judge options: expected \`concurrency\` to be a whole number from 1, but received 0.",
        "vitest-judge options: expected \`concurrency\` to be a whole number from 1, but received 1.5.",
        "vitest-judge options: expected \`concurrency\` to be a whole number from 1, but received Infinity.",
        "vitest-judge options: expected \`concurrency\` to be a whole number from 1, but received "6".",
        "vitest-judge options: expected \`deadline\` to be a whole number of milliseconds from 1 to 2147483647, but received 0.",
        "vitest-judge options: expected \`deadline\` to be a whole number of milliseconds from 1 to 2147483647, but received 2147483648.",
        "vitest-judge options: expected \`deadline\` to be a whole number of milliseconds from 1 to 2147483647, but received Infinity.",
        "vitest-judge options: expected \`recordings\` to be one of "auto", "replay", "record", "off", but received "repaly".",
        "vitest-judge options: expected \`recordingsDir\` to be a folder, but received "".",
        "vitest-judge options: expected \`recordPrompts\` to be a boolean, but received "yes".",
        "vitest-judge options: expected \`budget\` to be an object, but received 5.",
        "vitest-judge options: expected \`budget.usd\` to be a number above 0, but received 0.",
        "vitest-judge options: expected \`budget.tokens\` to be a number above 0, but received -1.",
        "vitest-judge options: there is no \`budget.eur\`. Known are \`usd\`, \`tokens\`.",
        "vitest-judge options: expected \`prices.x\` to be an object, but received 1.",
        "vitest-judge options: expected \`prices.x.output\` to be USD per million tokens, but received undefined.",
        "vitest-judge options: expected \`maxOutage\` to be a whole number of milliseconds from 1 to 2147483647, but received 0.",
        "vitest-judge options: expected \`enabled\` to be a boolean, but received "no".",
        "vitest-judge options: expected \`evals\` to be one of "asked", "always", but received "never".",
        "vitest-judge options: expected \`mode\` to be one of "output", "trajectory", but received "both".",
        "vitest-judge options: expected \`gate.passThreshold\` to be a fraction from 0 to 1, but received 80. For 80 % write 0.8.",
        "vitest-judge options: expected \`gate.passThreshold\` to be a fraction from 0 to 1, but received -1.",
        "vitest-judge options: expected \`gate.blockOn\` to be an array, but received "task_success".",
        "vitest-judge options: expected \`gate.on\` to be one of "case", "set", but received "run".",
        "vitest-judge options: there is no \`gate.off\`. Known are \`blockOn\`, \`passThreshold\`, \`on\`, \`advisory\`, \`pass\`, \`noRegression\`.",
        "vitest-judge options: expected \`outputDir\` to be a folder, but received "".",
        "vitest-judge options: expected \`timeout\` to be a whole number of milliseconds from 1 to 2147483647, but received 0.",
        "vitest-judge options: expected \`onUnjudged\` to be one of "fail", "skip", but received "warn".",
        "vitest-judge options: expected \`judging\` to be one of "together", "apart", but received "alone".",
        "vitest-judge options: expected \`samples\` to be a whole number from 1, but received 0.",
        "vitest-judge options: expected \`samples\` to be a whole number from 1, but received "3".",
        "vitest-judge options: expected \`escalate.to\` to be a tier (tier-best) or a model id, but received "tier-huge".",
        "vitest-judge options: expected \`escalate.when\` to be \`spread\`, \`bounds\` or both, but received {}.",
        "vitest-judge options: expected \`agentModel\` to be a name, but received "".",
        "vitest-judge options: there is no \`concurency\`. Did you mean \`concurrency\`? Known are \`judge\`, \`judges\`, \`judgeModel\`, \`apiKey\`, \`baseURL\`, \`concurrency\`, \`deadline\`, \`recordings\`, \`recordingsDir\`, \`recordPrompts\`, \`budget\`, \`prices\`, \`maxOutage\`, \`samples\`, \`escalate\`, \`judging\`, \`agentModel\`, \`enabled\`, \`subject\`, \`gate\`, \`mode\`, \`trials\`, \`sets\`, \`evals\`, \`outputDir\`, \`report\`, \`baseline\`, \`timeout\`, \`onUnjudged\`.",
      ]
    `)
  })

  it('of the plugin are unknown where only a judge is made', () => {
    expect(messageOf(() => checkJudgeOptions({ gate: {} }))).toMatchInlineSnapshot(
      `"vitest-judge options: there is no \`gate\`. Known are \`judge\`, \`judges\`, \`judgeModel\`, \`apiKey\`, \`baseURL\`, \`concurrency\`, \`deadline\`, \`recordings\`, \`recordingsDir\`, \`recordPrompts\`, \`budget\`, \`prices\`, \`maxOutage\`."`,
    )
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
