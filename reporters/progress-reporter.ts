/**
 * Says how far a long run is, for a person at a terminal. A line now and then goes through Vitest's logger, which keeps it apart
 * from the summary that Vitest repaints at the bottom.
 *
 * @module
 */
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'
import { describeProgress } from '../src/report/progress.js'
import type { JudgeProgress } from '../src/types.js'
import { isMachineRead, reporterNames } from './print.js'

/** Milliseconds: whatever ends sooner needs no line, and more lines would bury the rest. */
const EVERY = 5_000

/** Reporters beside which a line is no disturbance. */
const TALKATIVE = ['default', 'verbose', 'tree']

/** One for a run. */
export class ProgressReporter implements Reporter {
  readonly #vitest: Vitest
  readonly #look: () => JudgeProgress | null
  #timer: NodeJS.Timeout | undefined
  #done = 0
  #total = 0
  #said = ''

  /** @param look - What the judge is doing; null while nobody was asked. */
  constructor(vitest: Vitest, look: () => JudgeProgress | null) {
    this.#vitest = vitest
    this.#look = look
  }

  /** Called by Vitest. */
  onTestRunStart(): void {
    this.#done = 0
    this.#total = 0
    clearInterval(this.#timer)
    if (isWatched(this.#vitest)) this.#timer = setInterval(() => this.#say(), EVERY).unref()
  }

  /** Called by Vitest. */
  onTestModuleCollected(module: TestModule): void {
    this.#total += [...module.children.allTests()].length
  }

  /** Called by Vitest. */
  onTestCaseResult(_test: TestCase): void {
    this.#done++
  }

  /** Called by Vitest. */
  onTestRunEnd(): void {
    clearInterval(this.#timer)
  }

  #say(): void {
    const judge = this.#look()
    if (judge === null) return
    const line = describeProgress({ done: this.#done, total: this.#total }, judge)
    if (line !== this.#said) this.#vitest.logger.log(line)
    this.#said = line
  }
}

/** By a person: at a terminal, outside of CI, with a reporter that talks. */
function isWatched(vitest: Vitest, env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const isTerminal = (vitest.logger.outputStream as Partial<NodeJS.WriteStream>).isTTY === true
  const isCi = !['', '0', 'false', undefined].includes(env.CI) || env.GITHUB_ACTIONS === 'true'
  return (
    isTerminal &&
    !isCi &&
    !isMachineRead(vitest) &&
    reporterNames(vitest).some((name) => TALKATIVE.includes(name as string))
  )
}
