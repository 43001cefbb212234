/**
 * What is known of Claude models: the tiers, what to send to each model, and what it costs. Exact ids only; of any other
 * model nothing is assumed.
 *
 * @module
 */
import { badInput } from '../errors.js'
import { stripHidden } from '../text.js'
import type { Usage } from '../types.js'
import { PRICES_AS_OF } from '../usage.js'

/** What is sent besides the prompt. Parts that are left out are not sent. */
export interface ClaudeSettings {
  readonly thinking?: 'disabled' | 'between_tools'
  readonly effort?: 'low' | 'medium'
}

/** Prices in USD per million tokens. */
export interface Price {
  /** Input that is neither written to nor read from the prompt cache. */
  readonly input: number
  /** Output, thinking included. */
  readonly output: number
  /** Input written to the prompt cache for five minutes. */
  readonly cacheWrite5m: number
  /** Input written to the prompt cache for an hour. */
  readonly cacheWrite1h: number
  /** Input read from the prompt cache. */
  readonly cacheRead: number
}

/** Prices of a model, and those of long prompts where they differ. */
export interface ModelPrice extends Price {
  /** Holds for the whole request when its input, cached parts included, is longer than `above` tokens. */
  readonly long?: Price & { readonly above: number }
}

/** One row of the table. */
export interface KnownModel {
  readonly settings: ClaudeSettings
  readonly price: ModelPrice
  /** Tokens below which a prompt is not cached. */
  readonly cacheMinimum: number
}

/** The table of models. */
export interface ModelTable {
  /** Day on which the table was last compared with the service's pages, ISO 8601. */
  readonly asOf: string
  /** Alias to model id. */
  readonly tiers: Readonly<Record<string, string>>
  /** Model id to settings and price. */
  readonly models: Readonly<Record<string, KnownModel>>
}

const haiku55 = { ...usd(0.1, 0.5, 0.125, 0.2, 0.01), long: { above: 100_000, ...usd(0.5, 2.5, 0.625, 1, 0.05) } }
const opusPrice = usd(5, 25, 6.25, 10, 0.5)
const opus45 = { settings: {}, price: opusPrice, cacheMinimum: 4096 }
const sonnet4 = { settings: {}, price: usd(3, 15, 3.75, 6, 0.3), cacheMinimum: 1024 }
const haiku45 = { settings: {}, price: usd(1, 5, 1.25, 2, 0.1), cacheMinimum: 4096 }

/**
 * Known Claude models. A judge needs one short, closed answer, so thinking is off where a model allows that, and the effort is
 * always named where a model takes one: a changed default of the service then changes no verdict.
 */
export const CLAUDE_MODELS: ModelTable = {
  asOf: PRICES_AS_OF,
  tiers: {
    'tier-fast': 'claude-haiku-5-5',
    'tier-balanced': 'claude-sonnet-5-5',
    'tier-best': 'claude-opus-5-5',
  },
  models: {
    'claude-haiku-5-5': { settings: { thinking: 'disabled', effort: 'low' }, price: haiku55, cacheMinimum: 512 },
    'claude-sonnet-5-5': {
      settings: { thinking: 'between_tools', effort: 'medium' },
      price: usd(2, 10, 2.5, 4, 0.1),
      cacheMinimum: 512,
    },
    'claude-opus-5-5': { settings: { effort: 'medium' }, price: usd(4, 20, 5, 8, 0.2), cacheMinimum: 512 },
    'claude-fable-5-1': { settings: { effort: 'medium' }, price: usd(10, 50, 12.5, 20, 0.25), cacheMinimum: 512 },
    'claude-mythos-5-1': { settings: {}, price: usd(10, 50, 12.5, 20, 0.25), cacheMinimum: 512 },
    'claude-sonnet-5': { settings: {}, price: usd(2, 10, 2.5, 4, 0.2), cacheMinimum: 1024 },
    'claude-opus-5': { settings: {}, price: opusPrice, cacheMinimum: 512 },
    'claude-opus-4-8': { settings: {}, price: opusPrice, cacheMinimum: 1024 },
    'claude-opus-4-7': { settings: {}, price: opusPrice, cacheMinimum: 2048 },
    'claude-opus-4-6': opus45,
    'claude-opus-4-5': opus45,
    'claude-opus-4-5-20251101': opus45,
    'claude-sonnet-4-6': sonnet4,
    'claude-sonnet-4-5': sonnet4,
    'claude-sonnet-4-5-20250929': sonnet4,
    'claude-haiku-4-5': haiku45,
    'claude-haiku-4-5-20251001': haiku45,
  },
}

/** Whether a name is a tier, or may be a model id. */
export function isModelName(name: string): boolean {
  try {
    return resolveModel(name) !== null
  } catch {
    return false
  }
}

/**
 * The model id behind a name, and what to send to it. A name outside the table is taken as a model id without settings.
 *
 * @param name - A tier (`tier-fast`, `tier-balanced`, `tier-best`) or a model id.
 * @param place - Where it was found, for the message.
 * @throws {@link InputError} when the name is empty, an unknown tier, or no plain word.
 */
export function resolveModel(
  name: string,
  place = 'the name',
): { readonly id: string; readonly settings: ClaudeSettings } {
  const id = lookUp(CLAUDE_MODELS.tiers, name) ?? name
  // No service has an id with white space or hidden characters; a line feed comes with a file or a block of YAML.
  const isPlain = !/\s/.test(id) && stripHidden(id) === id
  if (id === '' || id.startsWith('tier-') || !isPlain) {
    const but = isPlain ? '' : ', without white space and control characters'
    const expected = `one of ${Object.keys(CLAUDE_MODELS.tiers).join(', ')} or a model id${but}`
    throw badInput('model', { place, expected, received: name })
  }
  return { id, settings: lookUp(CLAUDE_MODELS.models, id)?.settings ?? {} }
}

/**
 * What one request cost in USD, or null where the model's price is not known.
 *
 * @param usage - Tokens of a single request: the price of long prompts depends on it.
 * @param prices - Prices by model id that stand before those of the table.
 */
export function priceOf(
  modelId: string,
  usage: Usage,
  prices: Readonly<Record<string, ModelPrice>> = {},
): number | null {
  const known = lookUp(prices, modelId) ?? lookUp(CLAUDE_MODELS.models, modelId)?.price
  if (known === undefined) return null
  const price = known.long !== undefined && usage.input > known.long.above ? known.long : known
  const sum =
    (usage.input - usage.cache_read - usage.cache_write) * price.input +
    usage.output * price.output +
    (usage.cache_write - usage.cache_write_1h) * price.cacheWrite5m +
    usage.cache_write_1h * price.cacheWrite1h +
    usage.cache_read * price.cacheRead
  return sum / 1_000_000
}

/** Tokens below which the service caches no prompt of a model; null for a model outside the table. */
export function cacheMinimumOf(modelId: string): number | null {
  return lookUp(CLAUDE_MODELS.models, modelId)?.cacheMinimum ?? null
}

function usd(input: number, output: number, cacheWrite5m: number, cacheWrite1h: number, cacheRead: number): Price {
  return { input, output, cacheWrite5m, cacheWrite1h, cacheRead }
}

// Names come from users: `constructor` must not find what every object inherits.
function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
