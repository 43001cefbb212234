/**
 * One per run, in the main process: answers from recordings when it can, otherwise asks through one gate, within the budget,
 * under a deadline.
 *
 * @module
 */
import { CallError, infoOf } from '../errors.js'
import type { Asked, Asker, AskOptions, JudgeIdentity } from '../models/asker.js'
import type { JudgeModel, JudgeReply, JudgeRequest } from '../models/model.js'
import { checkReply } from '../models/partial-reply.js'
import type { JudgeProgress } from '../types.js'
import { type BatchOptions, Collector } from './collect.js'
import { Gate } from './gate.js'
import { type Ingredients, ingredientsOf, keyOf } from './ingredients.js'
import { Leaders } from './leaders.js'
import { type Budget, costOf, Ledger, type Planned, type PriceOf } from './ledger.js'
import { rejectOn } from './reject-on.js'
import { Replay, type ReplayOptions } from './replay.js'

/** How a broker is set up. Times are milliseconds. */
export interface BrokerOptions extends ReplayOptions {
  readonly identity: JudgeIdentity
  /** Null when there is no key and no judge of the user's own. */
  readonly model: JudgeModel | null
  /** Claude by a tier or a model id, for questions that name one; `model` is null without a key. */
  readonly claude: (name: string) => Named
  /** Most calls at once. */
  readonly concurrency: number
  /** For one attempt, from its slot to the end of its body. */
  readonly deadline: number
  readonly maxOutage: number
  readonly maxRetryAfter: number
  readonly budget: Budget
  /** Price of one request to a model. */
  readonly priceOf: (model: string) => PriceOf
  /** Tokens below which the service caches no prompt; null when nothing is known of a cache. */
  readonly cacheMinimum: number | null
  /** Count what would be asked, and ask nobody. */
  readonly dryRun: boolean
  /** Take the answers of a batch, and in a dry run collect the calls of the next one; null: there is none. */
  readonly batch: BatchOptions | null
}

/** A judge, and how it is known where there is none to ask. */
export interface Named {
  readonly identity: JudgeIdentity
  readonly model: JudgeModel | null
}

interface Question {
  readonly key: string
  readonly request: JudgeRequest
  readonly ingredients: Ingredients
  readonly judge: JudgeModel | null
  readonly priceOf: PriceOf
  readonly signal: AbortSignal | undefined
  /** Counts the requests that were sent for it and failed. */
  failed: number
}

/** The broker itself, as used in the process it lives in. */
export class Broker implements Asker {
  readonly identity: JudgeIdentity
  readonly #options: BrokerOptions
  readonly #gate: Gate
  readonly #leaders: Leaders | null
  readonly #ledger: Ledger
  readonly #replay: Replay
  readonly #collector: Collector | null
  /** Requests under way, so that equal ones are asked once. */
  readonly #underWay = new Map<string, Promise<JudgeReply>>()
  /** Answers that came from recordings. */
  #recorded = 0
  /** Answered and not yet found good or bad. */
  readonly #asked = new Map<string, Question>()

  constructor(options: BrokerOptions) {
    const { identity, concurrency, maxOutage, maxRetryAfter, cacheMinimum } = options
    this.identity = identity
    this.#options = options
    const onEnd = (error: CallError) =>
      options.warn?.(`Judging was given up, what was left is unjudged. ${error.message}`)
    this.#gate = new Gate({ limit: concurrency, maxOutage, maxRetryAfter, onEnd })
    this.#leaders = cacheMinimum === null ? null : new Leaders(cacheMinimum)
    this.#ledger = new Ledger(options.budget)
    this.#replay = new Replay(options)
    this.#collector = options.batch && new Collector(options.batch, options.budget)
  }

  /** Whether there is anybody to ask, for questions that name no judge. */
  get hasJudge(): boolean {
    return this.#options.model !== null
  }

  /** What a dry run would ask. */
  get planned(): Planned {
    return this.#ledger.planned
  }

  /** A run that collects calls has ended; these of its tests and files failed before they asked. */
  endCollection(stopped: readonly string[]): void {
    if (this.#options.dryRun) this.#collector?.close(stopped)
  }

  /** What the run has come to, and what it is waiting for. */
  get progress(): JudgeProgress {
    const { requests, usd } = this.#ledger.spent
    return { answered: requests, recorded: this.#recorded, usd, ...this.#gate.load }
  }

  async ask(request: JudgeRequest, { signal, fresh = false, ...whom }: AskOptions): Promise<Asked> {
    const { identity, model } = this.#choose(whom)
    const ingredients = ingredientsOf(identity, request)
    const priceOf = this.#options.priceOf(identity.model)
    const key = keyOf(ingredients)
    const question: Question = { key, request, ingredients, judge: model, priceOf, signal, failed: 0 }
    const recorded = fresh ? null : await this.#replay.find(key, request.label)
    if (recorded) this.#recorded++
    if (recorded) return { reply: recorded, source: 'recorded', key, usd: costOf(recorded, priceOf) }
    const unread = this.#replay.takeUnread(key)
    if (unread !== null) {
      this.#recorded++
      this.#asked.set(key, question)
      return { reply: unread, source: 'unread', key, usd: costOf(unread, priceOf) }
    }
    const received = this.#collector?.answer(key, model) ?? null
    if (received === null) await this.#refuse(question, fresh)
    this.#asked.set(key, question)
    if (received !== null) return { reply: received, source: 'fresh', key, usd: costOf(received, priceOf) }
    const { reply, source } = await this.#askOnce(question).catch((error: unknown) => {
      throw withCount(error, question.failed)
    })
    return { reply, source, key, usd: costOf(reply, priceOf), ...(question.failed > 0 && { failed: question.failed }) }
  }

  #choose({ judge, model }: Pick<AskOptions, 'judge' | 'model'>): Named {
    if (judge !== undefined) return { identity: { model: judge.id, settings: judge.settings }, model: judge }
    return model === undefined ? this.#options : this.#options.claude(model)
  }

  async keep(key: string, reply: JudgeReply | null): Promise<void> {
    const question = this.#asked.get(key)
    this.#asked.delete(key)
    if (question !== undefined) this.#replay.keep(key, question.request, question.ingredients, reply)
  }

  /** Whether this run has just written the recording; true once for each time. */
  wrote(key: string): boolean {
    return this.#replay.wrote(key)
  }

  /** Ends a question that must not or cannot be asked. */
  async #refuse({ key, request, ingredients, judge, priceOf }: Question, fresh: boolean): Promise<void> {
    const { label } = request
    if (this.#replay.isStrict) {
      const what = fresh ? `The recording of "${label}" no longer reads` : `There is no recording of "${label}"`
      const changed = await this.#replay.explainMiss(request, ingredients)
      throw new CallError(
        'recording_missing',
        `${what}, and recordings are in replay mode.${changed} Run once with VITEST_JUDGE_RECORDINGS=auto where the judge can be asked, and commit the new file.`,
      )
    }
    if (this.#options.dryRun) {
      const estimate = this.#ledger.plan(key, request, priceOf)
      this.#collector?.collect({ key, request, judge, again: fresh, estimate })
      throw new CallError('dry_run', `"${label}" would be asked; this is a dry run.`)
    }
    if (judge !== null) return
    if (this.identity.model === 'deterministic') {
      throw new CallError(
        'no_judge',
        `"${label}" needs a model, and the judge is set to 'deterministic', which asks none. Leave \`judge\` out, or give one of your own, where this has to be judged.`,
      )
    }
    const changed = await this.#replay.explainMiss(request, ingredients)
    throw new CallError(
      'no_judge',
      `There is no recording of "${label}" and no judge to ask.${changed} Set ANTHROPIC_API_KEY (or \`apiKey\`), or give a \`judge\` of your own.`,
    )
  }

  /** Equal requests at the same time share one call; when its owner gives up, another one goes on. */
  async #askOnce(question: Question): Promise<Pick<Asked, 'reply' | 'source'>> {
    const { key, signal } = question
    for (let shared = this.#underWay.get(key); shared; shared = this.#underWay.get(key)) {
      try {
        // Paid for by the one who asked first, so for this one it is as good as recorded.
        return { reply: await Promise.race([shared, rejectOn(signal)]), source: 'recorded' }
      } catch (error) {
        if (signal?.aborted || !(error instanceof CallError && error.reason === 'aborted')) throw error
      }
    }
    const call = this.#led(question)
      .catch((error: unknown) => {
        throw signal?.aborted ? new CallError('aborted', 'The test was aborted.', { cause: error }) : error
      })
      .finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, call)
    return { reply: await call, source: 'fresh' }
  }

  /** After the one that writes the prompt's prefix to the service's cache, if there is one. */
  #led(question: Question): Promise<JudgeReply> {
    const { request, signal } = question
    const attempt = () => this.#ledger.within(request, question.priceOf, () => this.#attempt(question))
    const call = () => this.#gate.run(attempt, signal)
    if (this.#leaders === null || question.judge !== this.#options.model) return call()
    return this.#leaders.run(request, call, (other) => Promise.race([other, rejectOn(signal)]))
  }

  async #attempt(question: Question): Promise<JudgeReply> {
    const { request, judge, signal } = question
    const { deadline } = this.#options
    if (judge === null) throw new CallError('no_judge', 'There is no judge to ask.')
    const ending = AbortSignal.timeout(deadline)
    const either = signal === undefined ? ending : AbortSignal.any([signal, ending])
    try {
      // A model that does not listen to the signal must not hold its slot.
      const reply = this.#receive(question, judge.judge(request, { signal: either }), judge.id)
      return await Promise.race([reply, rejectOn(either)])
    } catch (error) {
      question.failed++
      if (signal?.aborted) throw error
      if (ending.aborted) {
        const text = `The judge gave no answer about "${request.label}" within ${deadline} ms.`
        throw new CallError('deadline', text, { cause: error })
      }
      if (error instanceof CallError) throw error
      const text = `${judge.id} failed: ${error instanceof Error ? error.message : String(error)}`
      throw new CallError('rejected', text, { cause: error })
    }
  }

  /** Books and holds a reply, also when nobody waits for it any more: it is paid for all the same. */
  async #receive({ key, priceOf }: Question, answer: Promise<unknown>, id: string): Promise<JudgeReply> {
    const reply = checkReply(await answer, id)
    this.#ledger.book(reply.usage, priceOf(reply.usage))
    this.#replay.hold(key, reply)
    return reply
  }
}

/** Others may wait for the same failure, and sent nothing for it. */
function withCount(error: unknown, failedRequests: number): unknown {
  if (!(error instanceof CallError) || failedRequests === 0) return error
  return new CallError(error.reason, error.message, { ...infoOf(error), failedRequests, cause: error })
}
