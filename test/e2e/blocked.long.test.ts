/**
 * A worker that does nothing but compute for two seconds while its questions are under way: the deadline is for the judge, so
 * no verdict, reply or record is lost.
 *
 * Counts: 12 cases in each of 2 workers, one of them blocked for 2 s under a deadline of 1.5 s. Losses: 0.
 */
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { runFiles } from './run-files.js'

const evals = (file: string, blocked: number) => `import { test } from 'vitest'
test.concurrent('blocks', async () => {
  await new Promise((done) => setTimeout(done, 300))
  for (const end = performance.now() + ${blocked}; performance.now() < end; );
})
for (let n = 0; n < 12; n++) test.concurrent('case ' + n, async ({ expect }) => {
  await expect('value=8 ${file} ' + n).toPassRubric('Is short')
})
`

test.each(['forks', 'threads'])('a worker of %s that is blocked loses no verdict', async (pool) => {
  await using api = await startMessagesApi({ reply: answerRequest, latencyMs: 100 })
  const config = apiConfig(api.url, 'deadline: 1500', `{ pool: '${pool}', maxWorkers: 2 }`)
  const files = { 'evals/a.eval.ts': evals('a', 2_000), 'evals/b.eval.ts': evals('b', 0) }
  const run = await runFiles({ 'vitest.config.ts': config, ...files }, { args: ['evals/'], resultsIn: 'evals/results' })
  expect(run.code, run.output).toBe(0)
  expect(run.results[0]?.checks.map(({ verdict }) => verdict)).toEqual(Array(24).fill('pass'))
  expect(run.results[0]?.usage).toMatchObject({ requests: 24, token_usage: api.stats.tokens })
  expect(api.stats.requests).toBe(24)
})
