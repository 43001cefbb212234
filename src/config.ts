/**
 * What a broker needs: options completed from the environment.
 *
 * @module
 */
import { resolve } from 'node:path'
import { z } from 'zod'
import type { BrokerOptions, Named } from './broker/broker.js'
import type { BatchOptions } from './broker/collect.js'
import type { RecordingsMode } from './broker/recordings.js'
import { parseWith, suggest } from './check.js'
import { badInput } from './errors.js'
import { claudeWithKeyFrom } from './models/anthropic.js'
import { CLAUDE_MODELS, cacheMinimumOf, priceOf, resolveModel } from './models/claude-models.js'
import type { JudgeModel } from './models/model.js'
import { type JudgeOptions, recordingsMode } from './options.js'
import { identityOf } from './panel.js'
import { NO_USAGE } from './usage.js'

/** Milliseconds that the service may ask for by `retry-after`; whoever is asked for more tries again then. */
const LONGEST_RETRY_AFTER = 120_000

/** Environment variables, those of `.env` files included. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Everything a broker needs, environment included.
 *
 * @param root - Folder that relative paths start from.
 * @throws {@link InputError} when a variable of the environment is wrong, or a budget in USD meets a model without a price.
 */
export function brokerOptions(options: JudgeOptions, env: Environment, root: string): BrokerOptions {
  const { budget = {}, prices = {}, judges = [] } = options
  refuseUnknown(env)
  const { identity, model } = chooseModel(options, env)
  const named = new Map(judges.flatMap((judge, index) => nameOwn(judge, index)))
  const recordings = options.judge === 'deterministic' ? 'off' : chooseRecordings(options, env)
  const dryRun = chooseDryRun(env)
  const priced = priceOf(identity.model, NO_USAGE, prices) !== null
  if (budget.usd !== undefined && !priced && options.judge !== 'deterministic') {
    throw badInput('vitest-judge options', {
      place: '`budget.usd`',
      expected: `used with a model whose price is known, and "${identity.model}" is not in the table of ${CLAUDE_MODELS.asOf}`,
      received: budget,
      hint: 'Give its price in `prices`, or a budget in `tokens`.',
    })
  }
  return {
    identity,
    model,
    claude(name) {
      const known = named.get(name) ?? nameClaude(name, options, env)
      named.set(name, known)
      return known
    },
    recordings,
    recordingsDir: resolve(root, options.recordingsDir ?? 'evals/recordings'),
    recordPrompts: options.recordPrompts ?? false,
    concurrency: chooseConcurrency(options, env),
    deadline: options.deadline ?? 120_000,
    maxOutage: options.maxOutage ?? 300_000,
    maxRetryAfter: LONGEST_RETRY_AFTER,
    budget,
    priceOf: (id) => (usage) => priceOf(id, usage, prices),
    cacheMinimum: cacheMinimumOf(identity.model),
    dryRun,
    batch: chooseBatch(env, recordings, dryRun),
  }
}

/** The name by which workers ask for a judge of the panel that lives in this process. */
export function seatName(index: number): string {
  return `judges[${index}]`
}

function nameOwn(judge: JudgeModel | string, index: number): [string, Named][] {
  return typeof judge === 'string' ? [] : [[seatName(index), { identity: identityOf(judge), model: judge }]]
}

const VARIABLES = [
  ...['VITEST_JUDGE_MODEL', 'VITEST_JUDGE_RECORDINGS', 'VITEST_JUDGE_CONCURRENCY', 'VITEST_JUDGE_DRY_RUN'],
  'VITEST_JUDGE_BATCH',
]

/** Without effect, a misspelt one would let a run ask that was to replay, or go by the fallback. */
function refuseUnknown(env: Environment): void {
  const unknown = Object.keys(env).find((name) => name.startsWith('VITEST_JUDGE_') && !VARIABLES.includes(name))
  if (unknown === undefined) return
  throw badInput('environment', {
    place: 'every variable that begins with VITEST_JUDGE_',
    expected: `one of ${VARIABLES.join(', ')}`,
    received: unknown,
    hint: suggest(unknown, VARIABLES),
  })
}

function chooseDryRun({ VITEST_JUDGE_DRY_RUN: given = '' }: Environment): boolean {
  if (['', '0', 'false'].includes(given)) return false
  if (['1', 'true'].includes(given)) return true
  throw badInput('environment', {
    place: '`VITEST_JUDGE_DRY_RUN`',
    expected: '1 or true, 0 or false',
    received: given,
  })
}

/** The folder is named from the working folder, as the command prints it. */
function chooseBatch(
  { VITEST_JUDGE_BATCH: folder, ANTHROPIC_API_KEY: key }: Environment,
  recordings: RecordingsMode,
  dryRun: boolean,
): BatchOptions | null {
  if (!folder) return null
  if (!dryRun || recordings !== 'replay') return { folder: resolve(folder), key }
  throw badInput('vitest-judge options', {
    place: '`recordings`',
    expected: 'another one than "replay", which asks nobody, while the calls of a batch are collected',
    received: recordings,
    hint: 'Set VITEST_JUDGE_RECORDINGS=auto.',
  })
}

function chooseModel(options: JudgeOptions, env: Environment): Named {
  const { judge = 'model' } = options
  if (judge === 'deterministic') return { identity: { model: 'deterministic', settings: {} }, model: null }
  if (typeof judge === 'object') {
    return { identity: identityOf(judge), model: judge }
  }
  const { VITEST_JUDGE_MODEL: given } = env
  if (given) resolveModel(given, '`VITEST_JUDGE_MODEL`')
  return nameClaude(given || options.judgeModel || 'tier-fast', options, env)
}

function nameClaude(name: string, options: JudgeOptions, env: Environment): Named {
  const identity = identityOf(name)
  const apiKey = options.apiKey || env.ANTHROPIC_API_KEY
  const baseURL = options.baseURL ?? env.ANTHROPIC_BASE_URL
  const place = options.apiKey ? 'the option `apiKey`' : '`ANTHROPIC_API_KEY`'
  const claude = apiKey
    ? claudeWithKeyFrom(place, { model: identity.model, apiKey, ...(baseURL ? { baseURL } : {}) })
    : null
  return { identity, model: claude }
}

function chooseRecordings(options: JudgeOptions, env: Environment): RecordingsMode {
  const given = env.VITEST_JUDGE_RECORDINGS
  if (!given) return options.recordings ?? 'auto'
  return parseWith(z.object({ VITEST_JUDGE_RECORDINGS: recordingsMode }), 'environment', {
    VITEST_JUDGE_RECORDINGS: given,
  }).VITEST_JUDGE_RECORDINGS
}

function chooseConcurrency(options: JudgeOptions, env: Environment): number {
  const given = env.VITEST_JUDGE_CONCURRENCY
  if (!given) return options.concurrency ?? 6
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given)
  throw badInput('environment', {
    place: '`VITEST_JUDGE_CONCURRENCY`',
    expected: 'a whole number from 1',
    received: given,
  })
}
