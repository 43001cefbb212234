/**
 * What the subjects of eval sets returned while calls were collected, so that the same is judged when the answers are there: an
 * agent asked again would answer differently.
 *
 * @module
 */
import { join } from 'node:path'
import { digest } from '../digest.js'
import { readJson, writeJson } from './json-file.js'

/** An output, and whose it is. */
export interface KeptOutput<T> {
  /** Digest of the agent that gave it. */
  readonly by: string
  /** ISO 8601. */
  readonly at: string
  readonly output: T
}

/** The kept outputs of a job. */
export class KeptOutputs<T> {
  readonly #folder: string

  constructor(batch: string) {
    this.#folder = join(batch, 'produced')
  }

  /** @param run - Everything that tells one run of the subject from all others. */
  find(run: object): KeptOutput<T> | null {
    return readJson<KeptOutput<T>>(this.#fileOf(run), 'Remove it, and the agent is run.')
  }

  keep(run: object, output: KeptOutput<T>): void {
    writeJson(this.#fileOf(run), output)
  }

  #fileOf(run: object): string {
    return join(this.#folder, `${digest(run).slice(0, 32)}.json`)
  }
}
