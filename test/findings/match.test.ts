import fc from 'fast-check'
import { expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import { matchFindings } from '../../src/findings/match.js'
import type { BaselineIssue, Finding } from '../../src/types.js'

const baseline: BaselineIssue[] = [
  {
    id: 'null-deref',
    severity: 'critical',
    description: 'getOrder may return null, and the order is read without a check',
    location: 'src/orders.ts:61-63',
  },
  {
    id: 'race',
    severity: 'high',
    description: 'Stock is read, reduced and written back without a lock',
    location: 'src/stock.ts:70',
  },
  { id: 'typo', severity: 'low', description: 'The word "recieve" is misspelled in the log message' },
]

const review: Finding[] = [
  {
    text: 'Two requests can reduce the stock at once, since nothing locks it between read and write.',
    file: 'src/stock.ts',
    line: 70,
  },
  { text: 'The order that getOrder returns can be null and is used unchecked.', file: 'src/orders.ts', line: 62 },
  { id: 'style-1', text: 'Prefer const over let for the total.', file: 'src/total.ts' },
]

it('finds what the review names, says why, and calls the rest unverified', () => {
  expect(matchFindings(review, baseline)).toMatchInlineSnapshot(`
    {
      "issues": [
        {
          "finding": 1,
          "found": true,
          "id": "null-deref",
          "nearest": 1,
          "score": 0.7978475752116797,
          "severity": "critical",
          "uncertain": false,
          "why": "shares getorder, get, order, return and 1 more, on the same lines",
        },
        {
          "finding": 0,
          "found": true,
          "id": "race",
          "nearest": 0,
          "score": 0.5178178647307147,
          "severity": "high",
          "uncertain": false,
          "why": "shares stock, reduced, lock, read, on the same lines",
        },
        {
          "finding": null,
          "found": false,
          "id": "typo",
          "nearest": null,
          "score": 0,
          "severity": "low",
          "uncertain": false,
          "why": "no finding shares a word with it",
        },
      ],
      "metrics": {
        "f2_score": 0.8591065292096219,
        "precision": 0.6666666666666666,
        "precision_bounds": {
          "lower": 0.6666666666666666,
          "upper": 1,
        },
        "recall": 0.9259259259259259,
        "recall_bounds": {
          "lower": 0.9259259259259259,
          "upper": 0.9259259259259259,
        },
        "weighted_found": 25,
        "weighted_total": 27,
      },
      "threshold": 0.21,
      "unverified": [
        "style-1",
      ],
    }
  `)
})

it('tells of a finding that fits two issues which one it counts for', () => {
  const twice = [
    { ...baseline[0], id: 'a' },
    { ...baseline[0], id: 'b' },
  ] as BaselineIssue[]
  const { issues } = matchFindings(review.slice(1, 2), twice)
  expect(issues.map(({ found, uncertain, why }) => ({ found, uncertain, why }))).toMatchInlineSnapshot(`
    [
      {
        "found": true,
        "uncertain": false,
        "why": "shares getorder, get, order, return and 1 more, on the same lines",
      },
      {
        "found": false,
        "uncertain": true,
        "why": "the nearest finding shares getorder, get, order, return and 1 more, on the same lines, but it already counts for a",
      },
    ]
  `)
})

it('finds nothing in a review without findings', () => {
  const { issues, unverified } = matchFindings([], baseline)
  expect(unverified).toEqual([])
  expect(issues.map(({ found, score, finding, nearest, why }) => [found, score, finding, nearest, why])).toEqual(
    baseline.map(() => [false, 0, null, null, 'the review makes no finding']),
  )
})

it('calls every finding unverified where there is no issue', () => {
  expect(matchFindings(review, [])).toMatchObject({ issues: [], unverified: [0, 1, 'style-1'], threshold: 0.21 })
})

it('takes a review in any form, and issues by severity', () => {
  const text = '- src/login.ts:12: SQL injection: the user name goes unescaped into the login query'
  const description = 'SQL injection: the user name goes unescaped into the login query'
  const grouped = { critical: [{ id: 'SQL', description }], low: [{ id: 'TYPO', description: 'A misspelt comment' }] }
  const whole = matchFindings(text, grouped)
  expect(whole.issues.map(({ id, severity, found }) => [id, severity, found])).toEqual([
    ['SQL', 'critical', true],
    ['TYPO', 'low', false],
  ])
  const comment = { path: 'src/login.ts', line: 12, body: description }
  expect(matchFindings([comment], grouped).issues[0]?.found).toBe(true)
  // 15 of 15 + 2
  expect(whole.metrics).toMatchObject({ weighted_found: 15, weighted_total: 17, precision: 1 })
  expect(() => matchFindings(text, {})).toThrow(InputError)
})

it('gives bounds for what is uncertain: recall over the issues in the band, precision over what nobody verified', () => {
  const issues = [
    { id: 'LEAK', severity: 'high' as const, description: 'A connection is never closed on timeout' },
    { id: 'TYPO', severity: 'low' as const, description: 'A misspelt comment' },
  ]
  const { issues: matched, metrics } = matchFindings('- the connection may stay open\n- rename x', issues)
  expect(matched.map(({ uncertain }) => uncertain)).toEqual([true, false])
  expect(metrics.recall_bounds).toEqual({ lower: 0, upper: 10 / 12 })
  expect(metrics.precision_bounds.upper).toBe(1)
  expect(metrics.precision_bounds.lower).toBe(metrics.precision)
})

it('gives the lines of the issue more weight than another place', () => {
  const scoreAt = (place: Partial<Finding>) =>
    matchFindings([{ text: 'The order may be null here', ...place }], baseline.slice(0, 1)).issues[0]?.score ?? 0
  const onLines = scoreAt({ file: 'src/orders.ts', line: 63 })
  const near = scoreAt({ file: 'orders.ts', line: 70 })
  const elsewhere = scoreAt({ file: 'src/other.ts', line: 63 })
  expect(near).toBe(scoreAt({}))
  expect([onLines - near, near - elsewhere].map((gap) => Number(gap.toFixed(9)))).toEqual([0.15, 0.05])
})

it('asks for more under the preset for human reviews', () => {
  const finding = { text: 'The order is checked too late, after the total' }
  const found = (preset?: 'human-review') =>
    matchFindings([finding], baseline.slice(0, 1), preset ? { preset } : {}).issues[0]?.found
  expect([found(), found('human-review')]).toEqual([true, false])
})

it.each([
  [
    'Ukrainian',
    'Паролі користувачів зберігаються у відкритому вигляді',
    'Пароль користувачів зберігаються у базі у відкритому вигляді',
  ],
  ['Chinese', '移除了对证书职称名称非空的检查', '证书过滤条件中移除了对职称名称非空的检查，可能导致空值'],
  ['Japanese', 'ファイルが閉じられていない', '例外が起きるとファイルが閉じられていないままになる'],
  ['German', 'Der Betrag wird nicht auf negative Werte geprüft', 'Negative Werte beim Betrag werden nirgends geprüft'],
])('works in %s', (_, description, text) => {
  const other = { text: '???', file: 'src/b.ts' }
  const { issues, unverified } = matchFindings([other, { text }], [{ id: 'x', severity: 'low', description }])
  expect(issues[0]).toMatchObject({ found: true, finding: 1 })
  expect(unverified).toEqual([0])
})

const texts = fc.array(fc.constantFrom('lock', 'null', 'order', 'stock', 'race', 'token', '空值', 'the'), {
  maxLength: 6,
})
const findings = fc.array(
  texts.map((words): Finding => ({ text: words.join(' ') })),
  { maxLength: 6 },
)
const issues = fc
  .array(
    texts.map((words) => words.join(' ')),
    { maxLength: 6 },
  )
  .map((all) => all.map((description, i): BaselineIssue => ({ id: `i${i}`, severity: 'low', description })))

it('matches one to one, with scores from 0 to 1 and every finding either matched or unverified', () => {
  fc.assert(
    fc.property(findings, issues, (made, known) => {
      const result = matchFindings(made, known)
      const used = result.issues.flatMap(({ finding }) => (finding === null ? [] : [finding]))
      expect([...used, ...result.unverified].sort()).toEqual(made.map((_, j) => j))
      for (const { found, score, finding } of result.issues) {
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(found).toBe(finding !== null)
        if (found) expect(score).toBeGreaterThanOrEqual(result.threshold)
      }
    }),
  )
})

it('matches as much in any order of findings and issues', () => {
  const gain = (made: readonly Finding[], known: readonly BaselineIssue[]) => {
    const { issues: all, threshold } = matchFindings(made, known)
    return all.reduce((sum, { found, score }) => sum + (found ? score - threshold : 0), 0)
  }
  fc.assert(
    fc.property(findings, issues, (made, known) => {
      expect(gain(made.toReversed(), known.toReversed())).toBeCloseTo(gain(made, known), 9)
    }),
  )
})
