/**
 * Vitest's test runner in the worker that stays: runs the tests that it is asked for, with the mutant that it is told, until it is told to end.
 * Test files are evaluated anew for each mutant, what they import only where a mutant changes what a module does when it is loaded.
 *
 * @module
 */
import { BroadcastChannel } from 'node:worker_threads'
import { startTests } from '@vitest/runner'
import { TestRunner, vi } from 'vitest'

/** What Stryker's changes read and write while they run. */
// biome-ignore lint/suspicious/noAssignInExpressions: as they do themselves.
const stryker = (globalThis.__stryker__ ??= {})

export default class ResidentRunner extends TestRunner {
  #channel
  #job
  #tests = []

  async onBeforeRunFiles() {
    if (this.#channel) {
      stryker.activeMutant = this.#job.mutant?.id
      return
    }
    this.#channel = new BroadcastChannel('mutants')
    // Vitest's main process hears nothing of these runs.
    Object.assign(this, { onTaskUpdate() {}, onCollected() {}, onCollectStart: super.onCollectStart })
    await new Promise((resolve) => {
      this.#channel.onmessage = async ({ data }) =>
        data ? this.#channel.postMessage(await this.#answer(data)) : resolve()
      this.#channel.postMessage('ready')
    })
    this.#channel.close()
    this.#job = { ids: [] }
  }

  importFile(path) {
    return super.importFile(path, 'setup')
  }

  onBeforeRunTask(test) {
    const { ids } = this.#job
    if (this.#hasFailed() || (ids && !ids.includes(idOf(test)))) test.mode = 'skip'
    if (!this.#job.mutant) stryker.currentTestId = idOf(test)
    return super.onBeforeRunTask(test)
  }

  onAfterRunTask(test) {
    stryker.currentTestId = undefined
    const { state, errors, duration } = test.result
    const [status, failureMessage] = state === 'fail' ? [1, errors?.[0]?.message ?? ''] : [0, undefined]
    const id = idOf(test)
    this.#tests.push({ id, name: id, fileName: test.file.filepath, status, failureMessage, timeSpentMs: duration ?? 0 })
    return super.onAfterRunTask(test)
  }

  async #answer(job) {
    const { files, mutant } = job
    if (mutant?.isStatic || this.#job?.mutant?.isStatic) vi.resetModules()
    this.#job = job
    this.#tests = []
    Object.assign(stryker, { hitCount: mutant && 0, hitLimit: mutant?.hitLimit })
    let error
    for (const file of files) {
      // A test that was skipped last has not ended, and what is loaded now is not its doing.
      Object.assign(stryker, { currentTestId: undefined, activeMutant: mutant?.isStatic ? mutant.id : undefined })
      const [{ result }] = await startTests([file], this)
      error ??= result?.errors?.[0]?.message
      if (error !== undefined || this.#hasFailed()) break
    }
    return { tests: this.#tests, error, hitCount: stryker.hitCount, mutantCoverage: stryker.mutantCoverage }
  }

  #hasFailed() {
    return this.#job.mutant && this.#tests.some(({ status }) => status === 1)
  }
}

function idOf(test) {
  const names = [test.name]
  for (let { suite } = test; suite; suite = suite.suite) names.unshift(suite.name)
  return `${test.file.filepath}#${names.join(' > ')}`
}
