import { describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { CLAUDE_MODELS, priceOf, resolveModel } from '../../src/models/claude-models.js'

describe('resolveModel', () => {
  it.each([
    ['tier-fast', 'claude-haiku-5-5', { thinking: 'disabled', effort: 'low' }],
    ['tier-balanced', 'claude-sonnet-5-5', { thinking: 'between_tools', effort: 'medium' }],
    ['tier-best', 'claude-opus-5-5', { effort: 'medium' }],
    ['claude-haiku-5-5', 'claude-haiku-5-5', { thinking: 'disabled', effort: 'low' }],
    ['claude-haiku-4-5', 'claude-haiku-4-5', {}],
    ['claude-haiku-5-5-20261007', 'claude-haiku-5-5-20261007', {}],
    ['constructor', 'constructor', {}],
  ])('takes %s as %s', (name, id, settings) => {
    expect(resolveModel(name)).toEqual({ id, settings })
  })

  it.each(['tier-cheap', ''])('refuses %j', (name) => {
    expect(() => resolveModel(name)).toThrow(InputError)
  })

  it('names the tiers it knows', () => {
    expect(() => resolveModel('tier-cheap')).toThrowErrorMatchingInlineSnapshot(
      `[InputError: model: expected the name to be one of tier-fast, tier-balanced, tier-best or a model id, but received "tier-cheap".]`,
    )
  })
})

describe('priceOf', () => {
  const million = { input: 1_000_000, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }
  // 1M plain input, 1M output, 1M 5-minute write, 1M 1-hour write, 1M read
  const each = {
    input: 4_000_000,
    output: 1_000_000,
    cache_read: 1_000_000,
    cache_write: 2_000_000,
    cache_write_1h: 1_000_000,
  }

  it.each([
    ['claude-haiku-5-5', 0.5 + 2.5 + 0.625 + 1 + 0.05],
    ['claude-sonnet-5-5', 2 + 10 + 2.5 + 4 + 0.1],
    ['claude-opus-5-5', 4 + 20 + 5 + 8 + 0.2],
    ['claude-fable-5-1', 10 + 50 + 12.5 + 20 + 0.25],
    ['claude-sonnet-5', 2 + 10 + 2.5 + 4 + 0.2],
    ['claude-opus-4-5-20251101', 5 + 25 + 6.25 + 10 + 0.5],
    ['claude-sonnet-4-6', 3 + 15 + 3.75 + 6 + 0.3],
    ['claude-haiku-4-5', 1 + 5 + 1.25 + 2 + 0.1],
  ])('of a million tokens of each kind, %s, is %f', (model, usd) => {
    expect(priceOf(model, each)).toBeCloseTo(usd, 9)
  })

  it.each([
    [100_000, 0.01],
    [100_001, 0.0500005],
  ])('of %i input tokens of Haiku 5.5 is %f: a longer prompt costs more as a whole', (input, usd) => {
    expect(priceOf('claude-haiku-5-5', { ...million, input })).toBeCloseTo(usd, 9)
  })

  it('counts cached tokens towards a long prompt', () => {
    expect(priceOf('claude-haiku-5-5', { ...million, cache_read: 1_000_000 })).toBeCloseTo(0.05, 9)
  })

  it.each(['claude-fable-5-2', 'claude-haiku-5-5-20261007', 'scripted', 'toString'])('is unknown for %s', (model) => {
    expect(priceOf(model, million)).toBeNull()
  })

  it('takes the prices of the user first', () => {
    const price = { input: 7, output: 0, cacheWrite5m: 0, cacheWrite1h: 0, cacheRead: 0 }
    const prices = { 'my-model': price, 'claude-haiku-5-5': price }
    expect(['my-model', 'claude-haiku-5-5', 'claude-opus-5'].map((id) => priceOf(id, million, prices))).toEqual([
      7, 7, 5,
    ])
  })

  it('is nothing for no tokens', () => {
    expect(priceOf('claude-haiku-5-5', { ...million, input: 0 })).toBe(0)
  })
})

describe('CLAUDE_MODELS', () => {
  it('is dated', () => {
    expect(CLAUDE_MODELS.asOf).toBe(new Date(CLAUDE_MODELS.asOf).toISOString().slice(0, 10))
  })

  it('has a row for every tier', () => {
    expect(Object.keys(CLAUDE_MODELS.models)).toEqual(expect.arrayContaining(Object.values(CLAUDE_MODELS.tiers)))
  })

  // The relations of the service's price list; a slip of a digit breaks one of them.
  it.each(Object.entries(CLAUDE_MODELS.models))('prices %s in the usual proportions', (_, { price }) => {
    for (const row of [price, ...(price.long ? [price.long] : [])]) {
      expect(row.output / row.input).toBeCloseTo(5, 9)
      expect(row.cacheWrite5m / row.input).toBeCloseTo(1.25, 9)
      expect(row.cacheWrite1h / row.input).toBeCloseTo(2, 9)
      expect(row.cacheRead / row.input).toBeLessThanOrEqual(0.1 + 1e-9)
    }
  })
})
