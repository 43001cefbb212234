/**
 * Runs Vitest on the files of a test and reads what came of it: each test's state and message, and the results files.
 *
 * @module
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, vi } from 'vitest'
import type { RunResults } from '../../src/report/results.js'
import { config, type Files, type RunResult, readResults, runVitest, write } from '../support/run-vitest.js'

// Each run of Vitest takes a second or more, a test makes up to ten, and a loaded machine is ten times slower.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

/** One test of a run. */
export interface TestReport {
  readonly status: string
  /** Name and message of each error, without its stack. */
  readonly errors: readonly string[]
  /** Where the default reporter points to, such as `a.test.ts:7`. */
  readonly place: string | null
}

/** What a run came to. */
export interface FilesRun extends RunResult {
  readonly path: string
  /** By full name. */
  readonly tests: Readonly<Record<string, TestReport>>
  /** The results files, oldest first. */
  readonly results: readonly RunResults[]
}

/** How to run. */
export interface RunSettings {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Folder of the results files. Default `.vitest-judge/results`. */
  readonly resultsIn?: string
}

/** Environment in which loading the SDK ends the process. */
export const NO_SDK = { NODE_OPTIONS: `--import=${new URL('../support/no-sdk.mjs', import.meta.url).href}` }

const TMP = fileURLToPath(new URL('../.tmp', import.meta.url))
const paths: string[] = []

afterAll(() => {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
})

/** A folder that goes with the test file. */
export function makeFolder(files: Files): string {
  mkdirSync(TMP, { recursive: true })
  const path = mkdtempSync(join(TMP, 'run-'))
  paths.push(path)
  write(path, files)
  return path
}

/** The usual config: the judge of judge.ts, no recordings. Both arguments are source text. */
export function judgedConfig(options = '', test = '{}'): string {
  return config(`{ judge, recordings: 'off', ${options} }`, test, `import { judge } from '../../e2e/judge.js'`)
}

/** Runs Vitest on files in a folder of their own. */
export function runFiles(files: Files, settings?: RunSettings): Promise<FilesRun> {
  return runFolder(makeFolder(files), settings)
}

/** Runs Vitest in a folder. */
export async function runFolder(path: string, settings: RunSettings = {}): Promise<FilesRun> {
  const { args = [], env = {}, resultsIn = '.vitest-judge/results' } = settings
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json']
  const result = await runVitest(path, [...args, ...reporters], env)
  const results = existsSync(join(path, resultsIn)) ? (readResults(path, resultsIn) as RunResults[]) : []
  return { ...result, path, tests: readReport(join(path, 'report.json'), result), results }
}

interface JsonReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

function readReport(file: string, { output }: RunResult): Record<string, TestReport> {
  if (!existsSync(file)) return {}
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(
    tests.map(({ fullName, status, failureMessages }) => {
      const errors = (failureMessages ?? []).map((text) => text.split(/\n {4}at /)[0] ?? '')
      return [fullName, { status, errors, place: placeOf(fullName, output) }]
    }),
  )
}

/** The first place below the line ` FAIL  file > name`. */
function placeOf(name: string, output: string): string | null {
  const blocks = output.split(/^ FAIL {2}/m).slice(1)
  const own = blocks.find((block) => block.split('\n', 1)[0]?.replaceAll(' > ', ' ').endsWith(` ${name}`))
  return own?.match(/^ ❯ (\S+?:\d+):\d+/m)?.[1] ?? null
}

/** States of the tests whose full name starts with a word, by the rest of their name. */
export function statesOf(run: FilesRun, start: string): Record<string, string> {
  const own = Object.entries(run.tests).filter(([name]) => name.startsWith(`${start} `))
  return Object.fromEntries(own.map(([name, { status }]) => [name.slice(start.length + 1), status]))
}
