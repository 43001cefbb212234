/**
 * `vitest-judge recordings`: what is recorded, and what no test used any more.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ListedRecording, Recordings } from '../broker/recordings.js'
import { InputError } from '../errors.js'
import type { RunResults } from '../report/results.js'
import { resultsSchema } from '../report/results-schema.js'
import { oneLine } from '../text.js'

/** Folders; the defaults are those of the plugin. */
export interface RecordingsOptions {
  readonly dir?: string | undefined
  readonly results?: string | undefined
}

/** One line a recording: whether the last run used it, what it is about, by which model, when. */
export async function listRecordings({ dir = 'evals/recordings', results }: RecordingsOptions): Promise<string> {
  const recordings = await new Recordings(dir).list()
  if (recordings.length === 0) return `There are no recordings in ${dir}.`
  const last = latestResults(results)
  const used = last === null ? null : usedKeys(last.results)
  const lines = recordings.map((recording) => describe(recording, used))
  const about = last === null ? 'no results file says which of them are used' : `used or not by the run of ${last.name}`
  return [`${recordings.length} recordings in ${dir}; ${about}`, ...lines].join('\n')
}

/**
 * Removes what the last run did not use, and what cannot be read.
 *
 * @throws {@link InputError} when there is no results file, or the last run was not complete.
 */
export async function pruneRecordings({ dir = 'evals/recordings', results }: RecordingsOptions): Promise<string> {
  const last = latestResults(results)
  if (last === null) {
    throw new InputError('There is no results file, so nothing says which recordings are used. Run all evals first.')
  }
  if (last.results.run.partial) {
    throw new InputError(
      `The last run (${last.name}) was partial, so recordings that it did not use may still be needed. Run all evals without a filter first.`,
    )
  }
  const used = usedKeys(last.results)
  const recordings = new Recordings(dir)
  const unused = (await recordings.list()).filter(({ key }) => !used.has(key))
  for (const { key } of unused) await recordings.remove(key)
  const lines = unused.map((recording) => describe(recording, used))
  return [`Removed ${unused.length} recordings that the run of ${last.name} did not use`, ...lines].join('\n')
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

function latestResults(given: string | undefined): { name: string; results: RunResults } | null {
  const usual = existsSync('evals/results') ? 'evals/results' : '.vitest-judge/results'
  const folder = given ?? usual
  if (!existsSync(folder)) return null
  const names = readdirSync(folder).filter((name) => /^results-.*\.json$/.test(name))
  const read = names.map((name) => ({ name, results: readResults(join(folder, name)) }))
  const [latest = null] = read.sort((a, b) => (a.results.run.finished < b.results.run.finished ? 1 : -1))
  return latest
}

function readResults(file: string): RunResults {
  try {
    return resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new InputError(`${file} is no results file of this version: ${(error as Error).message}`)
  }
}

function usedKeys({ sets, checks }: RunResults): Set<string> {
  const judged = checks.map(({ judgement }) => (judgement as { recordings?: readonly string[] }).recordings ?? [])
  const cases = sets.flatMap((set) => set.cases.map(({ recordings }) => recordings))
  return new Set([...judged, ...cases].flat())
}
