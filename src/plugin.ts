/**
 * The Vite plugin: one line in `vitest.config.ts` sets up matchers, eval sets, reporter and broker.
 *
 * @module
 */
/// <reference types="vitest/config" />
import '../matchers/augment.js'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Vite, Vitest, VitestPluginContext } from 'vitest/node'
import { JudgeReporter } from '../reporters/judge-reporter.js'
import { ProgressReporter } from '../reporters/progress-reporter.js'
import { InputError } from './errors.js'
import { EVAL_GLOBS, isEvalSet } from './evalset/file-names.js'
import { checkPluginOptions, type VitestJudgeOptions } from './options.js'
import { evalSetFile, evalSetId, isLeftOut } from './plugin/eval-files.js'
import type { SetHead } from './plugin/eval-sets.js'
import { findPassedBy } from './plugin/passed-by.js'
import { folderOf, Run } from './plugin/run.js'
import { defineTags } from './plugin/tags.js'

export type { CommandSubjectOptions } from './agent/command-options.js'
export type { SubjectSource } from './agent/source.js'
export type { JudgeOptions, VitestJudgeOptions } from './options.js'
export type { GateOptions, SetOptions } from './set-options.js'

const SETUP_FILE = fileURLToPath(new URL('../matchers/register.js', import.meta.url))
const RUNTIME = fileURLToPath(new URL('../matchers/eval-set.js', import.meta.url))
const REPORTER = 'vitest-judge/reporter'

/** One for each Vitest, whatever the number of its projects. */
const runs = new WeakMap<Vitest, Run>()

/**
 * Adds matchers, eval sets, reporter and broker to Vitest.
 *
 * @throws {@link InputError} that names the option which is wrong.
 * @example
 * ```ts
 * export default defineConfig({ plugins: [vitestJudge()] })
 * ```
 */
export function vitestJudge(options: VitestJudgeOptions = {}): Vite.Plugin {
  const checked = checkPluginOptions(options)
  let root = process.cwd()
  const subjects = new Map<string, string | null>()
  return {
    name: 'vitest-judge',
    enforce: 'pre',
    // Node loads a file of a package once a process, so that of files which share one only the first would be watched.
    config: () => ({ test: { server: { deps: { inline: [/vitest-judge.dist.matchers.register\.js/] } } } }),
    configResolved(config) {
      root = config.root
      // For a DOM Vite gives away only what lies below its workspace, and the package may lie above it.
      config.server.fs.allow.push(dirname(SETUP_FILE))
    },
    resolveId(id, importer) {
      return evalSetId(id, importer, root)
    },
    async load(id) {
      const file = evalSetFile(id)
      if (file === null) return null
      const { loadEvalSet } = await import('./plugin/eval-sets.js')
      try {
        const { subject, ...module } = loadEvalSet(file, root, RUNTIME, checked)
        subjects.set(id, subject)
        return { ...module, moduleType: 'js' }
      } catch (error) {
        if (!(error instanceof InputError) || error.line === undefined) throw error
        const loc = { file, line: error.line, column: (error.column ?? 1) - 1 }
        return this.error({ message: error.message, id: file, loc })
      }
    },
    async transform(_, id) {
      const subject = subjects.get(id)
      if (typeof subject === 'string') await linkModules(this.environment as Vite.DevEnvironment, id, subject)
    },
    configureVitest(context) {
      setUp(context, checked)
    },
  }
}

function setUp(context: VitestPluginContext, options: VitestJudgeOptions): void {
  const { vitest, project } = context
  leaveSetsUncached(context)
  const run = runs.get(vitest) ?? startRun(vitest, options)
  const first = run.join(project, options)
  if (!project.config.setupFiles.includes(SETUP_FILE)) project.config.setupFiles.unshift(SETUP_FILE)
  if (first) includeEvals(context, run, options)
}

function startRun(vitest: Vitest, options: VitestJudgeOptions): Run {
  const run = new Run(vitest, options)
  runs.set(vitest, run)
  const reporters = vitest.config.reporters as unknown[]
  reporters.push(run, new ProgressReporter(vitest, () => run.progress))
  const named = reporters.some((entry) => entry === REPORTER || (Array.isArray(entry) && entry[0] === REPORTER))
  const { outputDir, baseline, report = false } = options
  const own = { ...(outputDir !== undefined && { outputDir }), ...(baseline !== undefined && { baseline }), report }
  if (!named) reporters.push(new JudgeReporter(own))
  return run
}

/**
 * Evals are included when Vitest looks for test files with a path given. Globbing is the one place where it tells the paths
 * to a plugin.
 */
function includeEvals(
  { vitest, project }: VitestPluginContext,
  run: Run,
  { enabled = true, evals = 'asked' }: VitestJudgeOptions,
): void {
  const glob = project.globTestFiles.bind(project)
  project.globTestFiles = async (filters = []) => {
    run.noteFilters(filters, enabled)
    if (enabled && (evals === 'always' || filters.length > 0)) {
      const { include } = project.config
      include.push(...EVAL_GLOBS.filter((pattern) => !include.includes(pattern)))
    }
    const found = await glob(filters)
    const folder = folderOf(project)
    const { exclude } = project.config
    const missed = enabled ? findPassedBy(filters, { root: vitest.config.root, folder, exclude }) : []
    const testFiles = [...found.testFiles, ...missed].filter((file) => !isLeftOut(file, folder))
    const heads = await readHeads(testFiles)
    defineTags(vitest, project, heads)
    run.noteFound(testFiles, heads)
    return { ...found, testFiles }
  }
}

async function readHeads(files: readonly string[]): Promise<SetHead[]> {
  const sets = files.filter(isEvalSet)
  if (sets.length === 0) return []
  const { readHead } = await import('./plugin/eval-sets.js')
  return sets.flatMap((file) => readHead(file) ?? [])
}

/** In watch mode a set runs again when its subject changes; Vite itself looks for no imports in modules named `.json`. */
async function linkModules({ moduleGraph }: Vite.DevEnvironment, id: string, imported: string): Promise<void> {
  const importer = moduleGraph.getModuleById(id)
  const module = await moduleGraph.ensureEntryFromUrl(imported)
  if (importer === undefined) return
  importer.importedModules.add(module)
  module.importers.add(importer)
}

/** Vitest 5 keeps transformed modules across runs, and knows nothing of the options that go into these. */
function leaveSetsUncached(context: VitestPluginContext): void {
  const { defineCacheKeyGenerator, experimental_defineCacheKeyGenerator } = context as VitestPluginContext & {
    defineCacheKeyGenerator?: VitestPluginContext['experimental_defineCacheKeyGenerator']
  }
  const define = defineCacheKeyGenerator ?? experimental_defineCacheKeyGenerator
  define?.(({ id }) => (evalSetFile(id) === null ? undefined : false))
}
