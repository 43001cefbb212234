import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_DIMENSIONS } from '../../src/evalset/defaults.js'
import { parseEvalSet } from '../../src/evalset/parse.js'
import { cpuTime } from '../support/cpu.js'
import { CASE, messageOf } from './faults.js'

test('a smallest set gets the default rubric and empty fields', () => {
  const { set, lines } = parseEvalSet(
    '{"version": 1, "feature": "f",\n "cases": [{"id": "c1", "input": null}]}',
    'e.json',
  )
  expect(set).toEqual({
    version: 1,
    feature: 'f',
    draft: false,
    rubric: { dimensions: DEFAULT_DIMENSIONS, pass_threshold: null, invert_mode: 'subtract' },
    cases: [{ id: 'c1', input: null, expected: '', labels: [], must_not: [] }],
  })
  expect(lines).toEqual([{ line: 2, column: 12 }])
})

test('categories go by the name, and hallucination is inverted whatever the file says', () => {
  const text = JSON.stringify({
    version: 1,
    feature: 'f',
    cases: [CASE],
    rubric: {
      dimensions: [
        { name: 'trajectory', weight: 1 },
        { name: 'tool_use_quality', weight: 2, category: 'artifact' },
        { name: 'hallucination', weight: 1, invert: false },
        { name: 'tone of voice', weight: 3, invert: true, measures: 'whether it is kind' },
      ],
      pass_threshold: 0,
      invert_mode: 'complement',
    },
  })
  expect(parseEvalSet(text, 'e.json').set.rubric).toEqual({
    dimensions: [
      { name: 'trajectory', weight: 1, invert: false, category: 'process' },
      { name: 'tool_use_quality', weight: 2, invert: false, category: 'artifact' },
      { name: 'hallucination', weight: 1, invert: true, category: 'artifact' },
      { name: 'tone of voice', weight: 3, invert: true, category: 'artifact', measures: 'whether it is kind' },
    ],
    pass_threshold: 0,
    invert_mode: 'complement',
  })
})

test('the default weights sum to 1', () => {
  expect(DEFAULT_DIMENSIONS.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12)
})

const yaml = [
  '# a comment',
  'version: 1',
  'feature: refunds',
  'draft: true',
  'cases:',
  '  - id: c1',
  '    input: {amount: 3}',
  '    must_not: [twice]',
  '  - id: c2',
  '    input: |',
  '      two',
  '      lines',
  '    expected: re:^ok$',
].join('\n')

test('YAML is read, with the line of each case', () => {
  const { set, lines } = parseEvalSet(yaml, 'evals/refunds.evalset.yaml')
  expect(set.draft).toBe(true)
  expect(set.cases).toEqual([
    { id: 'c1', input: { amount: 3 }, expected: '', labels: [], must_not: ['twice'] },
    { id: 'c2', input: 'two\nlines\n', expected: 're:^ok$', labels: [], must_not: [] },
  ])
  expect(lines).toEqual([
    { line: 6, column: 5 },
    { line: 9, column: 5 },
  ])
})

test('JSON Lines of cases alone are named after the file', () => {
  const { set, lines } = parseEvalSet(
    '{"id":"c1","input":"a"}\r\n\r\n {"id":"c2","input":"b"}\r\n',
    'evals/refunds.evalset.jsonl',
  )
  expect([set.feature, set.cases.map(({ id }) => id), set.rubric.dimensions]).toEqual([
    'refunds',
    ['c1', 'c2'],
    DEFAULT_DIMENSIONS,
  ])
  expect(lines).toEqual([
    { line: 1, column: 1 },
    { line: 3, column: 2 },
  ])
  expect(parseEvalSet('{"id":"c1","input":"a"}', 'evals/evalset.jsonl').set.feature).toBe('evalset')
})

test('JSON Lines may begin with a header', () => {
  const header =
    '{"feature": "payments", "rubric": {"dimensions": [{"name": "tone", "weight": 1}], "pass_threshold": 0.5}}'
  const { set, lines } = parseEvalSet(`${header}\n{"id":"c1","input":"a"}`, 'evalset.jsonl')
  expect([set.feature, set.rubric.pass_threshold, set.cases.length]).toEqual(['payments', 0.5, 1])
  expect(lines).toEqual([{ line: 2, column: 1 }])
})

test('a byte order mark and tabs are let through', () => {
  const text = `\uFEFF${JSON.stringify({ version: 1, feature: 'f', cases: [CASE] }, null, '\t')}`
  expect(parseEvalSet(text, 'e.json').set.cases).toHaveLength(1)
})

test('property: JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2, '\t'), (input, indent) => {
      const text = JSON.stringify({ version: 1, feature: 'f', cases: [{ id: 'c', input }] }, null, indent)
      expect(JSON.stringify(parseEvalSet(text, 'e.json').set.cases[0]?.input)).toBe(JSON.stringify(input))
    }),
  )
})

const folder = new URL('../../../shared/data/evalsets/', import.meta.url)
if (!existsSync(folder)) console.log('skipped: ../shared/data/evalsets is not there')

test.skipIf(!existsSync(folder)).each([
  ['evalset.refund-idempotency.json', false],
  ['evalset.template.json', true],
])('%s is read', (name, draft) => {
  const { set, lines } = parseEvalSet(readFileSync(new URL(name, folder), 'utf8'), name)
  expect([set.draft, set.rubric.pass_threshold, set.cases.map(({ id }) => id)]).toEqual([draft, 0.75, ['c1']])
  expect([...set.rubric.dimensions].sort((a, b) => a.name.localeCompare(b.name))).toEqual(
    [...DEFAULT_DIMENSIONS].sort((a, b) => a.name.localeCompare(b.name)),
  )
  expect(lines).toHaveLength(1)
})

function deepSet(levels: number): string {
  return `{"version": 1, "feature": "f", "cases": [{"id": "c1", "input": ${'['.repeat(levels)}${']'.repeat(levels)}}]}`
}

function deepYaml(levels: number): string {
  const input = Array.from({ length: levels }, (_, level) => `${' '.repeat(level + 6)}a:`)
  return ['version: 1', 'feature: f', 'cases:', '  - id: c1', '    input:', ...input].join('\n')
}

test('endless nesting is refused', () => {
  expect(messageOf('['.repeat(20_000))).toMatch(/^evals\/evalset.json:1:\d+: expected the text to be JSON/)
})

test('an input of 500 levels is read', () => {
  expect([messageOf(deepSet(500)), messageOf(deepSet(500), 'e.yaml'), messageOf(deepYaml(500), 'e.yaml')]).toEqual(
    Array(3).fill('no fault'),
  )
})

function expectTooDeep(levels: number): void {
  const fault =
    /^e\.\w+:\d+:\d+: expected (?:the text|`cases\[0]\.input`) to be nested at most 500 levels deep, but received "?\[/
  expect(messageOf(deepSet(levels), 'e.json')).toMatch(fault)
  expect(messageOf(deepSet(levels), 'e.yaml')).toMatch(fault)
}

test.each([501, 800, 5000])('an input of %i levels is refused as such', expectTooDeep)

test('an input of 200,000 levels is refused as such', { tags: ['long'] }, () => expectTooDeep(200_000))

test.each([501, 800, 5000])('YAML blocks of %i levels are refused as such', (levels) => {
  expect(messageOf(deepYaml(levels), 'e.yaml')).toContain('to be nested at most 500 levels deep')
})

test('fields that JavaScript knows are fields like any other', () => {
  const input = '{"__proto__":{"a":1},"constructor":"b","toString":{"__proto__":"c"}}'
  const text = `{"version": 1, "feature": "__proto__", "cases": [{"id": "constructor", "input": ${input}}]}`
  for (const file of ['e.json', 'e.yaml']) {
    const { set } = parseEvalSet(text, file)
    expect(JSON.stringify(set.cases[0]?.input)).toBe(input)
    expect([set.feature, set.cases[0]?.id]).toEqual(['__proto__', 'constructor'])
  }
})

test('a fault carries its line and column', () => {
  const text = '{\n  "version": 1,\n  "feature": "f",\n  "cases": [\n    { "id": "c1",\n      "inptu": "x" }\n  ]\n}'
  expect(() => parseEvalSet(text, 'e.json')).toThrow(expect.objectContaining({ line: 6, column: 7 }))
})

const names = ['e.json', 'e.yaml', 'e.jsonl']
const seed = JSON.stringify({
  version: 1,
  feature: 'f',
  rubric: { dimensions: [{ name: 'a', weight: 1 }] },
  cases: [{ ...CASE, must_not: ['re:a+'] }],
})
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc.string({ unit: fc.constantFrom(...'{}[]":,&*!|>%@#-? \n\tab1') }),
  fc.tuple(fc.nat(seed.length), fc.nat(4), fc.string({ maxLength: 4 })).map(([at, cut, put]) => {
    return seed.slice(0, at) + put + seed.slice(at + cut)
  }),
)

test.each(names)('property: any %s is read or refused with an InputError', (name) => {
  fc.assert(
    fc.property(anyText, (text) => {
      const message = messageOf(text, name)
      if (message !== 'no fault') expect(message).toMatch(/^e\.\w+:\d+:\d+: expected /)
    }),
    { numRuns: 400 },
  )
})

test('keys that are lists or maps are refused, at once however deep they nest', () => {
  const took = cpuTime(() => {
    for (const input of [`? ${'? '.repeat(600)}a`, '[x]: y', '{a: b}: c', '&k [x]: 1']) {
      const text = `version: 1\nfeature: f\ncases:\n  - id: a\n    input:\n      ${input}\n`
      expect(messageOf(text, 'e.yaml')).toMatch(
        /^e\.yaml:6:\d+: expected the text to be YAML, .*(?:A key is a text|nested)/,
      )
    }
  })
  expect(took).toBeLessThan(2_000)
  expect(messageOf('a: 1\n1: 2\n"1": 3\n', 'e.yaml')).toContain('e.yaml:3:1: ')
})
