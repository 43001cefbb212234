/**
 * The words with which wrong input is refused.
 *
 * @module
 */
import { InputError } from '../../src/errors.js'

/** The message of a check, or what it took. */
export function messageOf(check: () => unknown): string {
  try {
    return `taken: ${JSON.stringify(check())}`
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    return error.message
  }
}
