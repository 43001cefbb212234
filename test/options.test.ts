import { describe, expect, it } from 'vitest'
import { checkJudgeOptions, checkPluginOptions } from '../src/options.js'
import { messageOf } from './support/message-of.js'

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
