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
import { VERSION } from '../src/process/version.js'
import { collectResults } from '../src/report/collect.js'
import { type Baseline, isAboutBaseline } from '../src/report/compare-gate.js'
import type { Comparable } from '../src/report/compare-units.js'
import type { RunInfo, RunResults } from '../src/report/results.js'
import { renderRun } from '../src/report/run-text.js'
import { findBaseline } from './baseline.js'
import { readCalibrations } from './calibrations.js'
import { readGit } from './git.js'
import { annotate, writeSummary } from './github.js'
import { writePage } from './page.js'
import { print } from './print.js'
import { type OutsideError, readModule, readOutside } from './read-module.js'
import { writeResults } from './results-file.js'
import {
  type Asked,
  askedOf,
  describeAsked,
  describeWhole,
  isPart,
  leavesBlob,
  missingShards,
  settleBlobs,
  type Whole,
} from './shards.js'

/** Options of the reporter. */
export interface JudgeReporterOptions {
  /** Folder of the results files, from the root. Default `evals/results` where `evals/` exists, else `.vitest-judge/results`. */
  outputDir?: string
  /** Results that runs are compared with: a results file from the root, or `latest`, the newest whole one with all that was judged. Default none. */
  baseline?: string
  /** Write the results as an HTML page too, beside the results file. Default false. */
  report?: boolean
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How a run ended. */
interface Finished {
  readonly interrupted: boolean
  readonly errors: readonly OutsideError[]
}

/** Works beside any other reporter, and on merged reports. */
export class JudgeReporter implements Reporter {
  readonly #options: JudgeReporterOptions
  #vitest: Vitest | undefined
  #started = new Date()
  #whole: Whole = { files: 0, commit: null }
  /** Set while tests run: takes the listeners for the end of the process away again. */
  #unwatch: (() => void) | undefined

  constructor(options: JudgeReporterOptions = {}) {
    this.#options = options
  }

  /** Called by Vitest. */
  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    settleBlobs(vitest)
  }

  /** Called by Vitest. */
  async onTestRunStart(): Promise<void> {
    this.#started = new Date()
    // Signals end Vitest without any other hook.
    const leave = () => {
      process.exitCode ||= 1
      this.#finish(this.#vitest?.state.getTestModules() ?? [], { interrupted: true, errors: [] })
    }
    // Vitest listens to the first one only, and not to the end of a terminal; a second one would end it before all is written.
    const end = (_signal: NodeJS.Signals, number: number) => {
      process.exitCode ??= 128 + number
      setImmediate(() => process.exit())
    }
    process.once('exit', leave)
    for (const signal of SIGNALS) process.on(signal, end)
    this.#unwatch = () => {
      process.off('exit', leave)
      for (const signal of SIGNALS) process.off(signal, end)
    }
    if (this.#vitest !== undefined && isPart(this.#vitest)) this.#whole = await describeWhole(this.#vitest)
  }

  /** Called by Vitest. What a blob does not know, its files do. */
  onTestModuleEnd(module: TestModule): void {
    if (this.#vitest === undefined || !leavesBlob(this.#vitest)) return
    Object.assign(module.meta(), { judge: { asked: describeAsked(this.#vitest, this.#started, this.#whole) } })
  }

  /** Called by Vitest: prints, writes, gates. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    try {
      this.#finish(modules, { interrupted: reason === 'interrupted', errors: errors.map(readOutside) })
    } finally {
      this.#unwatch?.()
    }
  }

  #finish(modules: readonly TestModule[], { interrupted, errors: outside }: Finished): void {
    const vitest = this.#vitest
    if (vitest === undefined || isPart(vitest) || isDryRun(vitest)) return
    try {
      const files = modules.map((module) => readModule(module, vitest.config.root, outside))
      const missing = missingShards(modules)
      const tellRun = () => this.#describeRun(vitest, modules, interrupted || outside.length > 0 || missing.length > 0)
      const results = collectResults(
        files,
        tellRun,
        { interrupted, errors: outside.map(({ text }) => text), missing },
        (judged, isNeeded) => this.#findBaseline(vitest, modules, judged, isNeeded),
      )
      if (results !== null) this.#report(vitest, results, modules)
    } catch (error) {
      // A gate that is set wrongly has already failed the file of its set, with the same message.
      if (!(error instanceof InputError)) throw error
    }
  }

  /** The plugin sets up its own reporter; one that the user names is told of no baseline but by its own options. */
  #findBaseline(
    vitest: Vitest,
    modules: readonly TestModule[],
    judged: Comparable,
    isNeeded: boolean,
  ): Baseline | null {
    const { baseline } = this.#options
    const { root } = vitest.config
    if (baseline !== undefined) {
      const guards = this.#askedOf(vitest, modules).flatMap((part) => part.guards)
      return findBaseline(baseline, root, this.#folder(root), judged, guards)
    }
    const fault = '`noRegression` needs the option `baseline` of the reporter too, where that is named in `reporters`'
    return isNeeded ? { name: 'of noRegression', fault } : null
  }

  /** What the run was asked for; of a merge what each of its parts was. */
  #askedOf(vitest: Vitest, modules: readonly TestModule[]): readonly Asked[] {
    const parts = modules.flatMap((module) => askedOf(module) ?? [])
    return parts.length > 0 ? parts : [describeAsked(vitest, this.#started, this.#whole)]
  }

  #folder(root: string): string {
    const usual = existsSync(resolve(root, 'evals')) ? 'evals/results' : '.vitest-judge/results'
    return resolve(root, this.#options.outputDir ?? usual)
  }

  #describeRun(vitest: Vitest, modules: readonly TestModule[], isBroken: boolean): RunInfo {
    const finished = new Date()
    const git = readGit(vitest.config.root)
    const asked = this.#askedOf(vitest, modules)
    const [started = ''] = asked.map((part) => part.started).sort()
    const narrowed = new Set(asked.flatMap(({ narrowed_by = [] }) => narrowed_by))
    return {
      started,
      finished: finished.toISOString(),
      duration_ms: finished.getTime() - Date.parse(started),
      vitest: vitest.version,
      node: process.versions.node,
      vitest_judge: VERSION,
      partial: isBroken || vitest.config.shard !== undefined || asked.some(({ partial }) => partial),
      filters: [...new Set(asked.flatMap(({ filters }) => filters))],
      ...(narrowed.size > 0 && { narrowed_by: [...narrowed] }),
      ...(git !== null && { git }),
    }
  }

  #report(vitest: Vitest, results: RunResults, modules: readonly TestModule[]): void {
    const { root } = vitest.config
    const lines = [renderRun(results, readCalibrations(root, results))]
    if (this.#isFirst(results)) lines.push(`Baseline  none yet: no whole run in ${relative(root, this.#folder(root))}`)
    if (!vitest.config.watch) lines.push(this.#write(vitest, results), ...writeSummary(results))
    print(vitest, `\n${[...lines, ...annotate(vitest, modules, results)].join('\n')}\n`)
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
      const file = writeResults(folder, results)
      const lines = [`Results  ${relative(root, file)}`]
      if (this.#options.report) lines.push(writePage(root, file, results))
      return lines.join('\n')
    } catch (error) {
      // Without its file a run has no record to be defended with, so it must not look green.
      process.exitCode ||= 1
      return `Results  could not be written to ${relative(root, folder)}: ${(error as Error).message}`
    }
  }
}

/** Nobody was asked, so there is nothing to report. */
function isDryRun(vitest: Vitest): boolean {
  return vitest.projects.some((project) => project.getProvidedContext().vitestJudge?.dryRun === true)
}
