/**
 * Where text for people goes, and in which colours.
 *
 * @module
 */
import { styleText } from 'node:util'
import type { Vitest } from 'vitest/node'
import { paintRun, type Tone } from '../src/report/paint.js'

/** Formats that text in the same stream would break. */
const MACHINE_FORMATS = ['json', 'junit', 'tap', 'tap-flat']

const COLOURS = { good: 'green', bad: 'red', open: 'yellow' } as const

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

/** Whether a program reads the standard output. */
export function isMachineRead(vitest: Vitest): boolean {
  const { outputFile } = vitest.config
  return reporterNames(vitest).some((name) => {
    const own = typeof outputFile === 'object' ? (outputFile as Record<string, string>)[String(name)] : outputFile
    return MACHINE_FORMATS.includes(String(name)) && own === undefined
  })
}

/** Prints to the standard output, or to the standard error where a program reads the output. */
export function print(vitest: Vitest, text: string): void {
  const { logger } = vitest
  if (isMachineRead(vitest)) logger.errorStream.write(`${paintFor(logger.errorStream, text)}\n`)
  else logger.log(paintFor(logger.outputStream, text))
}

/** Colours on a terminal only; Node knows `NO_COLOR` and `FORCE_COLOR`. */
function paintFor(stream: NodeJS.WritableStream, text: string): string {
  return paintRun(text, (tone: Tone, word) => styleText(COLOURS[tone], word, { stream, validateStream: true }))
}
