/**
 * Names that the gold patch introduces and the candidate does without. The project's tests often call them, so a
 * candidate that names things otherwise fails however right it is.
 *
 * @module
 */
import { readNamesIn } from './tokens.js'

/** A new name that the candidate lacks. */
export interface MissingName {
  readonly name: string
  /** The test patch uses it and the problem statement does not mention it: it could only be guessed. */
  readonly required: boolean
}

/** What the tests ask for, and what the task told. */
export interface NameSources {
  /** Lines that the test patch adds. */
  readonly tests: readonly string[]
  readonly problem: string
}

/** Weight of a name that no test is known to need. */
const UNTESTED = 0.1

/**
 * Finds the missing names, the required ones first.
 *
 * @param goldAdded - Code lines that the gold adds.
 * @param goldKnown - Lines that stood there before: context and removed ones.
 * @param candidateAdded - Code lines that the candidate adds.
 */
export function missingNames(
  goldAdded: readonly string[],
  goldKnown: readonly string[],
  candidateAdded: readonly string[],
  sources: NameSources,
): MissingName[] {
  const known = readNamesIn(goldKnown)
  const present = readNamesIn(candidateAdded)
  const tested = readNamesIn(sources.tests)
  const told = readNamesIn([sources.problem])
  return [...readNamesIn(goldAdded)]
    .filter((name) => !known.has(name) && !present.has(name))
    .map((name) => ({ name, required: tested.has(name) && !told.has(name) }))
    .sort((a, b) => Number(b.required) - Number(a.required))
}

/** `m / (m + 1)` with m the weighted number of missing names; 0 where none is missing, towards 1 with many. */
export function weighNames(names: readonly MissingName[]): number {
  const weight = names.reduce((sum, { required }) => sum + (required ? 1 : UNTESTED), 0)
  return weight / (weight + 1)
}
