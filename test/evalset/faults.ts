/**
 * What is said of a set that cannot be read.
 *
 * @module
 */
import { InputError } from '../../src/errors.js'
import { parseEvalSet } from '../../src/evalset/parse.js'

/** The smallest case. */
export const CASE = { id: 'c1', input: 'in' }

/** The message of the fault in a text, or `no fault`. */
export function messageOf(text: string, file = 'evals/evalset.json'): string {
  try {
    parseEvalSet(text, file)
  } catch (error) {
    if (error instanceof InputError) return error.message
    throw error
  }
  return 'no fault'
}
