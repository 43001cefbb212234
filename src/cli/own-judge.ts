/**
 * The judge of a command: Claude by the environment, or a module of the user's own.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { badInput, InputError, show } from '../errors.js'
import type { ConductOptions } from '../judge.js'
import { localBroker } from '../local.js'
import type { Asker } from '../models/asker.js'
import { isJudgeModel } from '../models/model.js'
import type { JudgeOptions } from '../options.js'
import { identityOf, panelOf } from '../panel.js'
import { checkSampling } from '../sampling.js'
import { importVite } from '../vite.js'

/** Whom a command asks. */
export interface CommandJudge {
  readonly asker: Asker
  readonly whom: Pick<ConductOptions, 'judges'>
  /** For people and names of files; a panel goes by all its names. */
  readonly name: string
}

/**
 * The way to the judge.
 *
 * @param file - Module, JavaScript or TypeScript, whose default export is a judge, or a list of them: a panel. Undefined: Claude.
 * @throws {@link InputError} when there is no such module, or no judge in it.
 */
export async function judgeOf(file: string | undefined, options: JudgeOptions = {}): Promise<CommandJudge> {
  if (file === undefined) return alone(options)
  const judge = await loadDefault(file)
  if (isJudgeModel(judge)) return alone({ ...options, judge })
  if (Array.isArray(judge)) {
    const { judges = [] } = checkSampling(`--judge ${file}`, { judges: judge })
    const name = judges.map((one) => identityOf(one).model).join(', ')
    return { asker: localBroker(options), whom: { judges: panelOf(judges) }, name }
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
  return { asker, whom: {}, name: asker.identity.model }
}

async function loadDefault(file: string): Promise<unknown> {
  if (!existsSync(file)) throw new InputError(`--judge: there is no file ${file}.`)
  try {
    const load = /\.[cm]?tsx?$/.test(file) ? loadTypeScript : loadScript
    return (await load(resolve(file))).default
  } catch (error) {
    throw new InputError(`--judge: cannot load ${file}: ${error instanceof Error ? error.message : show(error)}`)
  }
}

interface Loaded {
  readonly default?: unknown
}

async function loadScript(path: string): Promise<Loaded> {
  return (await import(pathToFileURL(path).href)) as Loaded
}

/** As Vitest loads it: not every Node knows TypeScript, and none finds `./agent.ts` by `./agent.js`. */
async function loadTypeScript(path: string): Promise<Loaded> {
  const { runnerImport } = await importVite(import.meta.resolve('vitest/node'))
  const { module } = await runnerImport<Loaded>(path, { configFile: false, logLevel: 'silent' })
  return module
}
