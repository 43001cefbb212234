import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLabels } from '../../src/calibration/labels.js'
import { prepareTasks } from '../../src/calibration/prepare.js'
import { InputError } from '../../src/errors.js'

const task = { mode: 'solo', rubric: 'is clear', response: 'x' }
const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

it('a first line without labels holds what all have in common, and a line may have its own', () => {
  const read = readLabels(
    lines({ ...task, threshold: 0.5 }, { id: 'a', label: 3 }, { response: 'y', threshold: 1, labels: { ana: true } }),
    'l',
  )
  expect(read).toEqual([
    { line: 2, id: 'a', task, threshold: 0.5, labels: { human: 3 } },
    { line: 3, id: 'line 3', task: { ...task, response: 'y' }, threshold: 1, labels: { ana: true } },
  ])
})

it('names that objects have already are names like any other', () => {
  const [read] = readLabels(
    `${JSON.stringify(task)}\n{"labels":{"__proto__":true,"constructor":false,"ana":{"toString":1}}}`,
    'l',
  )
  expect(Object.keys(read?.labels ?? {})).toContain('constructor')
  expect(() => prepareTasks(read === undefined ? [] : [read], 'l', null)).toThrow(
    'there is no part `toString` to label',
  )
})

describe('properties', () => {
  const label = fc.oneof(
    fc.boolean(),
    fc.double(),
    fc.string(),
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.jsonValue(),
  )

  it('whatever stands in a file, it is read or refused with its line', () => {
    const row = fc.record(
      {
        mode: fc.constantFrom('solo', 'compare', 'x'),
        response: fc.string(),
        labels: label,
        label,
        id: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(row).map((rows) => lines(...rows)),
    )
    fc.assert(
      fc.property(text, (source) => {
        try {
          prepareTasks(readLabels(source, 'labels.jsonl'), 'labels.jsonl', null)
        } catch (error) {
          expect(error).toBeInstanceOf(InputError)
          expect((error as Error).message).toMatch(/^labels\.jsonl:/)
        }
      }),
    )
  })

  it('every label of a rubric that is on its scale is taken as it is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1 }), (values) => {
        const source = lines(task, ...values.map((value) => ({ labels: { ana: { criterion: value } } })))
        const prepared = prepareTasks(readLabels(source, 'l'), 'l', null)
        expect(prepared.map(({ labelled }) => labelled[0]?.labels.ana)).toEqual(values)
      }),
    )
  })
})
