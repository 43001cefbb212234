/**
 * What a run was asked for, and so what it can say nothing of.
 *
 * @module
 */
import { listNames } from '../evalset/reasons.js'
import type { Comparable } from './compare-units.js'
import type { RunInfo } from './results.js'

/**
 * Whether a run that has nothing of a file was asked for it. Paths are read as Vitest reads them, parts of the file's own, and an absolute
 * one as none: from which root it starts, results do not say.
 *
 * @param file - Relative to the root.
 */
export function wasAskedFor(
  file: string,
  { filters, narrowed_by = [] }: Pick<RunInfo, 'filters' | 'narrowed_by'>,
): boolean {
  if (narrowed_by.length > 0) return false
  const path = plain(file)
  return filters.length === 0 || filters.some((filter) => path.includes(plain(filter)))
}

/** Whether no test was left out of a run: nothing broke off, and no path or option but that of the folder of all evals. */
export function isWhole({ filters, narrowed_by = [], partial }: RunInfo): boolean {
  return !partial && narrowed_by.length === 0 && filters.every(holdsAllEvals)
}

/** Whether a path that was typed is that of the folder of all evals, or of one around it. */
export function holdsAllEvals(path: string): boolean {
  return /(?:^|[\\/])(?:evals[\\/]?|\.[\\/]?)$/.test(path)
}

/** `./evals\\a` as `evals/a`. */
function plain(path: string): string {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+|^\.$/, '')
    .toLowerCase()
}

/** Notes for whoever takes what one of two runs was not asked for as gone, or as new. */
export function noteLeftOut(baseline: Comparable, results: Comparable): readonly string[] {
  const [then, now] = [filesOf(baseline), filesOf(results)]
  const isLeftOut = (files: Set<string>, others: Set<string>, run: RunInfo) =>
    [...files].some((file) => !others.has(file) && !wasAskedFor(file, run))
  return [
    ...(results.run.partial ? ['this run is partial: what is gone may only not have run'] : []),
    ...(isLeftOut(then, now, results.run)
      ? [`this run was asked for a part only (${describeAsked(results.run)}): what is gone may only not have run`]
      : []),
    ...(isLeftOut(now, then, baseline.run)
      ? [
          `the baseline was asked for a part only (${describeAsked(baseline.run)}): what is new may only not have run then`,
        ]
      : []),
  ]
}

function describeAsked({ filters, narrowed_by = [] }: RunInfo): string {
  return listNames([...filters, ...narrowed_by])
}

function filesOf({ sets, checks }: Comparable): Set<string> {
  return new Set([...sets, ...checks].map(({ file }) => file))
}
