/**
 * What the mode of recordings means: when one answers, when a reply becomes one, and what to say when one is missing.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { JudgeReply, JudgeRequest } from '../models/model.js'
import { differences, type Ingredients } from './ingredients.js'
import { type ListedRecording, Recordings, type RecordingsMode } from './recordings.js'
import { Unread } from './unread.js'

/** How replies are recorded. */
export interface ReplayOptions {
  readonly recordings: RecordingsMode
  readonly recordingsDir: string
  /** Keep prompts in recordings. */
  readonly recordPrompts: boolean
  /** Told about things that a person should know and no verdict shows. */
  readonly warn?: (message: string) => void
}

/** Ingredients as a person would name them. */
const INGREDIENT_WORDS: Readonly<Record<string, string>> = {
  model: 'the model',
  settings: "the judge's settings",
  contract: 'the fixed part of the prompt, which comes with vitest-judge',
  rubric: 'the rubric, the challenge or what else all cases share',
  case: 'what is judged, or its input',
  question: 'the question, or the tool calls',
  schema: 'the form of the answer',
  max_output_tokens: 'the length of the answer',
  sample: 'the number of the sample',
}

/** The recordings of a run. */
export class Replay {
  readonly #options: ReplayOptions
  readonly #recordings: Recordings
  readonly #unread: Unread
  readonly #written = new Set<string>()
  /** Faults of the folder that were told: a full disk is one, however many replies it costs. */
  readonly #faults = new Set<string>()
  #byLabel: Promise<Map<string, Ingredients[]>> | undefined

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#recordings = new Recordings(options.recordingsDir)
    this.#unread = new Unread(options.recordingsDir)
  }

  /** Nobody is ever asked. */
  get isStrict(): boolean {
    return this.#options.recordings === 'replay'
  }

  /**
   * The recorded reply to a question, or null.
   *
   * @throws {@link CallError} when it cannot be read and nobody may be asked.
   */
  async find(key: string, label: string): Promise<JudgeReply | null> {
    const { recordings, warn } = this.#options
    if (recordings === 'off' || recordings === 'record') return null
    const found = this.#recordings.find(key)
    if (found.kind === 'reply') return found.reply
    if (found.kind === 'nothing') return null
    const message = `The recording of "${label}" cannot be read (${found.file}: ${found.why}).`
    if (this.isStrict) throw new CallError('recording_missing', `${message} Restore the file, or record it again.`)
    warn?.(`${message} It is asked again.`)
    return null
  }

  /** The reply to a question that was paid for and never read, or null: a killed run left it, or a test that ended first. */
  takeUnread(key: string): JudgeReply | null {
    return this.#options.recordings === 'auto' ? this.#unread.find(key) : null
  }

  /** Holds a reply that has just come, until it is read. */
  hold(key: string, reply: JudgeReply): void {
    if (!this.#records) return
    try {
      this.#unread.hold(key, reply)
    } catch {
      // A run that is not killed needs it not, and will tell why when it cannot record the reply either.
    }
  }

  /** Records a reply that was found good, and forgets one that was not (null). */
  keep(key: string, request: JudgeRequest, ingredients: Ingredients, reply: JudgeReply | null): void {
    if (!this.#records) return
    const { label } = request
    try {
      if (reply !== null) {
        this.#written.add(key)
        const prompt = this.#options.recordPrompts ? { prompt: request } : {}
        this.#recordings.store(key, { label, ingredients, reply, ...prompt })
      }
      this.#unread.remove(key)
    } catch (error) {
      // The verdict is worth more than its recording: say it and go on.
      this.#tellFault(label, error as NodeJS.ErrnoException)
    }
  }

  get #records(): boolean {
    return this.#options.recordings === 'auto' || this.#options.recordings === 'record'
  }

  #tellFault(label: string, { code, message }: NodeJS.ErrnoException): void {
    const { recordingsDir, warn } = this.#options
    const fault = code ?? message
    if (this.#faults.has(fault)) return
    this.#faults.add(fault)
    warn?.(
      `The reply about "${label}" could not be recorded in ${recordingsDir}: ${message}. Verdicts stand, but what is not recorded may be asked again by the next run; further replies that fail so are not told.`,
    )
  }

  /** Whether a recording was written here since this was last asked about it. */
  wrote(key: string): boolean {
    return this.#written.delete(key)
  }

  /** What has changed since the same thing was recorded, in a sentence that begins with a space; empty when it never was. */
  async explainMiss({ label }: JudgeRequest, ingredients: Ingredients): Promise<string> {
    if (this.#options.recordings === 'off') return ''
    this.#byLabel ??= this.#recordings.list().then(indexByLabel)
    const same = (await this.#byLabel).get(label) ?? []
    const [least = []] = same.map((other) => differences(ingredients, other)).sort((a, b) => a.length - b.length)
    if (least.length === 0) return ''
    return ` Since it was recorded this has changed: ${least.map((name) => INGREDIENT_WORDS[name] ?? name).join(', ')}.`
  }
}

function indexByLabel(recordings: readonly ListedRecording[]): Map<string, Ingredients[]> {
  const index = new Map<string, Ingredients[]>()
  for (const { label, ingredients } of recordings) {
    if (ingredients !== null) index.set(label, [...(index.get(label) ?? []), ingredients])
  }
  return index
}
