/**
 * What one Vitest run shares, however many projects use the plugin: the broker and what workers are told.
 *
 * @module
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Reporter, TestModule, TestProject, Vitest } from 'vitest/node'
import type { WorkerContext } from '../../matchers/context.js'
import { print } from '../../reporters/print.js'
import { Broker } from '../broker/broker.js'
import { type BrokerServer, serveBroker } from '../broker/server.js'
import { brokerOptions, type Environment, gateSettings, type VitestJudgeOptions } from '../config.js'
import { PRICES_AS_OF } from '../usage.js'
import { isEvalFile } from './eval-files.js'

/** Paths that can only mean evals. */
const EVAL_PATH = /(?:^|[\\/.])(?:evals?|evalset)(?:[\\/.:]|$)/

/** The folder of evals itself. */
const EVALS_FOLDER = /(?:^|[\\/])evals[\\/]?$/

/** The broker of a run. It starts with the first run of tests and ends with Vitest. */
export class Run implements Reporter {
  readonly #vitest: Vitest
  readonly #options: VitestJudgeOptions
  readonly #warned = new Set<string>()
  readonly projects: TestProject[] = []
  #server: BrokerServer | undefined
  #filters: readonly string[] = []
  /** Set when nobody is asked. */
  #dryRun: Broker | undefined

  constructor(vitest: Vitest, options: VitestJudgeOptions) {
    this.#vitest = vitest
    this.#options = options
  }

  /** Awaited by Vitest before any worker starts; `vitest list` never comes here. */
  async onTestRunStart(specifications: readonly unknown[]): Promise<void> {
    if (specifications.length === 0 || this.#server !== undefined) return
    const env = await readEnvironment(this.#vitest)
    const options = brokerOptions(this.#options, env, this.#vitest.config.root)
    const broker = new Broker({ ...options, warn: (message) => this.#warn(message) })
    if (options.dryRun) this.#dryRun = broker
    const server = await serveBroker(broker)
    this.#server = server
    this.#vitest.onClose(() => server.close())
    const { enabled = true, timeout = 600_000, mode = null, gate, onUnjudged = 'fail' } = this.#options
    const { judging = null, samples = 1, escalate, agentModel = null } = this.#options
    const context: WorkerContext = {
      enabled,
      dryRun: options.dryRun,
      onUnjudged,
      broker: { address: server.address, token: server.token, identity: broker.identity },
      timeout,
      concurrency: options.concurrency,
      judging,
      sampling: { samples, ...(escalate && { escalate }) },
      agentModel,
      sets: {
        deterministic: this.#options.judge === 'deterministic',
        mode,
        gate: gateSettings(gate),
        replay: options.recordings === 'replay',
      },
    }
    for (const project of this.projects) project.provide('vitestJudge', context)
  }

  /**
   * A project without evals, or with evals switched off, is no error (spec/eval-sets.md). A path that names more than the
   * folder of evals is: it may be misspelt.
   */
  noteFilters(filters: readonly string[]): void {
    this.#filters = filters
    const isOff = this.#options.enabled === false && filters.some((filter) => EVAL_PATH.test(filter))
    if (isOff || filters.some((filter) => EVALS_FOLDER.test(filter))) this.#vitest.config.passWithNoTests = true
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#dryRun !== undefined) this.#vitest.logger.log(`vitest-judge: ${describePlan(this.#dryRun)}`)
    const notice = this.#missingEvals(modules)
    if (notice !== null) print(this.#vitest, `vitest-judge: ${notice}`)
  }

  #missingEvals(modules: readonly TestModule[]): string | null {
    const asked = this.#filters.filter((filter) => EVAL_PATH.test(filter))
    if (modules.some(({ moduleId }) => isEvalFile(moduleId))) return null
    if (this.#filters.length === 0 && modules.length === 0) {
      return 'evals run only when a path is given: npx vitest run evals/'
    }
    if (asked.length === 0) return null
    const why =
      this.#options.enabled === false ? 'evals are off (enabled: false)' : 'no eval set or eval file was found'
    return `${why} for ${asked.join(', ')}; nothing was judged.`
  }

  #warn(message: string): void {
    if (this.#warned.has(message)) return
    this.#warned.add(message)
    this.#vitest.logger.warn(`vitest-judge: ${message}`)
  }
}

/** What a run would cost. The answers' length is a guess; the prompts are the very ones. */
function describePlan({ planned: { requests, input, output, usd } }: Broker): string {
  const count = (tokens: number) => tokens.toLocaleString('en-US')
  const price =
    usd === null ? 'at a price that is not known' : `about ${usd.toFixed(4)} USD (prices of ${PRICES_AS_OF})`
  return `dry run, nobody was asked: ${requests} requests with about ${count(input)} tokens in and ${count(output)} out, ${price}.`
}

/** `process.env` over the `.env` files, read by the very Vite that runs the tests. */
async function readEnvironment({ config, vite }: Vitest): Promise<Environment> {
  const { loadEnv } = await findVite()
  const { mode, envDir, root } = vite.config
  const folder = envDir === false ? false : envDir || root || config.root
  return { ...loadEnv(mode, folder, ''), ...process.env }
}

/** Vite is a dependency of Vitest, so it is found from there. */
async function findVite(): Promise<typeof import('vite')> {
  const path = createRequire(import.meta.resolve('vitest/node')).resolve('vite')
  return (await import(pathToFileURL(path).href)) as typeof import('vite')
}
