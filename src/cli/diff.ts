/**
 * `vitest-judge diff OLD NEW`: two results files compared.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { InputError, show } from '../errors.js'
import { compareRuns } from '../report/compare-runs.js'
import { renderComparison } from '../report/compare-text.js'
import { readResults } from '../report/read-results.js'
import type { RunResults } from '../report/results.js'

/**
 * Compares two results files.
 *
 * @param force - Compare also what another rubric, prompt version or judge scored.
 * @returns What is printed, and the exit code: 1 where a set or matcher was refused, else 0, whatever the difference.
 * @throws {@link InputError} when a file is no results file, or the older one is partial.
 */
export function diffCommand(older: string, newer: string, force: boolean): { text: string; code: number } {
  const comparison = compareRuns(read(older), read(newer), { name: older, force })
  const refused = comparison.groups.some(({ verdict }) => verdict === 'refused')
  const hint = refused ? '\n\nWhat is refused was judged in another way; --force compares it all the same.' : ''
  const nothing = comparison.groups.length === 0 ? '\n  neither file has eval sets or checks' : ''
  return { text: `${renderComparison(comparison)}${nothing}${hint}`, code: refused ? 1 : 0 }
}

function read(file: string): RunResults {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`cannot read ${show(file)}: ${(error as Error).message}`)
  }
  return readResults(text, file)
}
