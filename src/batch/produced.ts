/**
 * What the subjects of eval sets returned while calls were collected, so that the same is judged when the answers are there: an
 * agent asked again would answer differently.
 *
 * @module
 */
import { join } from 'node:path'
import { digest } from '../digest.js'
import { readJson, writeJson } from './json-file.js'

/** The kept outputs of a job. */
export class KeptOutputs {
  readonly #folder: string

  constructor(batch: string) {
    this.#folder = join(batch, 'produced')
  }

  /** @param run - Everything that tells one run of the subject from all others. */
  find<T>(run: object): T | null {
    return readJson<T>(this.#fileOf(run))
  }

  keep(run: object, output: object): void {
    writeJson(this.#fileOf(run), output)
  }

  #fileOf(run: object): string {
    return join(this.#folder, `${digest(run).slice(0, 32)}.json`)
  }
}
