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
import type { SetDescriptor } from '../src/report/descriptor.js'
import type { RunInfo, RunResults } from '../src/report/results.js'
import { renderRun } from '../src/report/run-text.js'
import type { CaseRecord, CheckRecord } from '../src/types.js'
import { readCalibrations } from './calibrations.js'
import { readGit } from './git.js'
import { print, reporterNames } from './print.js'
import { writeResults } from './results-file.js'
import { VERSION } from './version.js'

/** Options of the reporter. */
export interface JudgeReporterOptions {
  /** Folder of the results files, from the root. Default `evals/results` where `evals/` exists, else `.vitest-judge/results`. */
  outputDir?: string
}

/** Works beside any other reporter, and on merged reports. */
export class JudgeReporter implements Reporter {
  readonly #options: JudgeReporterOptions
  #vitest: Vitest | undefined
  #started = new Date()
  /** Set while tests run: then the process ended before their end. */
  #leave: (() => void) | undefined

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
    const leave = () => this.#finish(this.#vitest?.state.getTestModules() ?? [], { interrupted: true, errors: 0 })
    this.#leave = leave
    process.once('exit', leave)
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

  #finish(modules: readonly TestModule[], { interrupted, errors }: RunEnd): void {
    const vitest = this.#vitest
    if (this.#leave !== undefined) process.off('exit', this.#leave)
    this.#leave = undefined
    if (vitest === undefined || isPart(vitest)) return
    try {
      const files = modules.map((module) => readModule(module, vitest.config.root))
      const tellRun = () => this.#describeRun(vitest, modules, interrupted || errors > 0)
      const results = collectResults(files, tellRun, { interrupted, errors })
      if (results !== null) this.#report(vitest, results)
    } catch (error) {
      // A gate that is set wrongly has already failed the file of its set, with the same message.
      if (!(error instanceof InputError)) throw error
    }
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
    const lines = [renderRun(results, readCalibrations(vitest.config.root, results))]
    if (!vitest.config.watch) lines.push(this.#write(vitest, results))
    print(vitest, `\n${lines.join('\n')}\n`)
    if (!results.gate.passed) process.exitCode ||= 1
  }

  #write(vitest: Vitest, results: RunResults): string {
    const { root } = vitest.config
    const usual = existsSync(resolve(root, 'evals')) ? 'evals/results' : '.vitest-judge/results'
    const folder = resolve(root, this.#options.outputDir ?? usual)
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

function leavesBlob(vitest: Vitest): boolean {
  return reporterNames(vitest).includes('blob')
}

/** Paths that Vitest was given; it keeps them, but not in its types. */
function filtersOf(vitest: Vitest): readonly string[] {
  return (vitest as unknown as { filenamePattern?: string[] }).filenamePattern ?? []
}

/** What Vitest was asked for. */
type Asked = Pick<RunInfo, 'filters' | 'partial'>

function describeAsked(vitest: Vitest): Asked {
  return { filters: filtersOf(vitest), partial: vitest.config.testNamePattern !== undefined }
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
    return { id: test.id, name: test.fullName, checks, cases, set }
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
  return error === undefined ? null : (error.message ?? String(error)).replaceAll(`${root}/`, '')
}
