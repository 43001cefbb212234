/**
 * Sets whose subjects fail, or do not return.
 *
 * @module
 */
import type { FilesRun } from './run-files.js'

/** A set whose cases have these ids. */
export function setNamed(feature: string, cases: readonly string[], draft = false): string {
  return JSON.stringify(
    { version: 1, feature, draft, cases: cases.map((id) => ({ id, input: 'hallucination=0' })) },
    null,
    2,
  )
}

/** How they are run. */
export const settings = { args: ['evals/'], resultsIn: 'evals/results' }

/** The records of a set. */
export function casesOf({ results }: FilesRun, name: string) {
  return results[0]?.sets.find(({ evalset }) => evalset === name)?.cases ?? []
}
