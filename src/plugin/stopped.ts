/**
 * What failed before it asked a judge, so that nobody knows what it would ask.
 *
 * @module
 */
import { relative } from 'node:path'
import type { TestCase, TestModule } from 'vitest/node'
import type { JudgeMeta } from '../../matchers/records.js'

/** Names of tests without a record of any judging or whose subject failed; of a file where it failed as a whole. */
export function listStopped(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')]
  const file = relative(module.project.config.root, module.moduleId)
  if (failed.length === 0) return module.state() === 'failed' ? [file] : []
  return failed.filter(isStopped).map(({ fullName }) => `${file} > ${fullName}`)
}

function isStopped(test: TestCase): boolean {
  const { checks = [], cases = [] } = (test.meta() as { judge?: JudgeMeta }).judge ?? {}
  return cases.at(-1)?.error !== undefined || checks.length + cases.length === 0
}
