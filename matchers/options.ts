/**
 * Options of matchers: a misspelt one must not be silently without effect.
 *
 * @module
 */
import { badInput, InputError, show } from '../src/errors.js'
import { isJudgeModel } from '../src/models/model.js'
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
      throw new InputError(
        `${matcher}: there is no option \`${name}\`. Known are ${[...new Set(known)].map((one) => `\`${one}\``).join(', ')}.`,
      )
    }
    if (fractions.includes(name) && value !== undefined) checkFraction(matcher, name, value)
  }
}

/**
 * A judge of the test's own.
 *
 * @throws {@link InputError} for anything else, such as a bare function.
 */
export function checkOwnJudge(matcher: string, judge: unknown): void {
  if (judge === undefined || isJudgeModel(judge)) return
  throw new InputError(
    `${matcher}: expected \`judge\` to be a judge with \`id\`, \`settings\` and \`judge\`, but received ${typeof judge === 'object' ? 'an object without them' : show(judge)}. Make one of a function with functionModel({ id, judge }).`,
  )
}
