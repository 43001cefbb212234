/**
 * Finds the results that a run is compared with.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { listFiles } from '../src/process/list-files.js'
import type { Baseline } from '../src/report/compare-gate.js'
import type { Comparable } from '../src/report/compare-units.js'
import { readResults } from '../src/report/read-results.js'
import { newestResults, type RunResults } from '../src/report/results.js'
import { type Guards, isGuarded } from './guards.js'

/**
 * The results file that the option names; for `latest` the one of a whole run in the results' folder that has all that this run judged,
 * or null where there is no whole run yet. Called before this run's own file is written.
 *
 * @param option - `latest`, or a path from the root.
 * @param judged - What this run judged.
 * @param guards - Which sets of a file that is named have to run. Of the run before, what is gone was taken out since.
 */
export function findBaseline(
  option: string,
  root: string,
  folder: string,
  judged: Comparable,
  guards: readonly Guards[],
): Baseline | null {
  const path = resolve(root, option)
  const name = option === 'latest' ? option : relative(root, path) || option
  try {
    if (option === 'latest') return findLatest(root, folder, judged)
    const results = readResults(readFileSync(path, 'utf8'), name)
    return { name, results, isGuarded: (set) => isGuarded(set, guards) }
  } catch (error) {
    return { name, fault: (error as Error).message }
  }
}

/** How many whole runs are looked through, so that a new set does not make a run read all that there ever were. */
const LOOKED_AT = 20

/**
 * The newest of those that have most of the sets and checked files of this run, for a run of one file only is whole too. Files that
 * are partial, cut or of a newer version are passed by: they are nobody's choice.
 */
function findLatest(root: string, folder: string, judged: Comparable): Baseline | null {
  const wanted = namesOf(judged)
  let best: { file: string; results: RunResults; found: number } | null = null
  let seen = 0
  for (const file of newestResults(listFiles(folder))) {
    const results = readWhole(join(folder, file))
    if (results === null) continue
    const own = namesOf(results)
    const found = [...wanted].filter((name) => own.has(name)).length
    if (best === null || found > best.found) best = { file, results, found }
    if (best.found === wanted.size || ++seen === LOOKED_AT) break
  }
  return best === null ? null : { name: relative(root, join(folder, best.file)), results: best.results }
}

/** A set may move to another file, and a test file has no other name. */
function namesOf({ sets, checks }: Comparable): Set<string> {
  return new Set([...sets.map(({ evalset }) => `set ${evalset}`), ...checks.map(({ file }) => `file ${file}`)])
}

function readWhole(path: string): RunResults | null {
  try {
    const results = readResults(readFileSync(path, 'utf8'), path)
    return results.run.partial ? null : results
  } catch {
    return null
  }
}
