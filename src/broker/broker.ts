/**
 * One per run, in the main process: answers from recordings when it can, otherwise asks under one limit and a deadline.
 *
 * @module
 */
import { CallError } from '../errors.js'
import type { Asked, Asker, JudgeIdentity } from '../models/asker.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from '../models/model.js'
import { type Ingredients, ingredientsOf, keyOf } from './ingredients.js'
import { Limiter } from './limiter.js'
import { Recordings, type RecordingsMode } from './recordings.js'

/** How a broker is set up. */
export interface BrokerOptions {
  readonly identity: JudgeIdentity
  /** Null when there is no key and no judge of the user's own. */
  readonly model: JudgeModel | null
  readonly recordings: RecordingsMode
  readonly recordingsDir: string
  /** Most calls at once. */
  readonly concurrency: number
  /** Milliseconds for one attempt, from its slot to the end of its body. */
  readonly deadline: number
  /** Told once about things that a person should know and no verdict shows. */
  readonly warn?: (message: string) => void
}

/** The broker itself, as used in the process it lives in. */
export class Broker implements Asker {
  readonly identity: JudgeIdentity
  readonly #options: BrokerOptions
  readonly #limiter: Limiter
  readonly #recordings: Recordings
  /** Requests under way, so that equal ones are asked once. */
  readonly #underWay = new Map<string, Promise<JudgeReply>>()
  readonly #asked = new Map<string, { label: string; ingredients: Ingredients }>()

  constructor(options: BrokerOptions) {
    this.identity = options.identity
    this.#options = options
    this.#limiter = new Limiter(options.concurrency)
    this.#recordings = new Recordings(options.recordingsDir)
  }

  async ask(
    request: JudgeRequest,
    { signal, fresh = false }: { signal?: AbortSignal; fresh?: boolean },
  ): Promise<Asked> {
    const ingredients = ingredientsOf(this.identity, request)
    const key = keyOf(ingredients)
    const recorded = fresh ? null : await this.#recorded(key, request)
    if (recorded) return { reply: recorded, source: 'recorded', key }
    this.#refuseWithoutJudge(key, request, fresh)
    this.#asked.set(key, { label: request.label, ingredients })
    return { ...(await this.#askOnce(key, request, signal)), key }
  }

  async keep(key: string, reply: JudgeReply): Promise<void> {
    const asked = this.#asked.get(key)
    this.#asked.delete(key)
    if (asked === undefined || this.#options.recordings === 'off' || this.#options.recordings === 'replay') return
    try {
      await this.#recordings.store(key, asked.label, asked.ingredients, reply)
    } catch (error) {
      // The verdict is worth more than its recording: say it and go on.
      this.#options.warn?.(`The reply about "${asked.label}" could not be recorded: ${(error as Error).message}`)
    }
  }

  async #recorded(key: string, request: JudgeRequest): Promise<JudgeReply | null> {
    const { recordings } = this.#options
    if (recordings === 'off' || recordings === 'record') return null
    const found = await this.#recordings.find(key)
    if (found.kind === 'reply') return found.reply
    if (found.kind === 'damaged') {
      const message = `The recording of "${request.label}" cannot be read (${found.file}: ${found.why}).`
      if (recordings === 'replay')
        throw new CallError('recording_missing', `${message} Restore the file, or record it again.`)
      this.#options.warn?.(`${message} It is asked again.`)
    }
    return null
  }

  #refuseWithoutJudge(key: string, request: JudgeRequest, fresh: boolean): void {
    if (this.#options.recordings === 'replay') {
      throw new CallError(
        'recording_missing',
        fresh
          ? `The recording of "${request.label}" no longer reads, and recordings are in replay mode. Record it again.`
          : `There is no recording of "${request.label}" (${this.#recordings.fileOf(key)}), and recordings are in replay mode. Run with VITEST_JUDGE_RECORDINGS=auto and a key, and commit the new file.`,
      )
    }
    if (this.#options.model === null) {
      throw new CallError(
        'no_judge',
        `There is no recording of "${request.label}" and no judge to ask. Set ANTHROPIC_API_KEY (or \`apiKey\`), or give the plugin a \`judge\`.`,
      )
    }
  }

  /** Equal requests at the same time share one call; when its owner gives up, another one goes on. */
  async #askOnce(key: string, request: JudgeRequest, signal?: AbortSignal): Promise<Omit<Asked, 'key'>> {
    for (let shared = this.#underWay.get(key); shared; shared = this.#underWay.get(key)) {
      try {
        // Paid for by the one who asked first, so for this one it is as good as recorded.
        return { reply: await Promise.race([shared, rejectOn(signal)]), source: 'recorded' }
      } catch (error) {
        if (signal?.aborted || !(error instanceof CallError && error.reason === 'aborted')) throw error
      }
    }
    const call = this.#limiter
      .run(() => this.#attempt(request, signal), signal)
      .catch((error: unknown) => {
        throw signal?.aborted ? new CallError('aborted', 'The test was aborted.', { cause: error }) : error
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, call)
    return { reply: await call, source: 'fresh' }
  }

  async #attempt(request: JudgeRequest, signal?: AbortSignal): Promise<JudgeReply> {
    const { deadline, model } = this.#options
    if (model === null) throw new CallError('no_judge', 'There is no judge to ask.')
    const ending = AbortSignal.timeout(deadline)
    const either = signal === undefined ? ending : AbortSignal.any([signal, ending])
    try {
      // A model that does not listen to the signal must not hold its slot.
      return await Promise.race([model.judge(request, { signal: either }), rejectOn(either)])
    } catch (error) {
      if (!ending.aborted || signal?.aborted) throw error
      throw new CallError('deadline', `The judge gave no answer about "${request.label}" within ${deadline} ms.`, {
        cause: error,
      })
    }
  }
}

function rejectOn(signal?: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
