/**
 * Clocks that tests replace, stop or set: verdicts, retries and the times of records are those of the real clock.
 *
 * Counts: 4 clocks, each with an answer at once, one after an overload and one after a failure, through the plugin; 3 of them
 * without it, where the worker itself asks and no request gets through a `queueMicrotask` that stands still. Losses: 0.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Item, startMessagesApi } from '../support/messages-api.js'
import { answerRequest, apiConfig } from './api-judge.js'
import { makeFolder, runFolder } from './run-files.js'

const ALL_CLOCKS = `['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance', 'hrtime', 'queueMicrotask']`
const CLOCKS = {
  'a time in 2100': `vi.setSystemTime(new Date('2100-01-01'))`,
  'fake timers in 1970': `vi.useFakeTimers({ now: 1 })`,
  'fake timers in 2100': `vi.useFakeTimers({ now: new Date('2100-01-01') })`,
  'all fakes there are': `vi.useFakeTimers({ now: 1, toFake: ${ALL_CLOCKS} })`,
}
const FAULTS: Record<string, Item> = {
  busy: { status: 529, type: 'overloaded_error', headers: { 'retry-after': '0.2' } },
  broken: { status: 500 },
}
const PARTS = `export default { test: { setupFiles: ['vitest-judge/register'], reporters: ['vitest-judge/reporter'] } }`

const testOf = ([
  name,
  set,
]: readonly string[]) => `test.each(['plain', 'busy', 'broken'])('%s, ${name}', async (what) => {
  ${set}
  try { await expect('value=8 ' + what + ', ${name}.').toPassRubric('Is short') } finally { vi.useRealTimers() }
})
`

/** Fails the first question about each case that says so. */
async function faultyApi() {
  const failed = new Set<string>()
  return await startMessagesApi({
    reply(request) {
      const [about = '', what = ''] = /(plain|busy|broken), [^.]*\./.exec(JSON.stringify(request)) ?? []
      const fault = FAULTS[what]
      if (fault === undefined || failed.has(about)) return answerRequest(request)
      failed.add(about)
      return fault
    },
  })
}

test.each([
  ['through the plugin', 4],
  ['without it', 3],
])('%s no clock of a test changes a verdict, a wait or a record', async (way, count) => {
  await using api = await faultyApi()
  const evals = Object.entries(CLOCKS).slice(0, count).map(testOf)
  const path = makeFolder({
    'vitest.config.ts': way === 'without it' ? PARTS : apiConfig(api.url),
    'evals/a.test.ts': `import { expect, test, vi } from 'vitest'\n${evals.join('')}`,
  })
  const before = Date.now()
  const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: api.url }
  const reporters = way === 'without it' ? ['--reporter=vitest-judge/reporter'] : []
  const run = await runFolder(path, { env, resultsIn: 'evals/results', args: ['evals/', ...reporters] })
  expect(run.code, run.output).toBe(0)
  const [results] = run.results
  expect(results?.checks.map(({ verdict }) => verdict)).toEqual(Array(3 * count).fill('pass'))
  expect(api.stats.requests).toBe(5 * count)
  const names = readdirSync(join(path, 'evals/recordings'), { recursive: true, encoding: 'utf8' })
  const recorded = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(path, 'evals/recordings', name), 'utf8')).recorded_at as string)
  expect(recorded).toHaveLength(3 * count)
  const judged = results?.checks.map(({ judgement }) => judgement.timestamp as string) ?? []
  for (const time of [...recorded, ...judged, results?.run.finished ?? '']) {
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
  }
})
