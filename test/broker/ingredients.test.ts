import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { differences, ingredientsOf, keyOf } from '../../src/broker/ingredients.js'
import { canonicalJson } from '../../src/digest.js'
import type { JudgeRequest } from '../../src/models/model.js'
import { requestAbout } from './brokers.js'

const identity = { model: 'claude-haiku-5-5', settings: { thinking: 'disabled', effort: 'low' } }
const request = requestAbout('case')
const keyFor = (change: Partial<JudgeRequest> = {}, who = identity) =>
  keyOf(ingredientsOf(who, { ...request, ...change }))
const key = keyFor()

test('a key is 32 hexadecimal digits, always the same', () => {
  // A change here makes every recording of every user useless.
  expect(key).toMatchInlineSnapshot(`"50fe91661d73109d9aae3ae9a4b1e98c"`)
})

describe('the key changes with', () => {
  const [contract, rubric] = request.system
  const [material, question] = request.user
  it.each<[string, Partial<JudgeRequest>]>([
    ['the contract', { system: [{ text: 'other' }, { ...rubric, text: 'rubric' }] }],
    ['the rubric', { system: [{ text: 'contract', ...contract }, { text: 'other' }] }],
    ['the case', { user: [{ text: 'other' }, { text: 'question', ...question }] }],
    ['the question', { user: [{ text: 'case', ...material }, { text: 'other' }] }],
    ['more material', { user: [...request.user, { text: 'more' }] }],
    ['where texts are cut', { user: [{ text: 'caseq' }, { text: 'uestion' }] }],
    ['the schema', { schema: { ...request.schema, description: 'x' } }],
    ['the order of properties in the schema’s lists', { schema: { ...request.schema, required: ['b', 'a'] } }],
    ['the room for the answer', { maxOutputTokens: 101 }],
    ['the number of the sample', { sample: 1 }],
  ])('%s', (_what, change) => {
    expect(keyFor(change)).not.toBe(key)
  })

  it('the model and its settings', () => {
    expect(keyFor({}, { ...identity, model: 'claude-opus-5-5' })).not.toBe(key)
    expect(keyFor({}, { ...identity, settings: { ...identity.settings, effort: 'high' } })).not.toBe(key)
  })
})

describe('the key does not change with', () => {
  it.each<[string, Partial<JudgeRequest>]>([
    ['the label', { label: 'another test' }],
    [
      'cache marks',
      { system: request.system.map(({ text }) => ({ text })), user: request.user.map(({ text }) => ({ text })) },
    ],
    ['the order of keys in the schema', { schema: Object.fromEntries(Object.entries(request.schema).reverse()) }],
  ])('%s', (_what, change) => {
    expect(keyFor(change)).toBe(key)
  })

  it('the order of settings', () => {
    expect(keyFor({}, { ...identity, settings: { effort: 'low', thinking: 'disabled' } })).toBe(key)
  })
})

test('ingredients show no text of the prompt', () => {
  const text = JSON.stringify(ingredientsOf(identity, requestAbout('a secret')))
  expect(text).not.toContain('secret')
})

test('differences names what differs', () => {
  const other = ingredientsOf(identity, { ...request, sample: 2, schema: {} })
  expect(differences(ingredientsOf(identity, request), other)).toEqual(['schema', 'sample'])
  expect(differences(other, other)).toEqual([])
})

test('property: canonical JSON is the same for the same value in any order of keys, and reads back', () => {
  const turn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turn)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, part]) => [name, turn(part)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(turn(value))).toBe(canonicalJson(value))
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
