import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { disclaims, mayDeny } from '../../src/findings/denial.js'
import { extractFindings } from '../../src/findings/extract.js'
import { matchFindings } from '../../src/findings/match.js'
import { settleIssues } from '../../src/findings/settle.js'
import { cpuTime } from '../support/cpu.js'

const SQL = 'SQL injection in login: user input is concatenated into the query'
const RACE = 'Race condition: the counter is updated without holding the lock'
const LEAK = 'A connection is leaked on timeout'

test.each([
  [SQL, 'No SQL injection in login: user input is not concatenated into the query, it is parameterised.'],
  [SQL, 'SQL injection in login: user input is never concatenated into the query. Fine.'],
  [SQL, 'SQL injection in login: user input is concatenated into the query. Not an issue here.'],
  [RACE, 'No race condition: the counter is updated while holding the lock.'],
  [RACE, 'The counter is updated under the lock.'],
  [LEAK, "A connection isn't leaked on timeout."],
  [LEAK, 'A connection leaked on timeout? Not the case here, handled correctly.'],
  [LEAK, 'I checked whether a connection is leaked on timeout: it is not.'],
  [LEAK, 'There is no way that a connection is leaked on timeout.'],
  ['A connection is never closed on timeout', 'The connection is always closed on timeout.'],
  ['Die Benutzereingabe wird in die Abfrage eingefügt', 'Die Benutzereingabe wird nicht in die Abfrage eingefügt.'],
  ["L'entrée est concaténée dans la requête", "L'entrée n'est pas concaténée dans la requête."],
  ['La entrada se concatena en la consulta', 'La entrada nunca se concatena en la consulta.'],
  ['Ввод пользователя подставляется в запрос', 'Ввод пользователя не подставляется в запрос.'],
  ['移除了对证书职称名称非空的检查', '没有移除对证书职称名称非空的检查'],
])('of "%s" the finding "%s" may be a denial', (issue, finding) => {
  expect(mayDeny(issue, finding)).toBe(true)
})

test.each([
  [SQL, SQL],
  [SQL, 'SQL injection: the user name goes unescaped into the login query, which is not parameterised.'],
  [RACE, 'Nothing locks the counter, so that two updates race.'],
  [RACE, 'The counter is updated without the lock. It should be updated while holding the lock.'],
  [LEAK, 'The timeout leaks a connection, which is never closed.'],
  ['A connection is never closed on timeout', 'On timeout the connection is not closed.'],
  ['The token is not checked', 'Missing check of the token'],
])('of "%s" the finding "%s" is no denial', (issue, finding) => {
  expect(mayDeny(issue, finding)).toBe(false)
})

const baseline = [
  { id: 'SQL', description: SQL, severity: 'critical' as const, location: 'src/login.py:12' },
  { id: 'RACE', description: RACE, severity: 'high' as const, location: 'src/counter.py:40' },
]
const settle = (text: string) =>
  settleIssues({ text, baseline, matched: matchFindings(extractFindings(text), baseline, { text }) })

test.each([
  ['denies each issue', `- No ${SQL}.\n- No ${RACE}.`],
  ['lists what to look for', `Things a reviewer should look for:\n\n1. ${SQL}\n2. ${RACE}\n\nGood luck.`],
  ['had no time', `1. ${SQL}\n2. ${RACE}\n\nI had no time to look.`],
  ['did not look', `1. ${SQL}\n2. ${RACE}\n\nI haven't reviewed the code.`],
  ['approves', `- ${SQL}\n- ${RACE}\n\n**Approved**, nothing to fix.`],
  ['found nothing', `I looked for two things.\n\n1. ${SQL}\n2. ${RACE}\n\nNo issues were found.`],
  ['has Windows line ends', `1. ${SQL}\r\n2. ${RACE}\r\n\r\nLGTM\r\n`],
  ['names other files', `- src/zzz.py:900: ${SQL}\n- lib/zzz.py:900: ${RACE}`],
])('of a review that %s nothing is certain, so a judge is asked', (_what, text) => {
  expect(settle(text)).toEqual({})
  expect(matchFindings(text, baseline).metrics.recall_bounds.lower).toBe(0)
})

it('a review that claims its findings needs no judge', () => {
  const text = `- src/login.py:12: ${SQL}\n- src/counter.py: ${RACE}\n\nWe should check for more, and the loan must be approved.`
  expect(settle(text)).toEqual({ SQL: true, RACE: true })
})

it('says what is doubtful', () => {
  const findings = [{ text: `No ${SQL}` }, { text: RACE, file: 'src/zzz.py', line: 900 }]
  expect(matchFindings(findings, baseline).issues.map(({ found, doubt }) => [found, doubt])).toEqual([
    [true, 'it may deny it'],
    [true, 'it names another file'],
  ])
  const claimed = [{ text: SQL }]
  const { issues } = matchFindings(claimed, baseline, { text: 'I had no time to look.' })
  expect(issues[0]?.doubt).toBe('the review may claim nothing')
})

it('property: never throws, and no text is disclaimed by its length alone', () => {
  const words = fc.constantFrom(
    'no',
    'not',
    'is',
    'query',
    'lock',
    '. ',
    '\n',
    ',',
    '没有',
    'LGTM',
    '-',
    '   ',
    "isn't",
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), fc.array(words, { maxLength: 40 }), (a, b) => {
      const [issue, finding] = [a.join(' '), b.join(' ')]
      expect(typeof mayDeny(issue, finding)).toBe('boolean')
      expect(disclaims(finding)).toBe(disclaims(finding.replaceAll('\n', '\r\n')))
    }),
  )
})

it('reads a long text in time linear in it', () => {
  const took = cpuTime(() => {
    disclaims(' \n'.repeat(1_000_000))
    mayDeny(SQL, 'it is not '.repeat(20_000))
  })
  expect(took).toBeLessThan(4_000)
})
