/**
 * When the next call may start: at most so many at once, none while the service is overloaded, one probe after the wait, then
 * a ramp. Whoever waits when a run is given up is told, never left waiting.
 *
 * An overload (529) pauses all calls. A refusal (429) may be about that call alone, so it holds back no other one, and takes a
 * place away where a success gives half of one: the width falls when more than a third is refused. Where calls that were let
 * in one after the other are all refused, it is a limit, and pauses all like an overload.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { now } from '../clock.js'
import { CallError } from '../errors.js'
import { Attempts, afterTries, backoff } from './attempts.js'

/** How a gate is set. Times are milliseconds. */
export interface GateOptions {
  /** Most calls at once, from 1. */
  readonly limit: number
  /** How long the service may answer 529 without a break before the run is given up. */
  readonly maxOutage: number
  /** Longest wait that the service may ask for; a longer one is cut to this. */
  readonly maxRetryAfter: number
  /** Told once, when the run is given up. */
  readonly onEnd?: (error: CallError) => void
}

/**
 * So many calls refused in a row are a limit, as many as there are places within these bounds: where one in five is refused by
 * chance, such a row of five comes with one call in 4,000.
 */
const LIMIT_ROW = { least: 2, most: 5 }

/** What a call was let through as. An answer tells something of the present only when it was asked in the present phase. */
interface Pass {
  readonly phase: number
  /** Counts the calls of a phase. */
  readonly number: number
  readonly isProbe: boolean
}

interface Waiting {
  readonly enter: (pass: Pass) => void
  readonly reject: (error: unknown) => void
}

/** Lets calls through. */
export class Gate {
  readonly #options: GateOptions
  readonly #queue: Waiting[] = []
  #running = 0
  #heldBack = 0
  /** How many calls may run; halved by an overload, one place less with a refusal, half a place more with a success. */
  #width: number
  /** Counts overloads. */
  #phase = 0
  /** Calls let in during this phase, and the numbers of those that were refused. */
  #entered = 0
  readonly #refused = new Set<number>()
  /** Overloads without a success between them. */
  #inARow = 0
  #state: 'open' | 'paused' | 'probe due' | 'probing' = 'open'
  #pausedUntil = 0
  /** When the first of an unbroken row of 529 came. */
  #outageSince: number | null = null
  #end: CallError | null = null
  readonly #attempts = new Attempts()

  constructor(options: GateOptions) {
    this.#options = options
    this.#width = options.limit
  }

  /**
   * Runs one call, again where its failure may pass. Its place is free while it waits for another attempt.
   *
   * @throws {@link CallError} of the last attempt, or what ended the run; the signal's reason when it fired.
   */
  async run<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    let alone = 0
    for (let tries = 1; ; tries++) {
      const pass = await this.#enter(signal)
      const outcome = await this.#settle(attempt, pass)
      if ('result' in outcome) return outcome.result
      const { error } = outcome
      alone = error instanceof CallError && error.unreachable ? alone + 1 : 0
      if (!this.#attempts.mayTryAgain(error, tries, alone) || signal?.aborted) throw afterTries(error, tries)
      // An overload is waited for by all calls together, at the entrance.
      if (error.reason === 'overloaded' && error.status !== 429) continue
      await this.#holdBack(this.#waitFor(error, tries), signal)
    }
  }

  async #holdBack(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.#heldBack++
    try {
      await sleep(milliseconds, undefined, signal === undefined ? {} : { signal })
    } finally {
      this.#heldBack--
    }
  }

  /** Milliseconds: as the service asks for, up to the ceiling. */
  #waitFor({ retryAfterMs }: CallError, tries: number): number {
    return Math.min(retryAfterMs ?? backoff(tries), this.#options.maxRetryAfter)
  }

  async #settle<T>(attempt: () => Promise<T>, pass: Pass): Promise<{ result: T } | { error: unknown }> {
    try {
      const result = await attempt()
      this.#attempts.note()
      this.#succeed(pass)
      return { result }
    } catch (error) {
      this.#attempts.note(error)
      this.#fail(error, pass)
      return { error }
    } finally {
      this.#running--
      this.#pump()
    }
  }

  #enter(signal?: AbortSignal): Promise<Pass> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      if (this.#end) return reject(this.#end)
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        reject(signal?.reason)
      }
      const done = () => signal?.removeEventListener('abort', leave)
      const waiting: Waiting = {
        enter: (pass) => {
          done()
          resolve(pass)
        },
        reject: (error) => {
          done()
          reject(error)
        },
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#queue.push(waiting)
      this.#pump()
    })
  }

  /** How many calls are under way and waiting, and how long an overload still holds them; null where there is none. */
  get load(): { readonly inFlight: number; readonly waiting: number; readonly pausedFor: number | null } {
    const pausedFor = this.#state === 'paused' ? Math.max(0, this.#pausedUntil - now()) : null
    return { inFlight: this.#running, waiting: this.#queue.length + this.#heldBack, pausedFor }
  }

  #pump(): void {
    while (this.#queue.length > 0 && this.#isOpen()) {
      const isProbe = this.#state === 'probe due'
      if (isProbe) this.#state = 'probing'
      this.#running++
      this.#queue.shift()?.enter({ phase: this.#phase, number: this.#entered++, isProbe })
    }
  }

  #isOpen(): boolean {
    if (this.#state === 'probe due') return this.#running < this.#options.limit
    return this.#state === 'open' && this.#running < Math.floor(this.#width)
  }

  #succeed(pass: Pass): void {
    if (pass.phase !== this.#phase) return
    this.#outageSince = null
    this.#inARow = 0
    if (pass.isProbe) this.#state = 'open'
    this.#width = Math.min(this.#width + 0.5, this.#options.limit)
  }

  #fail(error: unknown, pass: Pass): void {
    if (error instanceof CallError && error.reason === 'overloaded') {
      if (error.status !== 429 || this.#isLimit(pass)) this.#overload(error, pass)
    } else if (error instanceof CallError && error.reason === 'fatal') this.#giveUp(error)
    // Whatever else went wrong with a probe, it did not tell whether the overload is over.
    else if (pass.isProbe && pass.phase === this.#phase) this.#state = 'probe due'
  }

  /** Notes a refusal. Neighbours may be refused sooner or later than it, so the row is looked for on both sides. */
  #isLimit({ phase, number, isProbe }: Pass): boolean {
    if (phase !== this.#phase || isProbe) return isProbe
    this.#width = Math.max(1, this.#width - 1)
    this.#refused.add(number)
    let [first, last] = [number, number]
    while (this.#refused.has(first - 1)) first--
    while (this.#refused.has(last + 1)) last++
    return last - first + 1 >= Math.min(Math.max(LIMIT_ROW.least, this.#width), LIMIT_ROW.most)
  }

  #overload(error: CallError, pass: Pass): void {
    const time = now()
    this.#pausedUntil = Math.max(this.#pausedUntil, time + this.#waitFor(error, this.#inARow + 1))
    if (error.status !== 429) {
      this.#outageSince ??= time
      if (time - this.#outageSince > this.#options.maxOutage) this.#giveUp(outage(this.#options.maxOutage, error))
    }
    if (this.#end || pass.phase !== this.#phase) return
    this.#phase++
    this.#entered = 0
    this.#refused.clear()
    this.#inARow++
    // A probe was alone, so it tells nothing of how many are too many.
    if (!pass.isProbe) this.#width = Math.max(1, this.#width / 2)
    this.#state = 'paused'
    void this.#wait()
  }

  async #wait(): Promise<void> {
    for (let left = this.#pausedUntil - now(); left > 0; left = this.#pausedUntil - now()) {
      await sleep(left)
    }
    this.#state = 'probe due'
    this.#pump()
  }

  #giveUp(error: CallError): void {
    if (this.#end) return
    this.#end = error
    this.#options.onEnd?.(error)
    for (const { reject } of this.#queue.splice(0)) reject(error)
  }
}

function outage(milliseconds: number, cause: CallError): CallError {
  const text = `The service has been overloaded for more than ${Math.round(milliseconds / 1000)} s: ${cause.message}`
  return new CallError('overloaded', text, { cause })
}
