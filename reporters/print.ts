/**
 * Where text for people goes.
 *
 * @module
 */
import type { Vitest } from 'vitest/node'

/** Formats that text in the same stream would break. */
const MACHINE_FORMATS = ['json', 'junit', 'tap', 'tap-flat']

/** Names of the reporters, and the reporters that are given as objects. */
export function reporterNames(vitest: Vitest): unknown[] {
  return vitest.config.reporters.map((entry) => (Array.isArray(entry) ? entry[0] : entry))
}

/** Prints to the standard output, or to the standard error where a program reads the output. */
export function print(vitest: Vitest, text: string): void {
  const { outputFile } = vitest.config
  const machine = reporterNames(vitest).some((name) => {
    const own = typeof outputFile === 'object' ? (outputFile as Record<string, string>)[String(name)] : outputFile
    return MACHINE_FORMATS.includes(String(name)) && own === undefined
  })
  if (machine) vitest.logger.errorStream.write(`${text}\n`)
  else vitest.logger.log(text)
}
