/**
 * The test runner that Stryker loads: one Vitest for all mutants of a process, whose worker stays and is asked about one after another.
 * Stryker's own starts Vitest afresh for each, which takes twenty times as long as the tests do.
 *
 * @module
 */
import { basename } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner'
import { createVitest } from 'vitest/node'

/** Milliseconds. What has taken longer is run only for what the quick tests let pass. */
const QUICK = 100

class ResidentRunner {
  static inject = []

  #channel = new BroadcastChannel('mutants')
  #took = new Map()

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    this.vitest = await createVitest('test', { watch: false, reporters: [{}] })
    const specifications = await this.vitest.globTestSpecifications()
    this.files = specifications.map(({ moduleId }) => moduleId)
    // Any file does to start the worker, which runs none by itself.
    this.running = this.vitest.runTestSpecifications(specifications.slice(0, 1))
    await this.#answer()
  }

  async dryRun() {
    const { tests, error, mutantCoverage } = await this.#ask({ files: this.files })
    this.ids = tests.map(({ id }) => id)
    return error === undefined
      ? { status: DryRunStatus.Complete, tests, mutantCoverage }
      : { status: DryRunStatus.Error, errorMessage: error }
  }

  async mutantRun({ activeMutant, mutantActivation, hitLimit, testFilter }) {
    const mutant = { id: activeMutant.id, hitLimit, isStatic: mutantActivation === 'static' }
    const isSlow = (id) => this.#took.get(id) > QUICK
    // A mutant of what a module does when it is loaded may matter to any test. Only the first process had a dry run.
    if (testFilter === undefined && this.ids === undefined) await this.dryRun()
    const wanted = testFilter ?? this.ids
    let nrOfTests = 0
    for (const ids of [wanted.filter((id) => !isSlow(id)), wanted.filter(isSlow)]) {
      const { tests, error, hitCount } = await this.#ask({ files: filesOf(ids, activeMutant.fileName), ids, mutant })
      nrOfTests += tests.length
      if (hitCount > hitLimit) return { status: MutantRunStatus.Timeout, reason: `Reached ${hitCount} of ${hitLimit}` }
      const failed = tests.find(({ status }) => status === TestStatus.Failed)
      if (failed) {
        const { id, failureMessage } = failed
        return { status: MutantRunStatus.Killed, killedBy: [id], failureMessage, nrOfTests }
      }
      if (error !== undefined) {
        return { status: MutantRunStatus.Killed, killedBy: ids.slice(0, 1), failureMessage: error, nrOfTests }
      }
    }
    return { status: MutantRunStatus.Survived, nrOfTests }
  }

  async dispose() {
    this.#channel.postMessage(undefined)
    await this.running
    await this.vitest.close()
    this.#channel.close()
  }

  async #ask(job) {
    this.#channel.postMessage(job)
    const answer = await this.#answer()
    for (const { id, timeSpentMs } of answer.tests) this.#took.set(id, timeSpentMs)
    return answer
  }

  #answer() {
    return new Promise((resolve) => {
      this.#channel.onmessage = ({ data }) => resolve(data)
    })
  }
}

/** Those that are named as the changed file come first: they notice most. */
function filesOf(ids, changed) {
  const name = `/${basename(changed, '.ts')}`
  const files = [...new Set(ids.map((id) => id.slice(0, id.indexOf('#'))))]
  return files.sort((a, b) => Number(b.includes(name)) - Number(a.includes(name)))
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'resident', ResidentRunner)]
