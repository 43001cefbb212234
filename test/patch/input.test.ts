import { describe, expect, it } from 'vitest'
import { candidateText, findInstance, goldOf } from '../../src/patch/input.js'

const ROWS = [
  { instance_id: 'pallets__flask-1', model_patch: 'one' },
  { instance_id: 'pallets__flask-2', model_patch: null },
  { instance_id: 'other__flask-1', model_patch: 'three' },
]

describe('candidateText', () => {
  it.each([
    ['text', 'some text'],
    ['text that starts like JSON', '{ not JSON'],
    ['JSON that is no prediction', '{"a": 1}'],
    ['a JSON list of which not all are predictions', '[{"model_patch": "p"}, {"a": 1}]'],
    ['JSON by instance of which not all are predictions', '{"x": {"model_patch": "p"}, "y": 1}'],
    ['a JSON list that is none', '[1, 2]'],
  ])('keeps %s', (_, text) => {
    expect(candidateText(text)).toBe(text)
  })

  it.each([
    ['a prediction', { instance_id: 'x', model_patch: 'p' }],
    ['a response', { result: 'p', cost: 1 }],
    ['a recorded response', { response_text: 'p' }],
    ['one prediction in a list', [{ instance_id: 'x', model_patch: 'p' }]],
    ['predictions by instance', { x: { model_patch: 'p' } }],
    ['a prediction as JSON', '{"instance_id": "x", "model_patch": "p"}'],
    ['a prediction as a JSON line', '{"model_patch": "p"}\n'],
  ])('takes the text out of %s', (_, value) => {
    expect(candidateText(value)).toBe('p')
  })

  it.each([
    ['a list', ROWS],
    ['JSON', JSON.stringify(ROWS)],
    ['JSON lines', `${ROWS.map((row) => JSON.stringify(row)).join('\n  \n')}\n`],
    [
      'an object by instance',
      Object.fromEntries(ROWS.map(({ instance_id, model_patch }) => [instance_id, { model_patch }])),
    ],
  ])('chooses among several predictions in %s', (_, value) => {
    expect(candidateText(value, 'other__flask-1')).toBe('three')
    expect(candidateText(value, 'flask-2')).toBe('')
  })

  it('takes the only prediction for any instance where it names none', () => {
    expect(candidateText({ model_patch: 'p' }, 'flask-2')).toBe('p')
  })

  it('asks for an instance where there are several predictions', () => {
    expect(() => candidateText(ROWS)).toThrowErrorMatchingInlineSnapshot(
      `[InputError: candidate: expected it to be one prediction, or to come with an instance id that chooses one, but received "3 predictions".]`,
    )
  })

  it('does not take the prediction for another instance', () => {
    expect(() =>
      candidateText({ instance_id: 'a__b-1', model_patch: 'p' }, 'a__b-2'),
    ).toThrowErrorMatchingInlineSnapshot(
      `[InputError: instance: expected its name to be the \`instance_id\` of a row, but received "a__b-2". Rows: a__b-1.]`,
    )
  })

  it.each([[null], [7], [{}], [[]]])('rejects %j', (value) => {
    expect(() => candidateText(value)).toThrow('candidate: expected it to be a text, a prediction or a response, but')
  })

  it('rejects a prediction that is no text', () => {
    const expected = 'candidate: expected `model_patch` to be a text, but received 7.'
    expect(() => candidateText({ model_patch: 7 })).toThrow(expected)
  })
})

describe('findInstance', () => {
  it('prefers the exact name', () => {
    const rows = [{ instance_id: 'flask-1' }, ...ROWS]
    expect(findInstance(rows, 'flask-1')).toBe(rows[0])
  })

  it('says which rows an ambiguous name stands for', () => {
    expect(() => findInstance(ROWS, 'flask-1')).toThrowErrorMatchingInlineSnapshot(
      `[InputError: instance: expected its name to be the name of one row; it stands for 2, but received "flask-1". Rows: pallets__flask-1, other__flask-1.]`,
    )
  })

  it('says how many rows there are where they are too many to name', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ instance_id: `pallets__flask-${at}` }))
    expect(() => findInstance(rows, 'django')).toThrow('received "django". There are 100 rows.')
  })

  it('says which rows there are', () => {
    expect(() => findInstance(ROWS, 'flask')).toThrowErrorMatchingInlineSnapshot(
      `[InputError: instance: expected its name to be the \`instance_id\` of a row, but received "flask". Rows: pallets__flask-1, pallets__flask-2, other__flask-1.]`,
    )
  })
})

describe('goldOf', () => {
  it('takes a text as the patch', () => {
    expect(goldOf('p')).toEqual({ patch: 'p' })
  })

  it.each([['patch'], ['gold_patch']])('reads an instance with `%s`', (field) => {
    const row = { instance_id: 'x', [field]: 'p', problem_statement: 's', test_patch: 't', repo: 'r' }
    expect(goldOf(row)).toEqual({ patch: 'p', problemStatement: 's', testPatch: 't', instanceId: 'x' })
  })

  it('leaves out what an instance does not have', () => {
    expect(goldOf({ patch: 'p', test_patch: null })).toStrictEqual({ patch: 'p' })
  })

  it.each([
    [7, 'gold patch: expected it to be a unified diff or an instance, but received 7.'],
    [{}, 'gold patch: expected `patch` or `gold_patch` to be a unified diff, but received undefined.'],
    [{ patch: 'p', test_patch: 1 }, 'gold patch: expected `test_patch` to be a text, but received 1.'],
  ])('rejects %j', (value, message) => {
    expect(() => goldOf(value)).toThrow(message)
  })
})
