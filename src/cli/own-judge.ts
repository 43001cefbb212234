/**
 * The judge of a command: Claude by the environment, or a module of the user's own.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Broker } from '../broker/broker.js'
import { badInput, InputError } from '../errors.js'
import { localBroker } from '../local.js'
import { isJudgeModel } from '../models/model.js'
import type { JudgeOptions } from '../options.js'

/**
 * The way to the judge.
 *
 * @param file - JavaScript module whose default export is a judge. Undefined: Claude.
 * @throws {@link InputError} when there is no such module, or no judge in it.
 */
export async function brokerFor(file: string | undefined, options: JudgeOptions = {}): Promise<Broker> {
  if (file === undefined) return localBroker(options)
  if (!existsSync(file)) throw new InputError(`--judge: there is no file ${file}.`)
  let loaded: { default?: unknown }
  try {
    loaded = await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw new InputError(`--judge: cannot load ${file}: ${(error as Error).message}`)
  }
  const { default: judge } = loaded
  if (isJudgeModel(judge)) return localBroker({ ...options, judge })
  throw badInput('--judge', {
    place: `the default export of ${file}`,
    expected: 'a judge with `id`, `settings` and `judge`',
    received: typeof judge === 'object' ? 'an object without them' : judge,
    hint: 'Make one of a function with functionModel({ id, judge }).',
  })
}
