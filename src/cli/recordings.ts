/**
 * `vitest-judge recordings`: what is recorded, and what no test used any more.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ListedRecording, Recordings } from '../broker/recordings.js'
import { InputError } from '../errors.js'
import { isWhole } from '../report/asked.js'
import { CALIBRATIONS, readCalibration } from '../report/calibration.js'
import { readResults } from '../report/read-results.js'
import type { RunResults } from '../report/results.js'
import { oneLine } from '../text.js'

/** Folders; the defaults are those of the plugin. */
export interface RecordingsOptions {
  readonly dir?: string | undefined
  readonly results?: string | undefined
}

/** One line a recording: whether a run used it, what it is about, by which model, when. */
export async function listRecordings({ dir = 'evals/recordings', results }: RecordingsOptions): Promise<string> {
  const recordings = await new Recordings(dir).list()
  if (recordings.length === 0) return `There are no recordings in ${dir}.`
  const runs = readRuns(results)
  const used = runs.length === 0 ? null : usedKeys(runs)
  const about =
    used === null ? 'no results file says which of them are used' : `used (✓) or not (✗) by ${describeRuns(runs)}`
  return [`${recordings.length} recordings in ${dir}; ${about}`, ...recordings.map((one) => describe(one, used))].join(
    '\n',
  )
}

/**
 * Removes what no run used whose results file is still there, and what cannot be read. A run under a filter only adds to what
 * is used, so it does no harm.
 *
 * @throws {@link InputError} when there is no results file.
 */
export async function pruneRecordings({ dir = 'evals/recordings', results }: RecordingsOptions): Promise<string> {
  const runs = readRuns(results)
  if (runs.length === 0) {
    throw new InputError('There is no results file, so nothing says which recordings are used. Run all evals first.')
  }
  if (!runs.some(({ run }) => isWhole(run))) {
    throw new InputError(
      'No run with a results file was whole: all were filtered, or ended before their end, so what none of them used may still be needed. Run all evals first: npx vitest run evals/',
    )
  }
  const used = usedKeys(runs)
  const recordings = new Recordings(dir)
  const unused = (await recordings.list()).filter(({ key }) => !used.has(key))
  for (const { key } of unused) await recordings.remove(key)
  const lines = unused.map((recording) => describe(recording, used))
  return [`Removed ${unused.length} recordings that were not used by ${describeRuns(runs)}`, ...lines].join('\n')
}

function describeRuns(runs: readonly RunResults[]): string {
  const finished = runs.map(({ run }) => run.finished.slice(0, 16).replace('T', ' ')).sort()
  return runs.length === 1 ? `the run of ${finished[0]}` : `the ${runs.length} runs since ${finished[0]}`
}

function describe(
  { key, file, label, model, recordedAt, sample, why }: ListedRecording,
  used: ReadonlySet<string> | null,
): string {
  const mark = used === null ? ' ' : used.has(key) ? '✓' : '✗'
  const what = why === undefined ? oneLine(label, 100) : `cannot be read: ${oneLine(why, 100)}`
  const by = why === undefined ? `${oneLine(model, 40)}${sample ? ' (sample)' : ''}, ${recordedAt.slice(0, 10)}` : ''
  return `  ${mark} ${relative('.', file)}  ${what}${by === '' ? '' : `  ${by}`}`
}

function readRuns(given: string | undefined): RunResults[] {
  const folder = given ?? (existsSync('evals/results') ? 'evals/results' : '.vitest-judge/results')
  return readFolder(folder, /^results-.*\.json$/, readResults)
}

function readFolder<T>(folder: string, names: RegExp, read: (text: string, file: string) => T): T[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => names.test(name))
  return files.map((name) => read(readFileSync(join(folder, name), 'utf8'), join(folder, name)))
}

/** What a calibration rests on is used, although no run asked for it. */
function usedKeys(runs: readonly RunResults[]): Set<string> {
  return new Set([
    ...runs.flatMap(keysOf),
    ...readFolder(CALIBRATIONS, /\.json$/, readCalibration).flatMap((one) => one.recordings),
  ])
}

function keysOf({ sets, checks }: RunResults): string[] {
  const judged = checks.map(({ judgement }) => (judgement as { recordings?: readonly string[] }).recordings ?? [])
  const cases = sets.flatMap((set) => set.cases.map(({ recordings }) => recordings))
  return [...judged, ...cases].flat()
}
