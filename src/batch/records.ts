/**
 * The batches of a job. Each is written down before it is submitted and once more when its id is known, so that after a kill
 * nothing is submitted twice.
 *
 * @module
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { badInput } from '../errors.js'
import type { Estimate } from './calls.js'
import { namesIn, readJson, writeJson } from './json-file.js'

/** Why a row has no answer. `invalid`: the same request would fail again. */
export type FailureKind = 'invalid' | 'errored' | 'expired' | 'canceled' | 'missing'

/** A row without an answer. */
export interface FailedRow {
  readonly key: string
  readonly label: string
  readonly kind: FailureKind
  readonly detail: string
}

/** One batch. */
export interface BatchRecord {
  /** From 1. */
  readonly number: number
  /** Its rows' ids begin with this, and no other batch's do. */
  readonly mark: string
  /** When it was about to be submitted, ISO 8601. */
  readonly intended_at: string
  /** The last attempt to do so. */
  readonly sent_at: string
  /** The newest batch in the service's list before that; null where there was none. What is lost is among those after it. */
  readonly after: string | null
  readonly base_url: string | null
  readonly calls: readonly { readonly key: string; readonly label: string }[]
  readonly estimate: Estimate
  /** Null: it is not known whether the service has it. */
  readonly id: string | null
  /** Found in the service's list after a kill; only its results can prove that it is this one. */
  readonly adopted: boolean
  /** Batches in that list that are others. */
  readonly not_this: readonly string[]
  /** When all results were read, ISO 8601; null: not yet. */
  readonly fetched_at: string | null
  readonly failed: readonly FailedRow[]
  /** Lines of its results that cannot be read. */
  readonly broken: number
  /** The run was given the answers. */
  readonly settled: boolean
}

/** The id of a row. */
export function rowId({ mark }: Pick<BatchRecord, 'mark'>, key: string): string {
  return `${mark}-${key}`
}

/** The key in the id of a row; null for a row of another batch. */
export function keyOfRow({ mark }: Pick<BatchRecord, 'mark'>, id: unknown): string | null {
  return typeof id === 'string' && id.startsWith(`${mark}-`) ? id.slice(mark.length + 1) : null
}

/** Keys that are under way, or may be. */
export function waitingKeys(records: readonly BatchRecord[]): Set<string> {
  return new Set(records.flatMap((record) => (record.fetched_at === null ? record.calls.map(({ key }) => key) : [])))
}

/** What the service refused when it was last submitted, and would refuse again. */
export function invalidKeys(records: readonly BatchRecord[]): Set<string> {
  const invalid = new Set<string>()
  for (const { calls, failed } of records) {
    for (const { key } of calls) invalid.delete(key)
    for (const { key, kind } of failed) if (kind === 'invalid') invalid.add(key)
  }
  return invalid
}

/** The batches of a job as files. */
export class BatchRecords {
  readonly #folder: string

  constructor(batch: string) {
    this.#folder = join(batch, 'batches')
  }

  /** By number. */
  list(): BatchRecord[] {
    return namesIn(this.#folder, '.json').flatMap((name) => {
      const file = join(this.#folder, `${name}.json`)
      const hint = 'Restore it; or remove it, and its calls are submitted again.'
      const record = readJson<BatchRecord>(file, hint)
      if (record === null) return []
      if (Array.isArray(record.calls) && typeof record.mark === 'string') return [record]
      throw badInput(file, { place: 'it', expected: 'what this command wrote', received: record, hint })
    })
  }

  write(record: BatchRecord): void {
    writeJson(this.#fileOf(record), record)
  }

  /** Of a batch that the service does not have. */
  remove(record: BatchRecord): void {
    rmSync(this.#fileOf(record), { force: true })
  }

  #fileOf({ number }: BatchRecord): string {
    return join(this.#folder, `${String(number).padStart(4, '0')}.json`)
  }
}
