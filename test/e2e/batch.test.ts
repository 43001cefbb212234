/**
 * `vitest-judge batch` as a user runs it, over the local Messages API.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMessagesApi } from '../support/messages-api.js'
import { answerRequest } from './api-judge.js'
import { agentCalls, batch, setOf, submittedKeys, WITH_BATCH } from './batch-folder.js'
import { makeFolder, runFolder } from './run-files.js'

const tests = `import { expect, test } from 'vitest'
for (const n of [1, 2]) test('text ' + n, async () => { await expect('value=8 ' + n).toPassRubric('Is short') })
`

test('a run is submitted, fetched and then replayed: no call is made, and the answers of its agent are those that were judged', async () => {
  await using api = await startMessagesApi({ reply: answerRequest })
  const path = makeFolder({ ...setOf(api, 3), 'evals/a.eval.ts': tests })
  const submitted = await batch(path, 'submit')
  console.log(submitted)
  const fetched = await batch(path, 'fetch', '--wait')
  console.log(fetched)
  const run = await runFolder(path, {
    args: ['evals/'],
    env: { ...WITH_BATCH, VITEST_JUDGE_RECORDINGS: 'replay' },
    resultsIn: 'evals/results',
  })
  console.log(
    run.output,
    JSON.stringify(run.results[0]?.usage),
    agentCalls(path),
    submittedKeys(api),
    api.stats.requests,
  )
  console.log(readdirSync(join(path, '.vitest-judge/batch')))
  void readFileSync
})
