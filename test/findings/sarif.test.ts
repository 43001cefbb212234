import { describe, expect, it } from 'vitest'
import { readSarif } from '../../src/findings/sarif.js'

const rules = [
  { id: 'unused', shortDescription: { text: 'Unused' }, defaultConfiguration: { level: 'note' } },
  { id: 'plain' },
  { id: 'leak', shortDescription: { text: 'Leak' } },
  { id: 'said', messageStrings: { one: { text: '"{0}" leaks, {1}' } } },
]
/** A report with one run that found these. */
const reportOf = (results: unknown, driver: object = { name: 't', rules }) => ({
  runs: [{ tool: { driver }, results }],
})
const read = (result: object, driver?: object) => readSarif(reportOf([result], driver))
const at = (artifactLocation: unknown, region?: unknown) => ({ physicalLocation: { artifactLocation, region } })
const x = { message: { text: 'x' } }

describe('the text of a result is', () => {
  it.each<[string, object, string]>([
    ['its message', { ...x, ruleId: 'unused' }, 'x'],
    ['its message without spaces around', { message: { text: ' x\n' } }, 'x'],
    ['else the description of its rule', { ruleId: 'leak' }, 'Leak'],
    ['that of its rule where the message is blank', { ruleId: 'leak', message: { text: ' ' } }, 'Leak'],
    ['that of the rule whose index it has', { ruleIndex: 2 }, 'Leak'],
    ['that of its id where the index is that of another', { ruleId: 'unused', ruleIndex: 2 }, 'Unused'],
    ['that of the rule that its id goes on from', { ruleId: 'leak/1', ruleIndex: 2 }, 'Leak'],
    [
      'the message of its rule, with what changes in it',
      { ruleId: 'said', message: { id: 'one', arguments: ['fd'] } },
      '"fd" leaks, {1}',
    ],
    ['that of its id where the index is that of no rule', { ruleId: 'unused', ruleIndex: 3 }, 'Unused'],
    ['the id of a rule that is not there', { ruleId: 'other', message: { id: 'default' } }, 'other'],
    ['the id of a rule that says nothing', { ruleId: 'plain' }, 'plain'],
  ])('%s', (_, result, text) => {
    expect(read(result)?.map((finding) => finding.text)).toEqual([text])
  })

  it('not that of a rule without an id, and a result without a text is none', () => {
    expect(read({}, { rules: [{ shortDescription: { text: 'Of none' } }] })).toEqual([])
    expect(read({ ruleId: '', level: 'error', locations: [at({ uri: 'a.ts' })] })).toEqual([])
  })
})

describe('the severity of a result is', () => {
  it.each<[string, object, string | undefined]>([
    ['its level', { level: 'error', ruleId: 'unused' }, 'error'],
    ['else the level of its rule', { ruleId: 'unused' }, 'note'],
    ['none where its rule has none', { ruleId: 'leak' }, undefined],
  ])('%s', (_, result, severity) => {
    expect(read({ ...x, ...result })).toStrictEqual([{ text: 'x', ...(severity && { severity }) }])
  })
})

describe('of a report whose rules and files stand in lists, as CodeQL writes them,', () => {
  const extensions = [
    { rules: [{ id: 'first' }] },
    { name: 'pack', guid: 'g', rules: [{ id: 'pack/leak', shortDescription: { text: 'Of a pack' } }] },
  ]
  const artifacts = [{ location: { uri: 'src/a.ts', index: 0 } }, {}]
  const run = (result: object) => ({ tool: { driver: { name: 't', rules }, extensions }, artifacts, results: [result] })

  it.each<[string, object, object]>([
    ['the rule is that of the extension', { rule: { index: 0, toolComponent: { index: 1 } } }, { text: 'Of a pack' }],
    ['the rule is found by its id', { ruleId: 'pack/leak', ruleIndex: 9 }, { text: 'Of a pack' }],
    ['its own id goes first', { ruleId: 'unused', rule: { id: 'pack/leak' } }, { text: 'Of a pack' }],
    ['an index without an extension is one of the tool', { rule: { index: 0 } }, { text: 'Unused', severity: 'note' }],
    [
      'of an extension that is not there nothing is known',
      { ...x, rule: { index: 0, toolComponent: { index: 7 } } },
      { text: 'x' },
    ],
    ['an extension may be named', { rule: { index: 0, toolComponent: { name: 'pack' } } }, { text: 'Of a pack' }],
    ['or have a number of its own', { rule: { index: 0, toolComponent: { guid: 'g' } } }, { text: 'Of a pack' }],
    ['the file is that of the list', { ...x, locations: [at({ index: 0 })] }, { text: 'x', file: 'src/a.ts' }],
    [
      'the file of the result goes first',
      { ...x, locations: [at({ uri: 'b.ts', index: 0 })] },
      { text: 'x', file: 'b.ts' },
    ],
    ['a file without an address is none', { ...x, locations: [at({ index: 1 })] }, { text: 'x' }],
    ['a file that is not in the list is none', { ...x, locations: [at({ index: 7 })] }, { text: 'x' }],
    ['what is no index is none', { ...x, rule: 'x', locations: [at({ index: 'a' })] }, { text: 'x' }],
  ])('%s', (_, result, finding) => {
    expect(readSarif({ runs: [run(result)] })).toStrictEqual([finding])
  })
})

describe('the place of a result', () => {
  it.each<[string, unknown, object]>([
    [
      'has its file and lines',
      [at({ uri: 'src/a.ts' }, { startLine: 2, endLine: 4 })],
      { file: 'src/a.ts', line: 2, lineEnd: 4 },
    ],
    [
      'has one line where it ends on the line',
      [at({ uri: 'a.ts' }, { startLine: 2, endLine: 2 })],
      { file: 'a.ts', line: 2 },
    ],
    [
      'has one line where it ends before',
      [at({ uri: 'a.ts' }, { startLine: 2, endLine: 1 })],
      { file: 'a.ts', line: 2 },
    ],
    ['has no end without a beginning', [at({ uri: 'a.ts' }, { endLine: 4 })], { file: 'a.ts' }],
    ['is a file alone', [at({ uri: 'a.ts' })], { file: 'a.ts' }],
    ['has no line where that is none', [at({ uri: 'a.ts' }, { startLine: 0, endLine: 4 })], { file: 'a.ts' }],
    ['has no line where that is no number', [at({ uri: 'a.ts' }, { startLine: '2' })], { file: 'a.ts' }],
    [
      'has no end where that is no whole number',
      [at({ uri: 'a.ts' }, { startLine: 2, endLine: 4.5 })],
      { file: 'a.ts', line: 2 },
    ],
    ['is a line in no file', [at({}, { startLine: 2 })], { line: 2 }],
    ['is a line alone', [at(undefined, { startLine: 2 })], { line: 2 }],
    ['is a path where it is an address of a file', [at({ uri: 'file:///src/a.ts' })], { file: 'src/a.ts' }],
    ['is a path where the address has a slash less', [at({ uri: 'file://a.ts' })], { file: 'a.ts' }],
    ['is a path where the address has signs in numbers', [at({ uri: 'my%20file%25.ts' })], { file: 'my file%.ts' }],
    ['keeps what is no such sign', [at({ uri: 'a%20b%.ts' })], { file: 'a%20b%.ts' }],
    ['keeps addresses within a path', [at({ uri: 'a/file://b.ts' })], { file: 'a/file://b.ts' }],
    ['is the first one', [at({ uri: 'a.ts' }), at({ uri: 'b.ts' })], { file: 'a.ts' }],
    ['is the first in a file', [{ logicalLocations: [{ name: 'f' }] }, at({ uri: 'b.ts' })], { file: 'b.ts' }],
    ['is none where the address is empty', [at({ uri: 'file:///' })], {}],
    ['is none where there is none', [{ physicalLocation: {} }], {}],
    ['is none where it is no list', 'a.ts', {}],
    ['is none in an empty list', [], {}],
  ])('%s', (_, locations, place) => {
    expect(read({ ...x, locations })).toStrictEqual([{ text: 'x', ...place }])
  })
})

describe('of a report', () => {
  it('the results of all runs are read in their order, without those that report no defect', () => {
    const [run] = reportOf([x, { ...x, level: 'none' }, { message: { text: 'y' } }]).runs
    const other = reportOf([
      { message: { text: 'z' } },
      { ...x, kind: 'pass' },
      { ...x, suppressions: [{}] },
      { ...x, baselineState: 'absent' },
    ]).runs[0]
    expect(readSarif({ runs: [run, other] })).toEqual([{ text: 'x' }, { text: 'y' }, { text: 'z' }])
  })

  it.each<[string, unknown]>([
    ['no results', undefined],
    ['null for results', null],
    ['an empty list', []],
  ])('with %s there is nothing to read', (_, results) => {
    expect(readSarif(reportOf(results))).toEqual([])
  })

  it.each<[string, object]>([
    ['rules that are none', { rules: 'none' }],
    ['a rule whose level is none', { rules: [{ id: 'a', defaultConfiguration: 'note' }] }],
    ['no rules', {}],
  ])('with %s the results are read all the same', (_, driver) => {
    expect(read({ ...x, ruleId: 'a' }, driver)).toEqual([{ text: 'x' }])
  })

  it.each<[string, unknown]>([
    ['another value', [x]],
    ['no runs', { results: [x] }],
    ['runs without a tool', { runs: [{ results: [x] }] }],
    ['results that are no list', reportOf('x')],
    ['a result that is no object', reportOf(['x'])],
  ])('%s is none', (_, value) => {
    expect(readSarif(value)).toBeUndefined()
  })
})
