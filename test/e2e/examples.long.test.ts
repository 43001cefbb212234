/**
 * The shipped examples run from their recordings: no key, no request, no SDK.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { runVitest } from '../support/run-vitest.js'
import { makeFolder, NO_SDK } from './run-files.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('all examples are green with no key, send nothing and do not load the SDK', async () => {
  const run = await runVitest(ROOT, ['evals/', '--root', 'examples'], NO_SDK)
  expect(run.output).not.toContain('THE SDK WAS LOADED')
  expect(run.code).toBe(0)
  expect(run.output).toContain('Judge  0 requests')
  const [, file = ''] = /Results {2}(\S+)/.exec(run.output) ?? []
  const results = JSON.parse(readFileSync(`${ROOT}examples/${file}`, 'utf8')) as RunResults
  expect(results.sets.map(({ evalset, passed }) => `${evalset} ${passed}`)).toEqual(['refunds true'])
  expect(results.unjudged).toEqual({ checks: 0, cases: 0 })
  // What no model said must not pass for it.
  expect(results.sets.flatMap(({ cases }) => cases.map(({ sample }) => sample))).toEqual(Array(5).fill(true))
})

test('the batch of pull requests is judged from the same recordings', () => {
  const path = makeFolder({})
  for (const folder of ['recordings', 'pull-requests']) {
    cpSync(`${ROOT}examples/evals/${folder}`, join(path, 'evals', folder), { recursive: true })
  }
  const args = [`${ROOT}dist/src/cli.js`, 'judge', '--mode', 'review-match', '--dir', 'evals/pull-requests']
  const env = { PATH: process.env.PATH ?? '', ...NO_SDK }
  const stdout = execFileSync(process.execPath, args, {
    cwd: path,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(JSON.parse(stdout)).toMatchObject({ success: true, aggregate: { scorable: 3, recall_mean: 2.5 / 3 } })
})
