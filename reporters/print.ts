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

/** Files that reporters write, as they are named: they hold what tests left in their `meta`. */
export function outputFiles({ config }: Vitest): string[] {
  const { outputFile, reporters } = config
  const own = reporters.map((entry) =>
    Array.isArray(entry) ? (entry[1] as { outputFile?: unknown })?.outputFile : null,
  )
  const named = [outputFile, ...own].flatMap((file) => (typeof file === 'object' ? Object.values(file ?? {}) : file))
  return named.filter((file) => typeof file === 'string')
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
