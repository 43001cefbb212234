/**
 * Prompt caching: of several requests with the same prefix one goes first and writes it to the service's cache, the others
 * wait for its answer and read it. Together they would all write, and pay for it.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { now } from '../clock.js'
import { canonicalJson } from '../digest.js'
import type { JudgeRequest } from '../models/model.js'
import { estimateTokens } from '../usage.js'

const LIFETIME_MS = { '5m': 300_000, '1h': 3_600_000 }

interface Prefix {
  readonly key: string
  readonly lifetime: number
}

/** Knows which prefixes are in the cache, and who is writing one. */
export class Leaders {
  readonly #minimum: number
  /** By key: until when a prefix can be read. */
  readonly #warm = new Map<string, number>()
  /** By key: settles when its leader has an answer or has failed. */
  readonly #leading = new Map<string, Promise<void>>()

  /** @param minimum - Tokens below which the service caches nothing. */
  constructor(minimum: number) {
    this.#minimum = minimum
  }

  /** Runs a request's task, alone if it is the first with one of its prefixes, after that one otherwise. */
  async run<T>(
    request: JudgeRequest,
    task: () => Promise<T>,
    wait: (other: Promise<void>) => Promise<void>,
  ): Promise<T> {
    const prefixes = this.#prefixesOf(request)
    for (;;) {
      const cold = prefixes.filter(({ key }) => (this.#warm.get(key) ?? 0) < now())
      const leader = cold.map(({ key }) => this.#leading.get(key)).find((other) => other !== undefined)
      if (leader === undefined) return await this.#lead(cold, task)
      await wait(leader)
    }
  }

  async #lead<T>(prefixes: readonly Prefix[], task: () => Promise<T>): Promise<T> {
    const running = task()
    const answered = running.then(
      () => {},
      () => {},
    )
    for (const { key } of prefixes) this.#leading.set(key, answered)
    try {
      const result = await running
      for (const { key, lifetime } of prefixes) this.#warm.set(key, now() + lifetime)
      return result
    } finally {
      for (const { key } of prefixes) this.#leading.delete(key)
    }
  }

  /** One prefix for each cache mark, shortest first. A change of schema or length limit makes another prefix of it. */
  #prefixesOf({ system, user, schema }: JudgeRequest): Prefix[] {
    const hash = createHash('sha256').update(canonicalJson(schema))
    const prefixes: Prefix[] = []
    let tokens = 0
    for (const { text, cache } of [...system, ...user]) {
      hash.update(`\0${text}`)
      tokens += estimateTokens(text)
      if (cache === undefined || tokens < this.#minimum) continue
      prefixes.push({ key: hash.copy().digest('hex'), lifetime: LIFETIME_MS[cache] })
    }
    return prefixes
  }
}
