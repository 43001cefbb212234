import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { extractFindings } from '../../src/findings/extract.js'
import { matchFindings } from '../../src/findings/match.js'
import { settleIssues } from '../../src/findings/settle.js'
import type { BaselineIssue } from '../../src/types.js'

const issue = (id: string, description: string): BaselineIssue => ({ id, severity: 'high', description })
const baseline = [
  issue('SQL', 'SQL injection: the user name goes unescaped into the login query'),
  issue('LEAK', 'A connection is never closed on timeout'),
  issue('TYPO', 'Misspelt word in the comment about retries'),
]
const sql = '- src/login.ts:12: SQL injection: the user name goes unescaped into the login query\n'
const settle = (text: string, issues = baseline) =>
  settleIssues({ text, baseline: issues, matched: matchFindings(extractFindings(text), issues) })

test('what is clearly found and what the review clearly does not speak of is settled, the band between is not', () => {
  expect(settle(`${sql}- src/db.ts:40: a connection may stay open\n`)).toEqual({ SQL: true, TYPO: false })
})

test.each([
  [
    'in the prose around its findings',
    `${sql}\nThis was quick work: even the comment about retries has a misspelling.\n`,
  ],
  [
    'in praise that was not read as a finding',
    `## Strengths\n\nRetries are fine but for a misspelt comment.\n\n## Issues\n\n${sql}`,
  ],
  ['in a quotation', `${sql}\n> The comment on retries has a misspelt word\n`],
  ['with Windows line ends', `${sql}\nNice.\nThe comment about retries is misspelt.\n`.replaceAll('\n', '\r\n')],
])('an issue that the review speaks of %s is left to the judge', (_where, text) => {
  expect(settle(text)).not.toHaveProperty('TYPO')
})

test.each([
  ['German', 'In src/login.ts steht ein falsch geschriebenes Wort im Kommentar. Die Verbindung wird nie geschlossen.'],
  ['French', "Le nom d'utilisateur est inséré sans échappement dans la requête SQL, et la connexion reste ouverte."],
  ['Japanese', 'ユーザー名がエスケープされずに SQL クエリに入っています。接続も閉じられません。'],
  [
    'German with an English sentence',
    'Das Wort im Kommentar ist falsch geschrieben und stört.\n\nDie Verbindung wird bei Ablauf nie geschlossen.\n\nNote: the code is in the state where the user is not the owner, without a login in it.',
  ],
  [
    'Chinese under an English summary',
    '## Summary\nThis is a review of the user login in the service.\n\n## Findings\n登录接口把外部参数直接拼接进语句,存在注入。\n\n注释中的单词拼写错误,应当修改一下。',
  ],
  [
    'English, in other words',
    'A letter is off in what the note says. Also, whatever visitors type ends up verbatim in the statement that is sent away.',
  ],
  ['hardly any words', 'LGTM'],
])('of a review in another language or in other words (%s) nothing is settled as not found', (_language, text) => {
  expect(Object.values(settle(text))).not.toContain(false)
})

test('issues and reviews in one language are settled, whichever it is', () => {
  const issues = [
    issue('SQL', 'Der Benutzername gelangt ohne Maskierung in die SQL-Abfrage der Anmeldung'),
    issue('LECK', 'Die Verbindung wird bei einer Zeitüberschreitung nie geschlossen'),
    issue('TIPPFEHLER', 'Im Kommentar über Wiederholungen steht ein falsch geschriebenes Wort'),
  ]
  const review = `- src/login.ts:12: Der Benutzername gelangt ohne Maskierung in die SQL-Abfrage der Anmeldung.
- src/db.ts:3: Die Verbindung bleibt offen, wenn die Zeit abläuft.`
  expect(settle(review, issues)).toEqual({ SQL: true, TIPPFEHLER: false })
})

test('findings as JSON are looked through string by string', () => {
  const findings = [
    { path: 'src/login.ts', line: 12, body: 'SQL injection: the user name goes unescaped into the login query' },
    { path: 'src/db.ts', line: 40, body: 'A connection may stay open' },
  ]
  expect(settle(JSON.stringify(findings))).toEqual({ SQL: true, TYPO: false })
})

test('a review too long to be looked through leaves all that was not found to the judge', () => {
  const noise = 'The user name is checked in this line of the login.\n'
  expect(settle(sql + noise.repeat(100))).toHaveProperty('TYPO', false)
  expect(settle(sql + noise.repeat(2_000))).not.toHaveProperty('TYPO')
})

test('sentences in other words leave all that was not found to the judge from a third of the lines on', () => {
  const foreign = 'Das Wort im Kommentar ist falsch geschrieben und stört.\n'
  const known = 'The user name of the login query is long.\n'
  expect(settle(`${sql}\n${known}${foreign}`)).toEqual({ SQL: true })
  expect(settle(`${sql}\n${known}${known}${foreign}`)).toEqual({ SQL: true, TYPO: false, LEAK: false })
  const short = 'Alles gut soweit.\n'
  expect(settle(`${sql}\n${short}${short}${short}`)).toEqual({ SQL: true, TYPO: false, LEAK: false })
})

test('a review of few sentences is settled where all its words are those of the issues, however many these are', () => {
  const others = Array.from({ length: 30 }, (_, at) => issue(`I${at}`, `Handler${at} returns wrong${at} value${at}`))
  expect(settle('SQL injection in the login query.', [...baseline, ...others])).toHaveProperty('TYPO', false)
})

test('a review of many sentences is settled whatever share of its words is that of the issues', () => {
  const praise = ['apple', 'pear', 'plum', 'fig', 'lime', 'kiwi', 'mango', 'grape', 'melon', 'peach', 'quince', 'berry']
  const text = praise.map((word) => `Lovely ${word} ${word}tree.\n`).join('')
  expect(settle(`${text}Login.`)).toHaveProperty('TYPO', false)
  expect(settle(`${text.slice(0, text.indexOf('Lovely grape'))}Login.`)).toEqual({})
})

test('neither a long sentence nor thousands of short ones are looked through', () => {
  expect(settle(`${sql}${'user name in the login query '.repeat(3_600)}`)).toEqual({ SQL: true })
  expect(settle(`${sql}${'Login query.\n'.repeat(2_001)}`)).toEqual({ SQL: true })
})

it('property: settles only what is certain, and never throws', () => {
  const words = fc.constantFrom(
    'SQL',
    'login',
    'never',
    'closed',
    'the',
    'retries',
    '\n',
    '. ',
    '"',
    '[',
    '{',
    '接続',
    '\\n',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (list) => {
      const text = list.join(' ')
      const matched = matchFindings(extractFindings(text), baseline)
      for (const [id, found] of Object.entries(settleIssues({ text, baseline, matched }))) {
        expect(matched.issues.find((one) => one.id === id)).toMatchObject({ found, uncertain: false })
      }
    }),
  )
})
