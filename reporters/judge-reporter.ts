/**
 * Reads what tests left in their `meta`, prints the score tables, writes the results file and gates by exit code. It never
 * judges.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { InputError } from '../src/errors.js'
import type { RunEnd } from '../src/report/build-results.js'
import { collectResults, type JudgedFile } from '../src/report/collect.js'
import { type Baseline, isAboutBaseline } from '../src/report/compare-gate.js'
import type { SetDescriptor } from '../src/report/descriptor.js'
import type { RunInfo, RunResults } from '../src/report/results.js'
import { renderRun } from '../src/report/run-text.js'
import type { CaseRecord, CheckRecord } from '../src/types.js'
import { findBaseline } from './baseline.js'
import { readCalibrations } from './calibrations.js'
import { readGit } from './git.js'
import { print, reporterNames } from './print.js'
import { writeResults } from './results-file.js'
import { VERSION } from './version.js'

/** Options of the reporter. */
export interface JudgeReporterOptions {
  /** Folder of the results files, from the root. Default `evals/results` where `evals/` exists, else `.vitest-judge/results`. */
  outputDir?: string
  /** Results that runs are compared with: a results file from the root, or `latest`, the newest whole one. Default none. */
  baseline?: string
}

/** Works beside any other reporter, and on merged reports. */
export class JudgeReporter implements Reporter {
  readonly #options: JudgeReporterOptions
  #vitest: Vitest | undefined
  #started = new Date()
  /** Set while tests run: takes the listeners for the end of the process away again. */
  #unwatch: (() => void) | undefined

  constructor(options: JudgeReporterOptions = {}) {
    this.#options = options
  }

  /** Called by Vitest. */
  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  /** Called by Vitest. */
  onTestRunStart(): void {
    this.#started = new Date()
    // Ctrl-C and SIGTERM end Vitest without any other hook.
    const leave = () => {
      process.exitCode ||= 1
      this.#finish(this.#vitest?.state.getTestModules() ?? [], { interrupted: true, errors: 0 })
    }
    // The end of a terminal ends Node without even that event.
    const hangUp = () => process.exit(129)
    process.once('exit', leave)
    process.once('SIGHUP', hangUp)
    this.#unwatch = () => {
      process.off('exit', leave)
      process.off('SIGHUP', hangUp)
    }
  }

  /** Called by Vitest. A blob does not know what its run was asked for; its files do. */
  onTestModuleEnd(module: TestModule): void {
    if (this.#vitest === undefined || !leavesBlob(this.#vitest)) return
    const meta = module.meta() as LeftBehind
    Object.assign(meta, { judge: { ...meta.judge, asked: describeAsked(this.#vitest) } })
  }

  /** Called by Vitest: prints, writes, gates. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    this.#finish(modules, { interrupted: reason === 'interrupted', errors: errors.length })
  }

  #finish(modules: readonly TestModule[], { interrupted, errors }: Omit<RunEnd, 'missing'>): void {
    const vitest = this.#vitest
    this.#unwatch?.()
    this.#unwatch = undefined
    if (vitest === undefined || isPart(vitest) || isDryRun(vitest)) return
    try {
      const files = modules.map((module) => readModule(module, vitest.config.root))
      const tellRun = () => this.#describeRun(vitest, modules, interrupted || errors > 0)
      const missing = missingShards(modules)
      const results = collectResults(files, tellRun, { interrupted, errors, missing }, (isNeeded) =>
        this.#findBaseline(vitest.config.root, isNeeded),
      )
      if (results !== null) this.#report(vitest, results)
    } catch (error) {
      // A gate that is set wrongly has already failed the file of its set, with the same message.
      if (!(error instanceof InputError)) throw error
    }
  }

  /** The plugin sets up its own reporter; one that the user names is told of no baseline but by its own options. */
  #findBaseline(root: string, isNeeded: boolean): Baseline | null {
    const { baseline } = this.#options
    if (baseline !== undefined) return findBaseline(baseline, root, this.#folder(root))
    const fault = '`noRegression` needs the option `baseline` of the reporter too, where that is named in `reporters`'
    return isNeeded ? { name: 'of noRegression', fault } : null
  }

  #folder(root: string): string {
    const usual = existsSync(resolve(root, 'evals')) ? 'evals/results' : '.vitest-judge/results'
    return resolve(root, this.#options.outputDir ?? usual)
  }

  #describeRun(vitest: Vitest, modules: readonly TestModule[], isBroken: boolean): RunInfo {
    const finished = new Date()
    const git = readGit(vitest.config.root)
    const parts = modules.flatMap((module) => askedOf(module) ?? [])
    const asked = parts.length > 0 ? parts : [describeAsked(vitest)]
    return {
      started: this.#started.toISOString(),
      finished: finished.toISOString(),
      duration_ms: finished.getTime() - this.#started.getTime(),
      vitest: vitest.version,
      node: process.versions.node,
      vitest_judge: VERSION,
      partial: isBroken || asked.some(({ partial }) => partial),
      filters: [...new Set(asked.flatMap(({ filters }) => filters))],
      ...(git !== null && { git }),
    }
  }

  #report(vitest: Vitest, results: RunResults): void {
    const { root } = vitest.config
    const lines = [renderRun(results, readCalibrations(root, results))]
    if (this.#isFirst(results)) lines.push(`Baseline  none yet: no whole run in ${relative(root, this.#folder(root))}`)
    if (!vitest.config.watch) lines.push(this.#write(vitest, results))
    print(vitest, `\n${lines.join('\n')}\n`)
    if (!results.gate.passed) process.exitCode ||= 1
  }

  #isFirst({ comparison, gate }: RunResults): boolean {
    const isAsked = this.#options.baseline === 'latest' && comparison === undefined
    return isAsked && !gate.reasons.some(isAboutBaseline)
  }

  #write(vitest: Vitest, results: RunResults): string {
    const { root } = vitest.config
    const folder = this.#folder(root)
    try {
      return `Results  ${relative(root, writeResults(folder, results))}`
    } catch (error) {
      // Without its file a run has no record to be defended with, so it must not look green.
      process.exitCode ||= 1
      return `Results  could not be written to ${relative(root, folder)}: ${(error as Error).message}`
    }
  }
}

/** A shard that goes into a blob is a part; the merge of all parts is what counts. */
function isPart(vitest: Vitest): boolean {
  return vitest.config.shard !== undefined && leavesBlob(vitest)
}

/** Nobody was asked, so there is nothing to report. */
function isDryRun(vitest: Vitest): boolean {
  return vitest.projects.some((project) => project.getProvidedContext().vitestJudge?.dryRun === true)
}

function leavesBlob(vitest: Vitest): boolean {
  return reporterNames(vitest).includes('blob')
}

/** Paths that Vitest was given; it keeps them, but not in its types. */
function filtersOf(vitest: Vitest): readonly string[] {
  return (vitest as unknown as { filenamePattern?: string[] }).filenamePattern ?? []
}

/** What Vitest was asked for. */
interface Asked extends Pick<RunInfo, 'filters' | 'partial'> {
  readonly shard?: { readonly index: number; readonly count: number }
}

function describeAsked(vitest: Vitest): Asked {
  const { shard, testNamePattern } = vitest.config
  return { filters: filtersOf(vitest), partial: testNamePattern !== undefined, ...(shard && { shard }) }
}

/**
 * Shards of which a merge has nothing, such as `1/4`. Vitest deals out its files evenly, so that a shard may be empty only
 * where no other one has two.
 */
function missingShards(modules: readonly TestModule[]): string[] {
  const shards = modules.flatMap((module) => askedOf(module)?.shard ?? [])
  const sizes = new Map<number, number>()
  for (const { index } of shards) sizes.set(index, (sizes.get(index) ?? 0) + 1)
  const full = Math.max(...sizes.values()) > 1
  const count = full ? (shards[0]?.count ?? 0) : Math.max(0, ...sizes.keys())
  const all = Array.from({ length: count }, (_, place) => place + 1)
  return all.filter((index) => !sizes.has(index)).map((index) => `${index}/${shards[0]?.count}`)
}

function askedOf(module: TestModule): Asked | undefined {
  return (module.meta() as LeftBehind).judge?.asked
}

/** What tests leave in their `meta`, and shards in that of their files. */
interface LeftBehind {
  readonly judge?: {
    readonly asked?: Asked
    readonly checks?: readonly CheckRecord[]
    readonly cases?: readonly CaseRecord[]
    readonly set?: SetDescriptor
  }
}

function readModule(module: TestModule, root: string): JudgedFile {
  const tests = [...module.children.allTests()].map((test) => {
    const { checks = [], cases = [], set = null } = (test.meta() as LeftBehind).judge ?? {}
    const { state, errors } = test.result()
    const fault = state === 'failed' ? (errors?.[0]?.name ?? 'Error') : null
    return { id: test.id, name: test.fullName, checks, cases, set, fault }
  })
  return {
    file: relative(root, module.moduleId),
    project: module.project.name,
    set: tests.find(({ set }) => set !== null)?.set ?? null,
    failure: describeErrors(module, root),
    tests,
  }
}

/** Null where a file ran to its end. Paths below the root are shown as users know them. */
function describeErrors(module: TestModule, root: string): string | null {
  const [error] = module.errors()
  const state = module.state()
  if (error === undefined && (state === 'queued' || state === 'pending')) return 'it left nothing; its process ended'
  if (error === undefined && state === 'failed' && [...module.children.allTests()].length === 0) return 'it failed'
  return error === undefined ? null : (error.message ?? String(error)).replaceAll(`${root}/`, '')
}
