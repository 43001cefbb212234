import { describe, expect, it } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'

/** A finding on one line: severity, place, text. */
const show = (review: unknown) =>
  extractFindings(review).map(({ file, line, lineEnd, severity, text }) =>
    [severity, file, line, lineEnd, text.replaceAll('\n', '⏎')].filter((part) => part !== undefined).join(' '),
  )

describe('JSON in fences', () => {
  const fence = (value: unknown, indent = '') =>
    ['```json', JSON.stringify(value), '```'].map((line) => indent + line).join('\n')
  const [one, other] = [{ issues: [{ message: 'It leaks' }] }, { issues: [{ message: 'It fails' }] }]
  it.each<[string, string, string[]]>([
    ['counts, and not the text around it', `- src/a.ts:3 lies\n\n${fence(one)}\n\nBye.`, ['It leaks']],
    [
      'counts the first time that it holds findings',
      [{ a: 1 }, one, other].map((it) => fence(it)).join('\n\n'),
      ['It leaks'],
    ],
    ['counts below headings', `# A\n\n## B\n\n${fence(one)}`, ['It leaks']],
    ['counts in items of lists', `- Here:\n\n${fence(one, '  ')}\n`, ['It leaks']],
    [
      'counts not where it holds none',
      `src/a.ts:3 lies.\n\n${fence({ body: '- src/b.ts:4 leaks' })}`,
      ['src/a.ts 3 src/a.ts:3 lies.'],
    ],
    ['counts not where it is none', 'src/a.ts:3 lies.\n\n```\nissues: [x]\n```', ['src/a.ts 3 src/a.ts:3 lies.']],
  ])('%s', (_, review, findings) => {
    expect(show(review)).toEqual(findings)
  })

  it('loses ids that two findings share', () => {
    const findings = [7, 7, 8].map((id) => ({ id, file: 'a.ts', message: 'x' }))
    const ids = (all: object[]) => extractFindings(fence(all)).map(({ id }) => id)
    expect(ids(findings)).toEqual([undefined, undefined, undefined])
    expect(ids(findings.slice(1))).toEqual(['7', '8'])
    expect(Object.keys(extractFindings(fence(findings))[0] ?? {})).toEqual(['text', 'file'])
  })
})

describe('SARIF', () => {
  const rules = [
    { id: 'a', shortDescription: { text: 'Of a' }, defaultConfiguration: { level: 'note' } },
    { id: 'b', shortDescription: { text: 'Of b' } },
    { shortDescription: { text: 'Of none' } },
  ]
  const at = (uri: string, region: object) => [{ physicalLocation: { artifactLocation: { uri }, region } }]
  it.each<[object, string]>([
    [{ ruleId: 'b', locations: at('file:///src/a.ts', { startLine: 3, endLine: 5 }) }, 'src/a.ts 3 5 Of b'],
    [{ ruleIndex: 0, ruleId: 'b', message: {} }, 'note Of a'],
    [{ ruleId: 'c', locations: at('a.ts', { startLine: 3, endLine: 3 }) }, 'a.ts 3 c'],
    [{ ruleId: 'c', message: { text: 'x' }, locations: at('file://a.ts', { startLine: 3 }) }, 'a.ts 3 x'],
    [
      { message: { text: 'x' }, level: 'error', locations: at('a/file://b.ts', { endLine: 3 }) },
      'error a/file://b.ts x',
    ],
    [{ message: { text: 'x' }, locations: [{ physicalLocation: {} }] }, 'x'],
  ])('reads the result %j as %s', (result, finding) => {
    expect(show({ runs: [{ tool: { driver: { rules } }, results: [result] }] })).toEqual([finding])
  })
})
