/**
 * Where in a test a matcher was called.
 *
 * @module
 */
import type { RunnerTestFile } from 'vitest'

/** The function that was called: where it is, an error is not shown, but where it was called. */
export type Below = (...args: never[]) => unknown

/**
 * Lines of a file by the place that Node has for them. Vite needs 40 µs to map a stack to the file as it was written, and tests
 * made in a loop all call from one place.
 */
const lines = new WeakMap<RunnerTestFile, Map<string, number | undefined>>()

/** One call of a matcher, by its stack. */
export class CallSite {
  readonly #error = new Error('called here')
  /** Once more: a stack is written once, for people or for us. */
  readonly #frames: { stack?: unknown } = {}

  /** @param below - The function that was called. */
  constructor(below: Below) {
    Error.captureStackTrace(this.#error, below)
    Error.captureStackTrace(this.#frames, below)
  }

  /** The line of a file that made the call, itself or through others. */
  lineIn(file: RunnerTestFile): number | undefined {
    const place = this.#placeIn(file.filepath)
    if (place === undefined) return this.#findLine(file.filepath)
    const ofFile = lines.get(file) ?? new Map<string, number | undefined>()
    lines.set(file, ofFile)
    if (!ofFile.has(place)) ofFile.set(place, this.#findLine(file.filepath))
    return ofFile.get(place)
  }

  /** Shows an error of ours at the line of the test that made the call. */
  point<E>(error: E): E {
    if (error instanceof Error && (error as { name: string }).name !== 'AssertionError') {
      error.stack = [`${error.name}: ${error.message}`, ...this.#lines().slice(1)].join('\n')
    }
    return error
  }

  /** None where a test writes its stacks in its own way. */
  #lines(): string[] {
    const stack: unknown = this.#error.stack
    return typeof stack === 'string' ? stack.split('\n') : []
  }

  #findLine(path: string): number | undefined {
    const frame = this.#lines().find((line) => line.includes(`${path}:`))
    const line = frame?.match(/:(\d+):\d+\)?$/)?.[1]
    return line === undefined ? undefined : Number(line)
  }

  /** Undefined also where the stack was written already. */
  #placeIn(path: string): string | undefined {
    const write = Error.prepareStackTrace
    Error.prepareStackTrace = (_, frames) => {
      const frame = frames.find((each) => each.getFileName() === path)
      return frame && { place: `${frame.getLineNumber()}:${frame.getColumnNumber()}` }
    }
    const { stack } = this.#frames
    Error.prepareStackTrace = write
    return typeof stack === 'object' ? (stack as { place: string }).place : undefined
  }
}

/** The reporter tells mistakes of a test from failures of the agent by this name; the class itself is not loaded yet. */
export function misuse(message: string, below: Below = misuse): Error {
  const error = Object.assign(new Error(message), { name: 'InputError' })
  Error.captureStackTrace(error, below)
  return error
}
