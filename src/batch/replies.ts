/**
 * Answers that batches brought, as the service sent them, until the run has read them.
 *
 * @module
 */
import { join } from 'node:path'
import { namesIn, readJson, writeJson } from './json-file.js'

interface StoredReply {
  /** Id of the batch. */
  readonly batch: string
  readonly message: unknown
}

/** The answers of a job. */
export class Replies {
  readonly #folder: string

  constructor(batch: string) {
    this.#folder = join(batch, 'replies')
  }

  /** The message with this key; undefined where there is none. */
  find(key: string): unknown {
    return readJson<StoredReply>(this.#fileOf(key), 'Remove it, and the call is submitted again.')?.message
  }

  keep(key: string, batch: string, message: unknown): void {
    writeJson(this.#fileOf(key), { batch, message } satisfies StoredReply)
  }

  keys(): string[] {
    return namesIn(this.#folder, '.json')
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${key}.json`)
  }
}
