/**
 * Options of matchers: a misspelt one must not be silently without effect.
 *
 * @module
 */
import { listKnown, placeOf } from '../src/check.js'
import { badInput, InputError } from '../src/errors.js'
import { checkFraction } from '../src/scoring/decide.js'

/**
 * @param known - Names of all options; those in `fractions` must lie between 0 and 1 where they are given.
 * @throws {@link InputError}
 */
export function checkOptions(
  matcher: string,
  options: object,
  known: readonly string[],
  fractions: readonly string[],
): void {
  if (typeof options !== 'object' || options === null) {
    throw badInput(matcher, { place: 'the options', expected: 'an object', received: options })
  }
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) {
      throw new InputError(`${matcher}: there is no option ${placeOf([name])}. ${listKnown(name, known)}`)
    }
    if (fractions.includes(name) && value !== undefined) checkFraction(matcher, name, value)
  }
}
