/**
 * `vitest-judge report [RESULTS...]`: results files as pages.
 *
 * @module
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { InputError, show } from '../errors.js'
import { pageName, readOthers, writeReport } from '../html/write-report.js'
import { listFiles } from '../process/list-files.js'
import { compareRuns } from '../report/compare-runs.js'
import { readResults } from '../report/read-results.js'
import { newestResults, type RunResults } from '../report/results.js'
import { readText } from './files.js'

/** What the command was given. */
export interface ReportCommand {
  /** Results files; none: the newest of the usual folder. */
  readonly files: readonly string[]
  /** Where the page goes, for one results file; default beside it. */
  readonly out?: string | undefined
  /** A results file to compare with. */
  readonly baseline?: string | undefined
}

/**
 * Writes a page for each results file.
 *
 * @returns Where they are, one a line.
 * @throws {@link InputError} when there are no results, a file is none, the baseline is partial, or a page would replace one of them.
 */
export function reportCommand({ files, out, baseline }: ReportCommand): string {
  const chosen = files.length > 0 ? files : [findNewest()]
  if (out !== undefined && chosen.length > 1) {
    throw new InputError(
      `--out names one page, and there are ${chosen.length} results files. Leave it out, or name one file.`,
    )
  }
  refuseToReplace(out, [...chosen, ...(baseline === undefined ? [] : [baseline])])
  const then = baseline === undefined ? undefined : readRun(baseline)
  // All are read before one is written.
  const runs = chosen.map((file) => ({ file, results: readRun(file) }))
  return runs.map(({ file, results }) => writePage(file, results, out ?? pageName(file), baseline, then)).join('\n')
}

/** Results are the record of a run; no page is worth one. */
function refuseToReplace(out: string | undefined, results: readonly string[]): void {
  if (out === undefined || !existsSync(out)) return
  const replaced = results.find((file) => existsSync(file) && realpathSync(file) === realpathSync(out))
  if (replaced !== undefined) {
    throw new InputError(
      `--out names the results file ${show(replaced)}, which the page would replace. Name another file.`,
    )
  }
}

function writePage(file: string, results: RunResults, page: string, baseline = '', then?: RunResults): string {
  const comparison = then && compareRuns(then, results, { name: baseline })
  const sources = { ...readOthers(dirname(file), file), ...(comparison && { comparison }) }
  try {
    writeReport(page, { file: basename(file), results }, sources)
  } catch (error) {
    throw new InputError(`cannot write ${show(page)}: ${(error as Error).message}`)
  }
  return `Report  ${relative('.', page)}`
}

function readRun(file: string): RunResults {
  return readResults(readText(file), file)
}

function findNewest(): string {
  const folder = existsSync('evals/results') ? 'evals/results' : '.vitest-judge/results'
  const [newest] = newestResults(listFiles(folder))
  if (newest !== undefined) return join(folder, newest)
  throw new InputError(
    `There are no results in ${folder}. Run the evals first (npx vitest run evals/), or name a results file.`,
  )
}
