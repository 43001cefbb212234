/**
 * What the judge of `toFindBaselineIssues` is asked, over the local Messages API.
 */
import { beforeAll, expect, test } from 'vitest'
import type { Settling } from '../../matchers/offline-issues.js'
import { type MessagesApi, startMessagesApi } from '../support/messages-api.js'
import type { Block } from '../support/messages-api-rules.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type FilesRun, runFiles } from './run-files.js'

const source = `import { expect, test } from 'vitest'
const issues = [
  { id: 'SQL', severity: 'critical', description: 'SQL injection: the user name goes unescaped into the login query' },
  { id: 'LEAK', severity: 'high', description: 'A connection is never closed on timeout' },
  { id: 'TYPO', severity: 'low', description: 'Misspelt word in the comment about retries' },
]
const sql = '- src/login.ts:12: SQL injection: the user name goes unescaped into the login query\\n'
const judged = { judge: true, minRecall: 0.5 }
test('clear', async ({ expect }) => { await expect(sql).toFindBaselineIssues(issues, judged) })
test('clearly missed', async ({ expect }) => { await expect(sql).toFindBaselineIssues(issues, { ...judged, mustFind: ['LEAK'] }) })
test('scored', async ({ expect }) => { await expect(sql + 'scored').toFindBaselineIssues(issues, { ...judged, minScore: 0.3 }) })
test('precise', async ({ expect }) => { await expect(sql + 'precise').toFindBaselineIssues(issues, { ...judged, minPrecision: 0.3 }) })
test('band', async ({ expect }) => { await expect(sql + '- src/db.ts:3: the connection may stay open').toFindBaselineIssues(issues, judged) })
test('aside', async ({ expect }) => { await expect(sql + '\\nThe comment about retries is misspelt, by the way.').toFindBaselineIssues(issues, judged) })
test('foreign', async ({ expect }) => { await expect('- src/db.ts:3: Die Verbindung bleibt bei Zeitablauf offen.').not.toFindBaselineIssues(issues, judged) })
test('refused', async ({ expect }) => { await expect(sql + '- src/db.ts:3: the connection may stay open. refuse').toFindBaselineIssues(issues, { ...judged, minRecall: 0.9 }) })
`

let api: MessagesApi
let run: FilesRun
beforeAll(async () => {
  const refuses = (text: string) => /\brefuse\b/.test(text)
  api = await startMessagesApi({
    reply: (request) =>
      refuses(JSON.stringify(request.messages))
        ? { text: '', stop_reason: 'refusal', category: 'general_harms' }
        : answerRequest(request),
  })
  run = await runFiles({ 'vitest.config.ts': apiConfig(api.url, `recordings: 'off'`), 'a.test.ts': source })
  return () => api.close()
})

const checkOf = (test: string) => run.results[0]?.checks.find((check) => check.test === test)
const foundBy = (test: string) => {
  const findings = checkOf(test)?.judgement.baseline_findings as { id: string; found: boolean | null; by: string }[]
  return findings.map(({ id, found, by }) => `${id} ${found} ${by}`)
}
const textOf = (blocks: readonly Block[] = []) => blocks.map(({ text = '' }) => text).join('\n')
/** Ids that the judge was asked about, in the request whose review ends with a text; undefined where there is none. */
const askedAbout = (end: string) => {
  const request = api.requests.find(({ body }) => textOf(body.messages.at(-1)?.content).includes(`${end}\n</material-`))
  if (request === undefined) return undefined
  return [...textOf(request.body.system).matchAll(/^\{"id":"(\w+)"/gm)].map(([, id]) => id)
}

test('where everything is clear and no score is asserted, nobody is asked', () => {
  expect(checkOf('clear')).toMatchObject({
    verdict: 'pass',
    judgement: {
      mode: 'offline',
      settling: { found: 1, not_found: 2, asked: 0, pairs: 3, pairs_settled: 3, requests_saved: 1 },
    },
  })
  expect(foundBy('clear')).toEqual(['SQL true matcher', 'LEAK false matcher', 'TYPO false matcher'])
  expect(run.tests['clearly missed']?.errors.join('\n')).toMatchInlineSnapshot(`
    "Error: expect(review).toFindBaselineIssues(issues)

    Expected recall: >= 0.50
    Received recall:    0.56  (1 of 3 issues, 1 finding)

      Must be found and was not: LEAK

      ✗ LEAK  high    (must be found)
          no finding shares a word with it. Known: A connection is never closed on timeout
      ✗ TYPO  low
          no finding shares a word with it. Known: Misspelt word in the comment about retries
      ✓ SQL  critical  by "src/login.ts:12: SQL injection: the user name goes… (+31 characters)"

    Review: "- src/login.ts:12: SQL injection: the user name goes unescap…" (84 characters)
    Judge:  not asked, because the matcher settled 3 of 3 issues"
  `)
  expect(askedAbout('the login query\n')).toBeUndefined()
})

test('a score or a precision is the judge’s to say, and it is asked about no issue that is settled', () => {
  for (const test of ['scored', 'precise']) {
    expect(checkOf(test)?.judgement, test).toMatchObject({ requests: 1, settling: { asked: 0, requests_saved: 0 } })
    expect(askedAbout(test)).toEqual([])
  }
})

test('only the band between is asked about; what was not asked is estimated', () => {
  expect(askedAbout('may stay open')).toEqual(['LEAK'])
  expect(foundBy('band')).toEqual(['SQL true matcher', 'LEAK false model', 'TYPO false matcher'])
  expect(checkOf('band')?.judgement).toMatchObject({ requests: 1, settling: { found: 1, not_found: 1, asked: 1 } })
  const savedBy = (test: string) => {
    const { settling } = checkOf(test)?.judgement ?? {}
    return (settling as Settling).estimated_input_tokens_saved
  }
  // The whole prompt; and two issues less what is told of the one that is found.
  expect(savedBy('clear')).toBeGreaterThan(800)
  expect(Math.abs(savedBy('band'))).toBeLessThan(100)
})

test('an issue that the review speaks of outside of its findings, or in another language, is asked about', () => {
  expect(askedAbout('by the way.')).toEqual(['TYPO'])
  expect(askedAbout('bei Zeitablauf offen.')).toEqual(['SQL', 'LEAK', 'TYPO'])
})

test('a judge that refuses leaves open only what it was asked about', () => {
  expect(foundBy('refused')).toEqual(['SQL true matcher', 'LEAK null model', 'TYPO false matcher'])
  expect(run.tests.refused?.errors.join('\n')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(review).toFindBaselineIssues(issues)

    No verdict: answer is unjudged: the judge refused (category: general_harms).
    This says nothing about the output.

    Expected recall: >= 0.90
    Received recall:    0.56 to 0.93  (1 of 3 issues, 2 findings)

      ✗ TYPO  low
          no finding shares a word with it. Known: Misspelt word in the comment about retries
      ? LEAK  high
          unjudged. Known: A connection is never closed on timeout; nearest: "src/db.ts:3: the connection may stay open. refuse"
      ✓ SQL  critical  by "src/login.ts:12: SQL injection: the user name goes… (+31 characters)"
      + 1 finding matches no known issue: "src/db.ts:3: the connection may stay open. refuse"

    Review: "- src/login.ts:12: SQL injection: the user name goes unescap…" (135 characters)
    Judge:  claude-haiku-5-5, prompt solo-issues-1, 1 request; the matcher settled 2 of 3 issues"
  `)
})
