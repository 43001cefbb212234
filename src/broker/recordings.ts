/**
 * Replies as files: one JSON file for each key, safe to commit and to read in review.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JudgeReply } from '../models/model.js'
import type { Usage } from '../types.js'
import { type Ingredients, RECORDING_FORMAT } from './ingredients.js'

/**
 * `auto` uses a recording or asks and records; `replay` never asks; `record` asks again and records; `off` neither reads
 * nor writes.
 */
export type RecordingsMode = 'auto' | 'replay' | 'record' | 'off'

/** Marks recordings that were written for an example. */
const SAMPLE_NOTE = 'A sample written for an example. No model said this.'

interface Recording {
  readonly format: number
  readonly label: string
  readonly recorded_at: string
  readonly note?: string
  readonly ingredients: Ingredients
  readonly reply: { readonly value: unknown; readonly served_by: string; readonly usage: Usage }
}

/** What a look-up gave. */
export type Found =
  | { readonly kind: 'reply'; readonly reply: JudgeReply }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'damaged'; readonly file: string; readonly why: string }

/** Reads and writes recordings below one folder. */
export class Recordings {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Where the reply with this key is or would be. */
  fileOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.json`)
  }

  /** The recorded reply, if there is one. Never throws on what a file holds. */
  async find(key: string): Promise<Found> {
    const file = this.fileOf(key)
    let text: string
    try {
      text = await readFile(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'nothing' }
      return { kind: 'damaged', file, why: (error as Error).message }
    }
    try {
      return { kind: 'reply', reply: readRecording(JSON.parse(text) as Recording) }
    } catch (error) {
      return { kind: 'damaged', file, why: (error as Error).message }
    }
  }

  /** Writes beside the file and renames, so that neither a kill nor another writer leaves half a recording. */
  async store(key: string, label: string, ingredients: Ingredients, reply: JudgeReply): Promise<void> {
    const recording: Recording = {
      format: RECORDING_FORMAT,
      label,
      recorded_at: new Date().toISOString(),
      ...(reply.sample ? { note: SAMPLE_NOTE } : {}),
      ingredients,
      reply: { value: reply.value, served_by: reply.servedBy, usage: reply.usage },
    }
    const file = this.fileOf(key)
    const draft = `${file}.${randomUUID()}.tmp`
    await mkdir(dirname(file), { recursive: true })
    try {
      await writeFile(draft, `${JSON.stringify(recording, null, 2)}\n`, { flag: 'wx' })
      await rename(draft, file)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
}

function readRecording({ format, reply, note }: Recording): JudgeReply {
  if (format !== RECORDING_FORMAT) throw new Error(`its format is ${format}, not ${RECORDING_FORMAT}`)
  const { value, served_by, usage } = reply
  if (value === undefined || typeof served_by !== 'string' || !isUsage(usage))
    throw new Error('a field of `reply` is missing')
  const base: JudgeReply = { stop: 'ok', value, text: JSON.stringify(value), usage, servedBy: served_by }
  return note === SAMPLE_NOTE ? { ...base, sample: true } : base
}

function isUsage(usage: Usage): boolean {
  const { input, output, cache_read, cache_write, cache_write_1h } = usage
  return [input, output, cache_read, cache_write, cache_write_1h].every((count) => Number.isFinite(count))
}
