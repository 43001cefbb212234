/**
 * What GitHub Actions is told: annotations in the log, and the summary of the job. Both are found out from the environment.
 *
 * @module
 */
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestModule, Vitest } from 'vitest/node'
import type { RunResults } from '../src/report/results.js'
import { renderSummary } from '../src/report/summary.js'
import { workflowCommands } from '../src/report/workflow-commands.js'
import { oneLine } from '../src/text.js'
import { reporterNames } from './print.js'

type Environment = Readonly<Record<string, string | undefined>>

/** Bytes. A step may write 1 MiB, and other reporters write into the same file. */
const MOST = 200_000

/** Commands that annotate lines, one a line; none outside of GitHub Actions. */
export function annotate(
  vitest: Vitest,
  modules: readonly TestModule[],
  results: RunResults,
  env: Environment = process.env,
): readonly string[] {
  if (env.GITHUB_ACTIONS !== 'true') return []
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const red = new Set(tests.filter((test) => test.result().state === 'failed').map(({ id }) => id))
  const byVitest = reporterNames(vitest).some(isGithubReporter)
  return workflowCommands(results, { byVitest, red }, (file) => resolve(vitest.config.root, file))
}

function isGithubReporter(reporter: unknown): boolean {
  return reporter === 'github-actions' || Object(reporter).constructor.name === 'GithubActionsReporter'
}

/**
 * Adds to the job's summary, where there is one. A file that cannot be written is told, and changes no verdict: the results file
 * holds all of it.
 */
export function writeSummary(results: RunResults, env: Environment = process.env): readonly string[] {
  const { GITHUB_STEP_SUMMARY: file } = env
  if (!file) return []
  try {
    appendFileSync(file, `\n${renderSummary(results, MOST)}\n`)
    return []
  } catch (error) {
    return [`Summary  could not be written for GitHub: ${oneLine((error as Error).message, 300)}`]
  }
}
