/**
 * The judge of a command: Claude by the environment, or a module of the user's own.
 *
 * @module
 */
import { badInput, InputError } from '../errors.js'
import type { ConductOptions } from '../judge.js'
import { localBroker } from '../local.js'
import type { Asker } from '../models/asker.js'
import { isJudgeModel } from '../models/model.js'
import type { JudgeOptions } from '../options.js'
import { identityOf, panelOf } from '../panel.js'
import { checkSampling } from '../sampling.js'
import { loadDefault } from './own-module.js'

/** Whom a command asks. */
export interface CommandJudge {
  readonly asker: Asker
  readonly whom: Pick<ConductOptions, 'judges'>
  /** For people and names of files; a panel goes by all its names. */
  readonly name: string
  /** There is neither a key nor a judge of the user's own. */
  readonly isMissing: boolean
}

/**
 * The way to the judge.
 *
 * @param file - Module, JavaScript or TypeScript, whose default export is a judge, or a list of them: a panel. Undefined: Claude.
 * @throws {@link InputError} when there is no such module, or no judge in it.
 */
export async function judgeOf(file: string | undefined, options: JudgeOptions = {}): Promise<CommandJudge> {
  if (file === undefined) return alone(options)
  const judge = await loadDefault('--judge', file)
  if (isJudgeModel(judge)) return alone({ ...options, judge })
  if (Array.isArray(judge)) {
    const { judges = [] } = checkSampling(`--judge ${file}`, { judges: judge })
    const name = judges.map((one) => identityOf(one).model).join(', ')
    return { asker: localBroker(options), whom: { judges: panelOf(judges) }, name, isMissing: false }
  }
  throw badInput('--judge', {
    place: `the default export of ${file}`,
    expected: 'a judge with `id`, `settings` and `judge`, or a list of judges',
    received: typeof judge === 'object' ? 'an object without them' : judge,
    hint: 'Make one of a function with functionModel({ id, judge }).',
  })
}

function alone(options: JudgeOptions): CommandJudge {
  const asker = localBroker(options)
  return { asker, whom: {}, name: asker.identity.model, isMissing: !asker.hasJudge }
}

/**
 * A command that could ask nobody, and found no recording, could not begin: that says nothing of the judge.
 *
 * @throws {@link InputError}
 */
export function refuseNobody({ isMissing }: CommandJudge): void {
  if (!isMissing) return
  throw new InputError(
    'There is no judge to ask, and no recording answers. Set ANTHROPIC_API_KEY, or name a judge with --judge FILE.',
  )
}
