/**
 * A judge that answers when its test has timed out: no other test gets the verdict, nothing is left unhandled, the run ends,
 * and what was paid for is not paid for again.
 *
 * Counts: 2 places of a judge, the config and the test, x 2 runs. Losses: 0 replies, 0 verdicts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { config, write } from '../support/run-vitest.js'
import { makeFolder, runFolder } from './run-files.js'

/** Does not listen to its signal, and notes whom it answered. */
const JUDGE = `import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { functionModel } from 'vitest-judge'
export const judge = functionModel({ id: 'deaf', judge: async ({ user }) => {
  const [name] = /first|late|other/.exec(user[0].text)
  await sleep(name === 'late' ? 900 : 10)
  appendFileSync('answered', name + '\\n')
  return { scores: { criterion: { evidence: [], reasoning: 'fine', value: 9 } }, assessment: 'fine' }
} })
`
const evals = (timeout: number, own: string) => `import { expect, test } from 'vitest'
${own && `import { judge } from '../judge.js'`}
test('first', async () => { await expect('first').toPassRubric('Is short'${own}) })
test('late', { timeout: ${timeout} }, async () => { await expect('late').toPassRubric('Is short'${own}) })
test('other', async () => {
  await expect('other').toPassRubric('Is short'${own})
  await new Promise((done) => setTimeout(done, 1500))
})
`
const settings = { args: ['evals/'], resultsIn: 'evals/results' }

test.each([
  ['of the config', '', '{ judge }', `import { judge } from './judge.js'`],
  ['of the test', ', { judge }', '{}', ''],
])('an answer of a judge %s that comes too late is kept for the next run', async (_place, own, options, head) => {
  const path = makeFolder({
    'vitest.config.ts': config(options, '{}', head),
    'judge.ts': JUDGE,
    'evals/a.test.ts': evals(400, own),
  })
  const run = await runFolder(path, settings)
  expect(run.code).toBe(1)
  expect(run.output).not.toContain('Unhandled')
  expect(run.results[0]?.checks.map((check) => [check.test, check.verdict])).toEqual([
    ['first', 'pass'],
    ['late', 'unjudged'],
    ['other', 'pass'],
  ])
  expect(run.results[0]?.checks[1]?.reason).toMatch(/^the test ended first: Test timed out in 400ms/)
  write(path, { 'evals/a.test.ts': evals(60_000, own) })
  const next = await runFolder(path, settings)
  expect(next.code, next.output).toBe(0)
  expect(next.results.at(-1)?.usage).toMatchObject({ requests: 0 })
  expect(readFileSync(join(path, 'answered'), 'utf8')).toBe('first\nother\nlate\n')
})
