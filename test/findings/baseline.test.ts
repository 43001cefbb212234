import { expect, it } from 'vitest'
import { readBaseline } from '../../src/findings/baseline.js'

const issue = { id: 'A', description: 'The lock is never released' }

it('reads groups by severity, whatever their case', () => {
  expect(readBaseline({ Critical: [issue], low: [{ ...issue, id: 'B' }] })).toEqual([
    { ...issue, severity: 'critical' },
    { ...issue, id: 'B', severity: 'low' },
  ])
})

it('reads a flat list and leaves out fields that it does not know', () => {
  expect(readBaseline([{ ...issue, severity: 'HIGH', weight: 3, hint: 'look at close()' }])).toEqual([
    { ...issue, severity: 'high' },
  ])
})

it('takes fields that are called like one that is there for those of others', () => {
  expect(readBaseline([{ ...issue, severity: 'high', ids: ['x'], cid: 7, descriptions: [], severities: [] }])).toEqual([
    { ...issue, severity: 'high' },
  ])
})

it('takes a group that is no severity as medium and keeps its name', () => {
  expect(readBaseline({ happy_path: [issue] })).toEqual([{ ...issue, severity: 'medium', category: 'happy_path' }])
  expect(readBaseline([{ ...issue, severity: 'Validation' }])).toEqual([
    { ...issue, severity: 'medium', category: 'Validation' },
  ])
})

it.each([
  ['src/a.ts:12-14', [{ file: 'src/a.ts', line: 12, lineEnd: 14 }]],
  ['src/a.ts:12, src/b.ts', [{ file: 'src/a.ts', line: 12 }, { file: 'src/b.ts' }]],
  ['AuthModule.tsx, line 66', [{ file: 'AuthModule.tsx', line: 66 }]],
  ['line 66', undefined],
  ['lines 54-55', undefined],
  ['all API calls', undefined],
])('reads the location %j as far as it names files', (location, locations) => {
  expect(readBaseline({ high: [{ ...issue, location }] })[0]).toEqual({
    ...issue,
    severity: 'high',
    location,
    ...(locations === undefined ? {} : { locations }),
  })
})

it('prefers the locations that are given to those in the text', () => {
  const locations = [{ file: 'src/b.ts', line: 3 }]
  expect(readBaseline({ high: [{ ...issue, location: 'src/a.ts:1', locations }] })[0]?.locations).toEqual(locations)
})

it('says what is wrong and where', () => {
  const messageOf = (input: unknown): string => {
    try {
      return `accepted: ${JSON.stringify(readBaseline(input))}`
    } catch (error) {
      return String(error)
    }
  }
  const inputs = [
    { critical: [issue, { description: 'no id' }] },
    { critical: [{ ...issue, id: '  ' }] },
    [{ ...issue, severity: 'low', description: '' }],
    [issue],
    { high: [issue], low: [issue] },
    { high: [{ ...issue, locations: [{ file: 'a.ts', line: 0 }] }] },
    { high: issue },
    { high: [] },
    [],
    'A',
    null,
    [{ ...issue, severity: 'low', loction: 'a.ts:3' }],
    { high: [{ ...issue, sevrity: 'low' }] },
    [{ ...issue, Severity: 'low' }],
    [{ id: 'A', severity: 'low', desc: 'x' }],
    [{ ...issue, severity: 'low', locations: [{ file: 'a.ts', lines: 3 }] }],
    [{ ...issue, severity: 'low', locations: [{ file: 'a.ts', 'line_end\u200b': 3 }] }],
  ]
  expect(`\n${inputs.map(messageOf).join('\n')}\n`).toMatchInlineSnapshot(`
    "
    InputError: baseline: expected \`issues.critical[1].id\` to be a string, but received undefined.
    InputError: baseline: expected \`issues.critical[0].id\` to be a text that is not empty, but received " ".
    InputError: baseline: expected \`issues[0].description\` to be a text that is not empty, but received "".
    InputError: baseline: expected \`issues[0].severity\` to be a string, but received undefined.
    InputError: baseline: expected \`issues.low[0].id\` to be an id that no other issue has, but received "A".
    InputError: baseline: expected \`issues.high[0].locations[0].line\` to be a line number from 1, but received 0.
    InputError: baseline: expected \`issues.high\` to be a list of issues, but received {"id":"A","description":"The lock is never released"}.
    InputError: baseline: expected \`issues\` to be at least one issue, but received {"high":[]}.
    InputError: baseline: expected \`issues\` to be at least one issue, but received [].
    InputError: baseline: expected \`issues\` to be a list of issues or an object of lists, but received "A".
    InputError: baseline: expected \`issues\` to be a list of issues or an object of lists, but received null.
    InputError: baseline: there is no \`issues[0].loction\`. Did you mean \`location\`? Known are \`id\`, \`description\`, \`location\`, \`locations\`, \`severity\`.
    InputError: baseline: there is no \`issues.high[0].sevrity\`. Did you mean \`severity\`? Known are \`id\`, \`description\`, \`location\`, \`locations\`, \`severity\`.
    InputError: baseline: there is no \`issues[0].Severity\`. Did you mean \`severity\`? Known are \`id\`, \`description\`, \`location\`, \`locations\`, \`severity\`.
    InputError: baseline: there is no \`issues[0].desc\`. Did you mean \`description\`? Known are \`id\`, \`description\`, \`location\`, \`locations\`, \`severity\`.
    InputError: baseline: there is no \`issues[0].locations[0].lines\`. Did you mean \`line\`? Known are \`file\`, \`line\`, \`lineEnd\`.
    InputError: baseline: there is no \`issues[0].locations[0].line_end\\u200b\`. Did you mean \`lineEnd\`? Known are \`file\`, \`line\`, \`lineEnd\`.
    "
  `)
})
