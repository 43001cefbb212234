import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseWith, placeOf, suggest } from '../src/check.js'
import { InputError } from '../src/errors.js'

const schema = z.strictObject({
  name: z.string().refine((value) => value !== '', 'a text that is not empty'),
  count: z.number().optional(),
  kind: z.enum(['one', 'two']).optional(),
  list: z.array(z.strictObject({ id: z.string() })).optional(),
  map: z.record(z.string(), z.number()).optional(),
})

function message(input: unknown): string {
  try {
    return JSON.stringify(parseWith(schema, 'thing', input))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.message
  }
}

describe('parseWith', () => {
  it('gives what is valid', () => {
    expect(parseWith(schema, 'thing', { name: 'a', kind: 'two' })).toEqual({ name: 'a', kind: 'two' })
  })

  it('says of what is not valid where it is, what was expected and what came', () => {
    expect(
      [
        undefined,
        null,
        'text',
        [],
        {},
        { name: '' },
        { name: 7 },
        { name: 'a', count: '3' },
        { name: 'a', count: Number.NaN },
        { name: 'a', kind: 'three' },
        { name: 'a', list: {} },
        { name: 'a', list: [{ id: 'x' }, { id: null }] },
        { name: 'a', map: [] },
        { name: 'a', map: { 'x y': 'z' } },
        { name: 'a', extra: 1 },
        { name: 'a', list: [{ id: 'x', more: 1 }] },
      ].map(message),
    ).toMatchInlineSnapshot(`
      [
        "thing: expected it to be an object, but received undefined.",
        "thing: expected it to be an object, but received null.",
        "thing: expected it to be an object, but received "text".",
        "thing: expected it to be an object, but received [].",
        "thing: expected \`name\` to be a string, but received undefined.",
        "thing: expected \`name\` to be a text that is not empty, but received "".",
        "thing: expected \`name\` to be a string, but received 7.",
        "thing: expected \`count\` to be a number, but received "3".",
        "thing: expected \`count\` to be a number, but received NaN.",
        "thing: expected \`kind\` to be one of "one", "two", but received "three".",
        "thing: expected \`list\` to be an array, but received {}.",
        "thing: expected \`list[1].id\` to be a string, but received null.",
        "thing: expected \`map\` to be an object, but received [].",
        "thing: expected \`map.x y\` to be a number, but received "z".",
        "thing: there is no \`extra\`. Known are \`name\`, \`count\`, \`kind\`, \`list\`, \`map\`.",
        "thing: there is no \`list[0].more\`. Known are \`id\`.",
      ]
    `)
  })
})

it.each([
  [[], 'it'],
  [['rubric'], '`rubric`'],
  [['cases', 3, 'id'], '`cases[3].id`'],
  [[0], '`[0]`'],
  [['a', 0, 1], '`a[0][1]`'],
  [['\u001b[31mred\u200b\nname'], '`\\u001b[31mred\\u200b name`'],
  [['x'.repeat(300)], `\`${'x'.repeat(200)}… (+100 characters)\``],
])('the place %j is written %s', (path, text) => {
  expect(placeOf(path)).toBe(text)
})

describe('suggest', () => {
  const known = ['threshold', 'passThreshold', 'judge', 'judges', 'to', '--allow-prefix', 'VITEST_JUDGE_MODEL']
  it.each([
    ['treshold', 'threshold'],
    ['thershold', 'threshold'],
    ['Threshold', 'threshold'],
    ['jugdes', 'judges'],
    ['too', 'to'],
    ['--allow', '--allow-prefix'],
    ['pass', 'passThreshold'],
    ['VITEST_JUDGE_MODLE', 'VITEST_JUDGE_MODEL'],
  ])('takes %s for %s', (given, meant) => {
    expect(suggest(given, known)).toBe(`Did you mean \`${meant}\`?`)
  })

  it.each(['', 'x', 'rubric', '-', 'a'.repeat(1_000_000), '\u{1F600}'])(
    'takes %o for nothing that is known',
    (given) => {
      expect(suggest(given, known)).toBeUndefined()
    },
  )
})
