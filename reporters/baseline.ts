/**
 * Finds the results that a run is compared with.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Baseline } from '../src/report/compare-gate.js'
import { readResults } from '../src/report/read-results.js'
import { newestResults, type RunResults } from '../src/report/results.js'

/**
 * The results file that the option names; for `latest` the newest one in the results' folder whose run was whole, or null where
 * there is none yet. Called before this run's own file is written.
 *
 * @param option - `latest`, or a path from the root.
 */
export function findBaseline(option: string, root: string, folder: string): Baseline | null {
  const path = resolve(root, option)
  const name = option === 'latest' ? option : relative(root, path) || option
  try {
    if (option === 'latest') return findLatest(root, folder)
    return { name, results: readResults(readFileSync(path, 'utf8'), name) }
  } catch (error) {
    return { name, fault: (error as Error).message }
  }
}

/** Files that are partial, cut or of a newer version are passed by: they are nobody's choice. */
function findLatest(root: string, folder: string): Baseline | null {
  for (const file of existsSync(folder) ? newestResults(readdirSync(folder)) : []) {
    const results = readWhole(join(folder, file))
    if (results !== null) return { name: relative(root, join(folder, file)), results }
  }
  return null
}

function readWhole(path: string): RunResults | null {
  try {
    const results = readResults(readFileSync(path, 'utf8'), path)
    return results.run.partial ? null : results
  } catch {
    return null
  }
}
