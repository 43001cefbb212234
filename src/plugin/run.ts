/**
 * What one Vitest run shares, however many projects use the plugin: the broker and what workers are told.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Reporter, TestModule, TestProject, TestSpecification, Vitest } from 'vitest/node'
import { outputFiles, print } from '../../reporters/print.js'
import { Broker, type BrokerOptions } from '../broker/broker.js'
import { type BrokerServer, serveBroker } from '../broker/server.js'
import { brokerOptions, type Environment } from '../config.js'
import { InputError } from '../errors.js'
import { isEvalFile } from '../evalset/file-names.js'
import { loadSdk } from '../models/anthropic.js'
import { isJudgeModel } from '../models/model.js'
import { JUDGE_OPTIONS, type VitestJudgeOptions } from '../options.js'
import type { JudgeProgress } from '../types.js'
import { importVite } from '../vite.js'
import { findEvals } from './eval-files.js'
import type { SetHead } from './eval-sets.js'
import { describePlan, EVAL_PATH, EVALS_FOLDER, noteEmptyShard, noteMissing, noteSets, noteSkipped } from './notices.js'
import { listStopped } from './stopped.js'
import { watchData } from './watch.js'
import { contextOf } from './worker-context.js'

/** The broker of a run. It starts with the first run of tests and ends with Vitest. */
export class Run implements Reporter {
  readonly #vitest: Vitest
  readonly #options: VitestJudgeOptions
  readonly #warned = new Set<string>()
  readonly #projects = new Map<TestProject, VitestJudgeOptions>()
  #server: BrokerServer | undefined
  readonly #features = new Set<string>()
  readonly #dimensions = new Set<string>()
  #filters: readonly string[] = []
  readonly #found = new Set<string>()
  #broker: Broker | undefined
  /** Nobody is asked. */
  #isDryRun = false

  constructor(vitest: Vitest, options: VitestJudgeOptions) {
    this.#vitest = vitest
    this.#options = options
  }

  /**
   * Adds a project with its own options; those about the judge are the run's, for there is one broker.
   *
   * @returns Whether the project is the first one in its folder: evals of one folder run once.
   * @throws {@link InputError} when its options about the judge differ from those of another project.
   */
  join(project: TestProject, options: VitestJudgeOptions): boolean {
    const differing = JUDGE_OPTIONS.find(
      (name) => !isDeepStrictEqual(comparable(options[name]), comparable(this.#options[name])),
    )
    if (differing !== undefined) {
      throw new InputError(
        `vitest-judge options: \`${differing}\` differs between projects, but all of a run ask one judge under one limit. Give every project the same.`,
      )
    }
    const first = [...this.#projects.keys()].every((other) => folderOf(other) !== folderOf(project))
    this.#projects.set(project, options)
    return first
  }

  /** Awaited by Vitest before any worker starts; `vitest list` never comes here. */
  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    if (specifications.length === 0 || this.#server !== undefined) return
    const env = await readEnvironment(this.#vitest)
    const options = brokerOptions(this.#options, env, this.#vitest.config.root)
    // It is then there when the workers have started; without it the first question fails, and says so.
    if (specifications.some(({ moduleId }) => isEvalFile(moduleId)) && asksClaude(options)) loadSdk().catch(() => {})
    const broker = new Broker({ ...options, warn: (message) => this.#warn(message) })
    this.#broker = broker
    // While calls are collected for a batch the command says what they cost there.
    this.#isDryRun = options.dryRun && options.batch === null
    const server = await serveBroker(broker)
    this.#server = server
    this.#vitest.onClose(() => server.close())
    const settings = {
      ...options,
      judgeFromEnvironment: Boolean(env.VITEST_JUDGE_MODEL),
      root: this.#vitest.config.root,
      outputFiles: outputFiles(this.#vitest),
    }
    const line = { address: server.address, token: server.token, identity: broker.identity }
    const contexts = [...this.#projects].map(([project, own]) => {
      const context = contextOf(own, settings, line)
      project.provide('vitestJudge', context)
      return context
    })
    if (this.#vitest.config.watch) {
      const { recordingsDir } = options
      watchData(this.#vitest, { recordingsDir, contexts, wrote: (key) => broker.wrote(key) })
    }
  }

  /**
   * A project without evals, or with evals switched off, is no error (spec/eval-sets.md). A path that names more than the
   * folder of evals is, and one that is not there: it may be misspelt. So are evals that are there and not collected.
   */
  noteFilters(filters: readonly string[], enabled: boolean): void {
    this.#filters = filters
    const { root } = this.#vitest.config
    const isOff = !enabled && filters.some((filter) => EVAL_PATH.test(filter))
    const isEvals = (filter: string) =>
      EVALS_FOLDER.test(filter) &&
      (/^(?:\.[\\/])?evals[\\/]?$/.test(filter) || existsSync(resolve(root, filter))) &&
      findEvals(resolve(root, filter)).length === 0
    if (isOff || (filters.length > 0 && filters.every(isEvals))) this.#vitest.config.passWithNoTests = true
  }

  /** What the judge is doing; null while nothing was to be judged. */
  get progress(): JudgeProgress | null {
    const progress = this.#broker?.progress
    if (progress === undefined) return null
    return progress.answered + progress.recorded + progress.inFlight + progress.waiting === 0 ? null : progress
  }

  /**
   * Test files that were found, those of other shards included, and the sets among them. Vitest refuses more shards than test
   * files, whichever shard it is; where there are evals the ones too many are empty instead.
   */
  noteFound(files: readonly string[], heads: readonly SetHead[]): void {
    for (const file of files) this.#found.add(file)
    if (this.#isShardOfEvals()) this.#vitest.config.passWithNoTests = true
    for (const { feature, dimensions } of heads) {
      this.#features.add(feature)
      for (const name of dimensions) this.#dimensions.add(name)
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#broker?.endCollection(modules.flatMap(listStopped))
    if (this.#isDryRun && this.#broker) print(this.#vitest, `vitest-judge: ${describePlan(this.#broker.planned)}`)
    const { root, changed } = this.#vitest.config
    const projects = [...this.#projects.values()]
    const found = {
      ...{ root, changed: Boolean(changed), filters: this.#filters, projects },
      ...{ features: this.#features, dimensions: this.#dimensions },
    }
    const notice = this.#isShardOfEvals() ? noteEmptyShard(modules, this.#found.size) : noteMissing(modules, found)
    for (const line of [...notice, ...noteSets(found), ...modules.flatMap(noteSkipped)]) {
      print(this.#vitest, `vitest-judge: ${line}`)
    }
  }

  #isShardOfEvals(): boolean {
    return this.#vitest.config.shard !== undefined && [...this.#found].some(isEvalFile)
  }

  #warn(message: string): void {
    if (this.#warned.has(message)) return
    this.#warned.add(message)
    this.#vitest.logger.warn(`vitest-judge: ${message}`)
  }
}

/** Whether evals cannot but ask a Claude of our own: there is nothing recorded yet, or recordings do not count. */
function asksClaude({ model, recordings, recordingsDir, dryRun, batch }: BrokerOptions): boolean {
  if (model?.batch === undefined || dryRun || batch !== null) return false
  return recordings === 'off' || recordings === 'record' || (recordings === 'auto' && !existsSync(recordingsDir))
}

/** Configs of projects are run apart, so one judge is several objects. */
function comparable(option: unknown): unknown {
  if (Array.isArray(option)) return option.map(comparable)
  return isJudgeModel(option) ? { id: option.id, settings: option.settings } : option
}

/** The folder in which a project looks for tests. */
export function folderOf(project: TestProject): string {
  return project.config.dir ?? project.config.root
}

/** `process.env` over the `.env` files, read by the very Vite that runs the tests. */
async function readEnvironment({ config, vite }: Vitest): Promise<Environment> {
  const { loadEnv } = await importVite(import.meta.resolve('vitest/node'))
  const { mode, envDir, root } = vite.config
  const folder = envDir === false ? false : envDir || root || config.root
  return { ...loadEnv(mode, folder, ''), ...process.env }
}
