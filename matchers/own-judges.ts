/**
 * Judges that a test names instead of the run's.
 *
 * @module
 */
import { InputError, show } from '../src/errors.js'
import type { ConductOptions } from '../src/judge.js'
import { isJudgeModel } from '../src/models/model.js'
import { panelOf, refuseBoth } from '../src/panel.js'
import { checkSampling } from '../src/sampling.js'
import type { MatcherContext } from './matcher.js'
import type { OwnJudges } from './types.js'

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
