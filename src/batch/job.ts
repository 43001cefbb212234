/**
 * What the folder of a batch is about: the run whose calls are asked in batches, until none is left.
 *
 * @module
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { badInput } from '../errors.js'
import { readJson, writeJson } from './json-file.js'

/** Grows when the form of the folder changes. */
const FORMAT = 1

/** The run, and how far it is. */
export interface Job {
  readonly format: number
  /** `vitest`: the project's own; `judge`: the command of this package. */
  readonly program: 'vitest' | 'judge'
  readonly args: readonly string[]
  readonly started_at: string
  /** Names the last time that calls were collected. */
  readonly collected: string
  /** Calls that the run still had when it was last given all answers; null: it never was. */
  readonly left: number | null
}

/** The part of the folder that is about the job. */
export class JobFile {
  /** The folder of the batch. */
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** @throws {@link InputError} when it was written by another version. */
  read(): Job | null {
    const job = readJson<Job>(
      this.#file,
      `Restore it, or remove ${this.folder}: that begins anew, and gives up what is under way.`,
    )
    if (job === null || job.format === FORMAT) return job
    const hint = 'Use the version that wrote it, or remove the folder.'
    throw badInput(this.#file, { place: '`format`', expected: `${FORMAT}`, received: job.format, hint })
  }

  write(given: Omit<Job, 'format'>): Job {
    const job = { ...given, format: FORMAT }
    writeJson(this.#file, job)
    return job
  }

  /** Makes the folder, which keeps itself out of Git. */
  prepare(): void {
    mkdirSync(this.folder, { recursive: true })
    const ignore = join(this.folder, '.gitignore')
    if (!existsSync(ignore)) writeFileSync(ignore, '*\n')
  }

  /** Forgets everything; the job last, so that a kill on the way leaves an unfinished one. */
  clear(): void {
    for (const name of ['calls', 'replies', 'produced', 'batches', 'job.json']) {
      rmSync(join(this.folder, name), { recursive: true, force: true })
    }
  }

  get #file(): string {
    return join(this.folder, 'job.json')
  }
}
