/**
 * `toMatchHumanReview` in real Vitest, the judge over the local Messages API.
 */
import { beforeAll, expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { type FilesRun, makeFolder, runFiles, runFolder, statesOf } from './run-files.js'

const source = `import { expect, test } from 'vitest'

const context = { title: 'Keep the stock right', diff: '+    lock.release()\\n+    db.write(row)\\n' }
const lock = { user: 'ana', file: 'pkg/store.py:41', body: 'Why is the lock released before the write?' }
const sleep = { user: 'ben', file: 'pkg/store.py:45', body: 'retry() never sleeps between attempts.' }
const thanks = { user: 'ana', body: 'Thanks! class=contextual' }
const comments = [lock, sleep, thanks]
const findings = (...texts) => texts.map((text) => ({ text, file: 'pkg/store.py', line: 41 }))
const good = findings('The row is written without the lock. matches=1', 'No pause. matches=2', 'A typo. rating=justified')
const half = findings('The row is written without the lock. matches=1', 'SQL injection. rating=wrong')

test('judge passes', async () => { await expect(good).toMatchHumanReview(comments, { context, minF1: 0.9, minValueRate: 1 }) })
test('judge fails', async () => { await expect(half).toMatchHumanReview(comments, { context, minRecall: 0.75, minPrecision: 0.4 }) })
test('judge not passes', async () => { await expect(half).not.toMatchHumanReview(comments, { context, minF1: 0.6 }) })
test('judge lies', async () => { await expect(findings('x lie matches=1')).not.toMatchHumanReview(comments, { context }) })
test('judge nothing addressable', async () => { await expect(good.slice(2)).not.toMatchHumanReview([thanks], { context }) })
test('judge prefiltered', async () => {
  await expect(findings('Why is the lock released before the write?')).toMatchHumanReview([lock], { context, prefilter: true })
})

test('words pass', async () => {
  const review = '- pkg/store.py:41: the lock is released before the write\\n- pkg/store.py:45: retry never sleeps between its attempts'
  await expect(review).toMatchHumanReview([lock, sleep], { minRecall: 0.9 })
})
test('words fail', async () => { await expect(findings('A typo in the title')).toMatchHumanReview([lock, sleep]) })
test('words no comments', async () => { await expect(good).not.toMatchHumanReview([]) })
test('words of blocks', async () => {
  const review = '### Finding 1\\n- **File**: pkg/store.py:41\\n- **Comment**: The lock is released before the write\\n'
  await expect(review).toMatchHumanReview('## Comment 1 (by ana)\\n- **File**: pkg/store.py:41\\n- **Body**: Why is the lock released before the write?\\n')
})
test('words of GitHub', async () => {
  await expect(findings(lock.body)).toMatchHumanReview([{ path: 'pkg/store.py', line: 41, body: lock.body, user: { login: 'ana' } }])
})

test('wrong option', async () => { await expect(good).toMatchHumanReview(comments, { minValueRate: 0.5 }) })
test('wrong percent', async () => { await expect(good).toMatchHumanReview(comments, { minF1: 80 }) })
test('wrong comments', async () => { await expect(good).toMatchHumanReview(7) })
test('wrong context', async () => { await expect(good).toMatchHumanReview(comments, { context: {} }) })
`

let run: FilesRun
let requests: number
beforeAll(async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ 'vitest.config.ts': apiConfig(api.url), 'evals/a.eval.ts': source })
  run = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  requests = api.stats.requests
})

const messageOf = (name: string) => run.tests[name]?.errors.join('\n')

test('a judge decides where there is a diff, and a lie of the judge is no verdict', () => {
  expect(statesOf(run, 'judge')).toEqual({
    passes: 'passed',
    fails: 'failed',
    'not passes': 'passed',
    lies: 'failed',
    'nothing addressable': 'failed',
    prefiltered: 'passed',
  })
  // Equal questions are one, a lie is asked for twice, and clear words ask nobody.
  expect(requests).toBe(5)
  expect(messageOf('judge fails')).toMatchInlineSnapshot(`
    "Error: expect(review).toMatchHumanReview(comments)

    Expected precision: >= 0.40
    Received precision:    0.50
    Expected recall:    >= 0.75
    Received recall:       0.50

      ✗ comment 2  pkg/store.py:45  "retry() never sleeps between attempts."
          no finding is about it
      ✓ comment 1  pkg/store.py:41  "Why is the lock released before the write?"  by finding 1
      + finding 2  wrong  "SQL injection. rating=wrong"

    Review: "The row is written without the lock. matches=1 SQL injection…" (75 characters)
    Judge:  claude-haiku-5-5, prompt review-match-1, 1 request"
  `)
  expect(messageOf('judge lies')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(review).not.toMatchHumanReview(comments)

    No verdict: matches[0].evidence[0] is unjudged: quote_not_found: expected "nobody ever wrote this" in predictions, line 1, but it is not there.
    This says nothing about the output.

    Expected F1: <  0.50
    Received F1:    open

    Review: "x lie matches=1" (15 characters)
    Judge:  claude-haiku-5-5, prompt review-match-1, 2 requests"
  `)
  expect(messageOf('judge nothing addressable')).toMatchInlineSnapshot(`
    "UnjudgedError: expect(review).not.toMatchHumanReview(comments)

    No verdict: no human comment asks for a change that the diff still needs, so there is nothing to measure by.
    This says nothing about the output.

    Expected F1: <  0.50
    Received F1:    open

    Review: "A typo. rating=justified" (24 characters)
    Judge:  claude-haiku-5-5, prompt review-match-1, 1 request"
  `)
})

test('without a diff words decide, and the message says so', () => {
  expect(statesOf(run, 'words')).toEqual({
    pass: 'passed',
    fail: 'failed',
    'no comments': 'failed',
    'of blocks': 'passed',
    'of GitHub': 'passed',
  })
  expect(messageOf('words fail')).toMatchInlineSnapshot(`
    "Error: expect(review).toMatchHumanReview(comments)

    Expected F1: >= 0.50
    Received F1:    0.00

      ✗ comment 1  pkg/store.py:41  "Why is the lock released before the write?"
          the nearest finding shares no word, on the same lines; score 0.150, below 0.4
      ✗ comment 2  pkg/store.py:45  "retry() never sleeps between attempts."
          no finding shares a word with it
      + finding 1  unmatched  "A typo in the title"

    Review: "A typo in the title" (19 characters)
    Judge:  none: compared by words alone"
  `)
})

test('wrong use says what is wrong', () => {
  expect(['option', 'percent', 'comments', 'context'].map((name) => messageOf(`wrong ${name}`))).toMatchInlineSnapshot(`
    [
      "InputError: toMatchHumanReview: \`minValueRate\` has an effect only with \`context\`, the pull request that a judge decides by. Add it, or leave \`minValueRate\` out.",
      "InputError: toMatchHumanReview: expected \`minF1\` to be a fraction from 0 to 1, but received 80. For 80 % write 0.8.",
      "InputError: toMatchHumanReview: expected the comments to be a list of \`{ user?, file?, body }\`, or Markdown with \`## Comment K (by user)\`, but received 7.",
      "InputError: review-match: expected \`context\` to be Markdown that is not empty, or { title?, body?, files?, diff }, but received {}.",
    ]
  `)
})

test('the record says who decided', () => {
  const [results] = run.results
  const of = (name: string) => results?.checks.find((check) => check.test.endsWith(name))
  expect(of('judge passes')).toMatchObject({
    values: { f1: 1, value_rate: 1 },
    judgement: { mode: 'review-match', status: 'scored', verified_citations: 6, requests: 1 },
  })
  expect(of('judge prefiltered')).toMatchObject({ judgement: { mode: 'offline', prefilter: true } })
  expect(of('words fail')).toMatchObject({ judgement: { mode: 'offline', threshold: 0.4 } })
})

test('where no judge answers, words can pass a review and never fail it', { tags: ['long'] }, async () => {
  const without = await runFiles(
    {
      'vitest.config.ts': `import { defineConfig } from 'vitest/config'
import { vitestJudge } from 'vitest-judge/plugin'
export default defineConfig({ plugins: [vitestJudge()] })`,
      'evals/a.eval.ts': `import { expect, test } from 'vitest'
const context = { diff: '+x' }
const comments = [{ body: 'Why is the lock released before the write?' }]
test('clear', async () => { await expect([{ text: 'The lock is released before the write' }]).toMatchHumanReview(comments, { context }) })
test('open', async () => { await expect([{ text: 'A typo' }]).toMatchHumanReview(comments, { context }) })
`,
    },
    { args: ['evals/'], resultsIn: 'evals/results' },
  )
  expect(without.tests['clear']?.status).toBe('passed')
  expect(without.tests['open']?.errors).toMatchInlineSnapshot(`
    [
      "UnjudgedError: expect(review).toMatchHumanReview(comments)

    No verdict: no judge answered (There is no recording of "open: review match" and no judge to ask. Set ANTHROPIC_API_KEY (or \`apiKey\`), or give a \`judge\` of your own), and words alone do not decide.
    This says nothing about the output.

    Expected F1: >= 0.50
    Received F1:    0.00 to 1.00

      ? comment 1  "Why is the lock released before the write?"
          no finding shares a word with it
      + finding 1  unmatched  "A typo"

    Review: "A typo" (6 characters)
    Judge:  none answered: compared by words alone",
    ]
  `)
  const [, open] = without.results[0]?.checks ?? []
  expect(open).toMatchObject({ verdict: 'unjudged', bounds: { lower: 0, upper: 1 } })
  expect(open?.judgement).toMatchObject({ fallback: expect.stringContaining('no_judge: ') })
})
