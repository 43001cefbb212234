/**
 * A broker in this process, for plain code and for workers without the plugin.
 *
 * @module
 */
import { Broker } from './broker/broker.js'
import { brokerOptions } from './config.js'
import { checkJudgeOptions, type JudgeOptions } from './options.js'

/**
 * Relative paths start from the working folder, keys come from the options or the environment.
 *
 * @throws {@link InputError} that names the option.
 */
export function localBroker(options: JudgeOptions): Broker {
  const warn = (message: string) => console.warn(`vitest-judge: ${message}`)
  return new Broker({ ...brokerOptions(checkJudgeOptions(options), process.env, process.cwd()), warn })
}
