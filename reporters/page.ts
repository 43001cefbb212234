/**
 * The results of a run as a page beside the results file.
 *
 * @module
 */
import { basename, dirname, relative } from 'node:path'
import { pageName, readOthers, writeReport } from '../src/html/write-report.js'
import type { RunResults } from '../src/report/results.js'

/** Writes the page, and says where it is. Everything in it stands in the results, so a page that cannot be written fails nothing. */
export function writePage(root: string, file: string, results: RunResults): string {
  const page = pageName(file)
  try {
    writeReport(page, { file: basename(file), results }, readOthers(dirname(file), file))
    return `Report   ${relative(root, page)}`
  } catch (error) {
    return `Report   could not be written to ${relative(root, page)}: ${(error as Error).message}`
  }
}
