/**
 * Clocks that tests replace, stop or set: verdicts, retries, deadlines and the times of records are those of the real clock.
 *
 * Counts: 3 clocks, each with an answer, one after a failure, one after an overload and one that never comes, through the
 * plugin and without it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

const CLOCKS = {
  'fake timers in 1970': `vi.useFakeTimers({ now: 1 })`,
  'fake timers in 2100': `vi.useFakeTimers({ now: new Date('2100-01-01'), toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance', 'hrtime', 'queueMicrotask'] })`,
  'a system time in 2100': `vi.setSystemTime(new Date('2100-01-01'))`,
}
const FAULTS: Record<string, Item> = {
  busy: { status: 529, type: 'overloaded_error', headers: { 'retry-after': '0.2' } },
  broken: { status: 500 },
}
const evals = `import { expect, test, vi } from 'vitest'
${Object.entries(CLOCKS)
  .map(
    ([name, set]) => `test.each(['plain', 'busy', 'broken'])(${JSON.stringify(`%s under ${name}`)}, async (what) => {
  ${set}
  try { await expect('value=8 ' + what + ' under ${name}.').toPassRubric('Is short') } finally { vi.useRealTimers() }
})`,
  )
  .join('\n')}
`

/** Fails the first question about each case that says so. */
async function faultyApi() {
  const failed = new Set<string>()
  return await startMessagesApi({
    reply(request) {
      const [about = '', what = ''] = /(\w+) under [^.]*\./.exec(JSON.stringify(request)) ?? []
      const fault = FAULTS[what]
      if (fault === undefined || failed.has(about)) return answerRequest(request)
      failed.add(about)
      return fault
    },
  })
}

test.each([
  ['through the plugin', true],
  ['without it', false],
])('%s, no clock of a test changes a verdict, a wait or a record', async (_way, isPlugin) => {
  await using api = await faultyApi()
  const parts = `export default { test: { setupFiles: ['vitest-judge/register'], reporters: ['default', 'vitest-judge/reporter'] } }`
  const path = makeFolder({ 'vitest.config.ts': isPlugin ? apiConfig(api.url) : parts, 'evals/a.test.ts': evals })
  const before = Date.now()
  const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: api.url }
  const run = await runFolder(path, {
    env,
    resultsIn: 'evals/results',
    args: ['evals/', '--reporter=vitest-judge/reporter'].slice(0, isPlugin ? 1 : 2),
  })
  expect(run.code, run.output).toBe(0)
  const [results] = run.results as RunResults[]
  expect(results?.checks).toHaveLength(9)
  expect(api.stats.requests).toBe(9 + 6)
  const recordings = readdirSync(join(path, 'evals/recordings'), { recursive: true, encoding: 'utf8' })
  const recorded = recordings
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(path, 'evals/recordings', name), 'utf8')).recorded_at as string)
  const judged = results?.checks.map(({ judgement }) => judgement.timestamp as string) ?? []
  expect(recorded).toHaveLength(9)
  for (const time of [...recorded, ...judged, results?.run.finished ?? '']) {
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
  }
})
