/**
 * Writes a page beside the results that it shows: the one file of this folder that reads and writes others.
 *
 * @module
 */
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { listFiles } from '../process/list-files.js'
import { writeFileWhole } from '../process/write-file.js'
import { readResults } from '../report/read-results.js'
import { newestResults } from '../report/results.js'
import { buildReport, type ReportSources } from './build-report.js'
import { renderReport } from './render-report.js'
import type { StoredRun } from './trend.js'

/** Most runs of a trend, and most bytes that are read for it: the newest count. */
const MAX_RUNS = 40
const MAX_BYTES = 64 * 1024 * 1024

/** Name of the page of a results file: `results-….json` gives `results-….html`. */
export function pageName(results: string): string {
  return `${results.replace(/\.json$/i, '')}.html`
}

/**
 * Writes the page whole or not at all; an older one of that name is replaced. Synchronous, as the results file is written.
 *
 * @throws Error of the file system.
 */
export function writeReport(file: string, own: StoredRun, sources: ReportSources): void {
  const page = renderReport(buildReport(own, sources), {
    script: readFileSync(new URL('./app/page.js', import.meta.url), 'utf8'),
    style: readFileSync(new URL('./app/page.css', import.meta.url), 'utf8'),
  })
  mkdirSync(dirname(file), { recursive: true })
  writeFileWhole(file, page)
}

/**
 * The other runs of a folder for the trend, the newest as far as they are not too many or too large. A file that cannot be read
 * is named in a note, and stops nothing.
 *
 * @param own - The results file that is shown, which is left out.
 */
export function readOthers(folder: string, own: string): Required<Pick<ReportSources, 'others' | 'notes'>> {
  const files = newestResults(listFiles(folder))
    .map((name) => join(folder, name))
    .filter((file) => resolve(file) !== resolve(own))
  const others: StoredRun[] = []
  const notes: string[] = []
  let room = MAX_BYTES
  for (const file of files) {
    try {
      room -= statSync(file).size
      if (room < 0 || others.length === MAX_RUNS) {
        notes.push(`The trend shows the newest ${others.length + 1} of ${files.length + 1} runs.`)
        break
      }
      others.push({ file: basename(file), results: readResults(readFileSync(file, 'utf8'), basename(file)) })
    } catch (error) {
      notes.push(`Not in the trend: ${(error as Error).message}`)
    }
  }
  return { others, notes }
}
