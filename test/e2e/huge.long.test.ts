/**
 * Ten megabytes, as what is judged and as what a judge answers: judged, or unjudged with the reason, in bounded memory.
 *
 * Counts: 1 output, 3 replies over HTTP and 2 of a function in the test. Losses: 0; each of the 5 long replies is told.
 */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

const SIZE = 10_000_000
const WORDS = 'All work and no play makes a dull judge. '
const LONG = WORDS.repeat(SIZE / WORDS.length)
/** Of the main process, in KiB: 340,000 on the machine where this was written. */
const MOST_MEMORY = 600_000

/** By what is judged: the text of the answer. Anything else gets a good one. */
const REPLIES: Record<string, (good: object) => string> = {
  'a long assessment': (good) => JSON.stringify({ ...good, assessment: LONG }),
  'long prose': () => LONG,
  'open braces': () => '{'.repeat(SIZE),
}

const evals = `import { expect, test } from 'vitest'
import { functionModel } from 'vitest-judge'
const long = ${JSON.stringify(WORDS)}.repeat(${SIZE / WORDS.length})
test('a long output', async () => { await expect('value=8 ' + long).toPassRubric('Is short') })
test.each(${JSON.stringify(Object.keys(REPLIES))})('%s', async (what) => { await expect(what).toPassRubric('Is short') })
const own = (answer) => ({ judge: functionModel({ id: 'own', settings: { answer: String(answer) }, judge: () => answer() }) })
test('a long text of an own judge', async () => { await expect('x').toPassRubric('Is short', own(() => long)) })
test('a long value of an own judge', async () => { await expect('x').toPassRubric('Is short', own(() => ({ assessment: long }))) })
`

function answer(request: Parameters<typeof answerRequest>[0]): Item {
  const good = answerRequest(request)
  const what = Object.keys(REPLIES).find((name) => JSON.stringify(request.messages).includes(`\\n${name}\\n`))
  if (what === undefined) return good
  return { content: [{ type: 'text', text: REPLIES[what]?.(good.json as object) }] }
}

test('what is far too long is judged or told, and fills neither memory nor disk', { timeout: 300_000 }, async () => {
  await using api = await startMessagesApi({ reply: answer })
  const peak = `process.on('exit', () => console.log('PEAK', process.resourceUsage().maxRSS))\n`
  const config = `${apiConfig(api.url, '', '{ testTimeout: 60_000 }')}${peak}`
  const path = makeFolder({ 'vitest.config.ts': config, 'evals/a.eval.ts': evals })
  const run = await runFolder(path, { args: ['evals/'], resultsIn: 'evals/results' })
  expect(run.code).toBe(1)
  const [good, ...others] = run.results[0]?.checks ?? []
  expect(good).toMatchObject({ test: 'a long output', verdict: 'pass' })
  expect(others).toHaveLength(5)
  for (const { test: name, verdict, reason } of others) {
    expect(verdict, name).toBe('unjudged')
    expect(reason, name).toMatch(/it has [\d,]+ characters, more than the 1,000,000 that an answer may have/)
  }
  expect(Number(/PEAK (\d+)/.exec(run.output)?.[1])).toBeLessThan(MOST_MEMORY)
  for (const entry of readdirSync(join(path, 'evals'), { recursive: true, encoding: 'utf8' })) {
    expect(statSync(join(path, 'evals', entry)).size, entry).toBeLessThan(100_000)
  }
})
