/**
 * Options of matchers: a misspelt one must not be silently without effect.
 *
 * @module
 */
import { badInput, InputError, show } from '../src/errors.js'
import type { ConductOptions } from '../src/judge.js'
import { isJudgeModel } from '../src/models/model.js'
import { panelOf, refuseBoth } from '../src/panel.js'
import { checkSampling } from '../src/sampling.js'
import { checkFraction } from '../src/scoring/decide.js'
import type { MatcherContext } from './matcher.js'
import type { OwnJudges } from './types.js'

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

/** As users may have given it. */
type Given = { readonly [K in keyof OwnJudges]?: OwnJudges[K] | undefined }

/** The context with {@link ownJudges} in it. */
export function withOwnJudges(matcher: string, own: Given, context: MatcherContext): MatcherContext {
  return { ...context, options: { ...context.options, ...ownJudges(matcher, own) } }
}

/**
 * The judge or the panel of a test's own, for the conductor; nothing where the test names none.
 *
 * @throws {@link InputError} for anything else, such as a bare function.
 */
export function ownJudges(matcher: string, { judge, judges }: Given): Pick<ConductOptions, 'judge' | 'judges'> {
  refuseBoth(matcher, { judge, judges })
  if (judges !== undefined) {
    checkSampling(matcher, { judges })
    return { judges: panelOf(judges) }
  }
  if (judge === undefined) return {}
  // It stands also before a panel of the run.
  if (isJudgeModel(judge)) return { judge, judges: undefined }
  throw new InputError(
    `${matcher}: expected \`judge\` to be a judge with \`id\`, \`settings\` and \`judge\`, but received ${typeof judge === 'object' ? 'an object without them' : show(judge)}. Make one of a function with functionModel({ id, judge }).`,
  )
}
