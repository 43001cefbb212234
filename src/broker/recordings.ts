/**
 * Replies as files: one JSON file for each key, safe to commit and to read in review.
 *
 * @module
 */
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { timestamp } from '../clock.js'
import { show } from '../errors.js'
import type { JudgeReply, JudgeRequest } from '../models/model.js'
import { throughDraft } from '../process/write-file.js'
import type { Usage } from '../types.js'
import { NO_USAGE } from '../usage.js'
import { type Ingredients, keyOf, RECORDING_FORMAT } from './ingredients.js'
import { unreadFolder } from './unread.js'

/**
 * `auto` uses a recording or asks and records; `replay` never asks; `record` asks again and records; `off` neither reads
 * nor writes.
 */
export type RecordingsMode = 'auto' | 'replay' | 'record' | 'off'

/** Marks recordings that were written for an example. */
const SAMPLE_NOTE = 'A sample written for an example. No model said this.'

/** A recording as it stands in its file. */
interface Recording {
  readonly format: number
  /** For people: what was asked about. */
  readonly label: string
  readonly recorded_at: string
  readonly note?: string
  readonly ingredients: Ingredients
  /** Only on request: a prompt shows what was judged. */
  readonly prompt?: { readonly system: readonly string[]; readonly user: readonly string[] }
  readonly reply: {
    readonly value: unknown
    readonly served_by: string
    readonly usage: Usage
    /** As the service says it; here only where it halves the price. */
    readonly service_tier?: 'batch'
  }
}

/** What a look-up gave. */
export type Found =
  | { readonly kind: 'reply'; readonly reply: JudgeReply }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'damaged'; readonly file: string; readonly why: string }

/** A recording in a listing; `why` where its file cannot be read. */
export interface ListedRecording {
  readonly key: string
  readonly file: string
  readonly label: string
  readonly model: string
  readonly recordedAt: string
  readonly sample: boolean
  readonly ingredients: Ingredients | null
  readonly why?: string
}

/** What a new recording is made of. */
export interface NewRecording {
  readonly label: string
  readonly ingredients: Ingredients
  readonly reply: JudgeReply
  /** Kept in the file where it is given. */
  readonly prompt?: JudgeRequest
}

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
  find(key: string): Found {
    const file = this.fileOf(key)
    let text: string
    try {
      // A few kilobytes: handing the read to another thread takes longer than the read.
      text = readFileSync(file, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'nothing' }
      return { kind: 'damaged', file, why: (error as Error).message }
    }
    try {
      return { kind: 'reply', reply: readRecording(key, JSON.parse(text) as Recording | null) }
    } catch (error) {
      return { kind: 'damaged', file, why: (error as Error).message }
    }
  }

  /**
   * Writes where Git does not look and renames, so that neither a kill nor another writer leaves half a recording.
   *
   * @throws Error of the file system.
   */
  store(key: string, { label, ingredients, reply, prompt }: NewRecording): void {
    const recording: Recording = {
      format: RECORDING_FORMAT,
      label,
      recorded_at: timestamp(),
      ...(reply.sample ? { note: SAMPLE_NOTE } : {}),
      ingredients,
      ...(prompt === undefined ? {} : { prompt: textsOf(prompt) }),
      reply: {
        value: reply.value,
        served_by: reply.servedBy,
        usage: reply.usage,
        ...(reply.batched && { service_tier: 'batch' }),
      },
    }
    const file = this.fileOf(key)
    mkdirSync(dirname(file), { recursive: true })
    const text = `${JSON.stringify(recording, null, 2)}\n`
    throughDraft(join(unreadFolder(this.#folder), key), text, (draft) => renameSync(draft, file))
  }

  /** Every recording, by key. */
  async list(): Promise<ListedRecording[]> {
    const entries = await readdir(this.#folder, { recursive: true }).catch(() => [])
    const keys = entries.flatMap((path) => /(?:^|[\\/])([0-9a-f]{32})\.json$/.exec(path)?.[1] ?? [])
    const listed: ListedRecording[] = []
    for (const key of keys.sort()) listed.push(await this.#describe(key))
    return listed
  }

  /** Removes a recording. */
  async remove(key: string): Promise<void> {
    await rm(this.fileOf(key), { force: true })
  }

  async #describe(key: string): Promise<ListedRecording> {
    const file = this.fileOf(key)
    try {
      const recording = JSON.parse(await readFile(file, 'utf8')) as Recording
      const { sample = false } = readRecording(key, recording)
      const { label, ingredients, recorded_at: recordedAt } = recording
      return {
        key,
        file,
        label: String(label),
        model: String(ingredients.model),
        recordedAt: String(recordedAt),
        sample,
        ingredients,
      }
    } catch (error) {
      const unknown = { label: '', model: '', recordedAt: '', sample: false, ingredients: null }
      return { key, file, ...unknown, why: (error as Error).message }
    }
  }
}

function textsOf({ system, user }: JudgeRequest): { system: string[]; user: string[] } {
  return { system: system.map(({ text }) => text), user: user.map(({ text }) => text) }
}

/** @throws Error that says what is wrong with the file. */
function readRecording(key: string, recording: Recording | null): JudgeReply {
  const { format, reply, note, ingredients } = recording ?? ({} as Partial<Recording>)
  if (format !== RECORDING_FORMAT)
    throw new Error(`expected \`format\` ${RECORDING_FORMAT}, but it has ${show(format)}`)
  if (!isObject(ingredients) || keyOf(ingredients) !== key) throw new Error('its `ingredients` do not give its name')
  const { value, served_by, usage, service_tier } = isObject(reply) ? reply : ({} as Partial<Recording['reply']>)
  if (value === undefined) throw new Error('expected `reply.value`, but there is none')
  if (typeof served_by !== 'string')
    throw new Error(`expected \`reply.served_by\` to be a name, but it is ${show(served_by)}`)
  if (!isUsage(usage)) throw new Error(`expected \`reply.usage\` to be counts of tokens, but it is ${show(usage)}`)
  return {
    ...{ stop: 'ok', value, text: JSON.stringify(value), usage, servedBy: served_by },
    ...(note === SAMPLE_NOTE && { sample: true }),
    ...(service_tier === 'batch' && { batched: true }),
  }
}

function isObject<T>(value: T | undefined): value is T & object {
  return typeof value === 'object' && value !== null
}

function isUsage(usage: unknown): usage is Usage {
  const counts = Object.keys(NO_USAGE).map((name) => (usage as Record<string, unknown> | null)?.[name])
  return counts.every((count) => typeof count === 'number' && count >= 0)
}
