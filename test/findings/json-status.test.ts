import { expect, it, test } from 'vitest'
import { readReview } from '../../matchers/received-review.js'
import { extractFindings } from '../../src/findings/extract.js'

const text = 'SQL injection in login: user input is concatenated into the query'
const sarif = (result: object, rules: object[] = []) => ({
  version: '2.1.0',
  runs: [{ tool: { driver: { name: 'x', rules } }, results: [{ ruleId: 'a', message: { text }, ...result }] }],
})
const countOf = (review: unknown) => [extractFindings(review).length, extractFindings(JSON.stringify(review)).length]

test.each<[string, object]>([
  ['kind pass', { kind: 'pass', level: 'none' }],
  ['kind pass without a level', { kind: 'pass' }],
  ['kind notApplicable', { kind: 'notApplicable' }],
  ['kind informational', { kind: 'informational' }],
  ['kind open', { kind: 'open' }],
  ['level none', { level: 'none' }],
  ['an issue gone since the baseline', { baselineState: 'absent' }],
  ['a suppression', { suppressions: [{ kind: 'inSource' }] }],
  ['an accepted suppression', { suppressions: [{ kind: 'external', status: 'accepted' }] }],
])('a SARIF result of %s is no finding', (_what, result) => {
  expect(countOf(sarif(result))).toEqual([0, 0])
  const { runs } = sarif(result)
  const withoutTool = { runs: runs.map(({ results }) => ({ results })) }
  expect(countOf(withoutTool)).toEqual([0, 0])
})

it('a rule whose level is none reports nothing', () => {
  expect(countOf(sarif({}, [{ id: 'a', defaultConfiguration: { level: 'none' } }]))).toEqual([0, 0])
})

test.each<[string, object]>([
  ['neither', {}],
  ['kind fail', { kind: 'fail', level: 'note' }],
  ['kind review', { kind: 'review', level: 'warning' }],
  ['baselineState unchanged', { baselineState: 'unchanged' }],
  ['no suppressions', { suppressions: [] }],
  ['a suppression under review', { suppressions: [{ kind: 'external', status: 'underReview' }] }],
  [
    'one of two suppressions rejected',
    { suppressions: [{ kind: 'inSource' }, { kind: 'external', status: 'rejected' }] },
  ],
  ['fields of another type', { kind: 7, baselineState: null, suppressions: 'none' }],
])('a SARIF result with %s is a finding', (_what, result) => {
  expect(countOf(sarif(result))).toEqual([1, 1])
})

const finding = { file: 'src/login.py', line: 12, description: text }

test.each<[string, object]>([
  ...[
    'false_positive',
    'False Positive',
    'resolved',
    'DISMISSED',
    'fixed',
    'closed',
    'suppressed',
    'not-an-issue',
    'passed',
  ].map((status): [string, object] => [`status ${status}`, { status }]),
  ['state dismissed', { state: 'dismissed' }],
  ['resolution FALSE-POSITIVE', { status: 'RESOLVED', resolution: 'FALSE-POSITIVE' }],
  ...['resolution', 'disposition', 'triage', 'verdict'].map((key): [string, object] => [key, { [key]: 'invalid' }]),
  ...['dismissed', 'false_positive', 'is_false_positive', 'resolved', 'fixed', 'suppressed', 'ignored'].map(
    (flag): [string, object] => [`a flag ${flag}`, { [flag]: true }],
  ),
  ['severity none', { severity: 'none' }],
])('a JSON finding with %s is none', (_what, fields) => {
  expect(countOf({ findings: [{ ...finding, ...fields }] })).toEqual([0, 0])
  expect(readReview('toFindBaselineIssues', [{ text, ...fields }]).findings).toEqual([])
})

test.each<[string, object]>([
  ['status open', { status: 'open' }],
  ['status confirmed', { status: 'CONFIRMED' }],
  ['a risk that was accepted', { status: 'accepted', resolution: 'wontfix' }],
  ['a flag that is off', { dismissed: false, resolved: null }],
  ['status not fixed', { status: 'not fixed', state: 'not dismissed' }],
  ['status fixed later', { status: 'fixed later', state: 'dismissed later' }],
  ['a title that says so', { title: 'Resolved promises are dismissed' }],
])('a JSON finding with %s is one', (_what, fields) => {
  expect(countOf({ findings: [{ ...finding, ...fields }] })).toEqual([1, 1])
})

it('a review on GitHub that was dismissed counts with none of its comments; one of a closed pull request counts', () => {
  const comments = [{ path: 'src/login.py', line: 12, body: text }]
  expect(countOf([{ state: 'DISMISSED', body: `- src/login.py:12: ${text}`, comments }])).toEqual([0, 0])
  expect(countOf([{ path: 'src/login.py', line: 12, body: text, state: 'DISMISSED' }])).toEqual([0, 0])
  expect(countOf({ state: 'closed', comments })).toEqual([1, 1])
  expect(countOf([{ state: 'CHANGES_REQUESTED', body: '', comments }])).toEqual([1, 1])
})

it('rows of a table whose status says so are no findings', () => {
  const rows = ['| File | Line | Severity | Issue | Status |', '|-|-|-|-|-|']
  const row = (status: string) => `| src/login.py | 12 | High | ${text} ${status} | ${status} |`
  const table = [...rows, row('✅ Fixed'), row('False positive'), row('Open'), row('')].join('\n')
  expect(extractFindings(table).map((one) => one.text)).toEqual([`${text} Open`, text])
})
